/** Characters that nobody sees, shown or removed (src/base/common/hiddenCharacters.ts). */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { hiddenPieces, showHidden, withoutHidden } from '../../../../src/base/common/hiddenCharacters.ts';

const words = 'می‌خواهم क्‍ष മലയാളം‍ന്‍റെ';
const emoji = '❤️ 👨‍👩‍👧 1️⃣ 🏴󠁧󠁢󠁥󠁮󠁧󠁿 👩🏽‍🚀 ☎︎';

/** One of each kind: its name, and what stands for it. */
const kinds: readonly (readonly [string, string])[] = [
  ['a zero width space', '\u{200B}'],
  ['a zero width joiner between Latin letters', '\u{200D}'],
  ['a soft hyphen', '\u{AD}'],
  ['a word joiner', '\u{2060}'],
  ['an invisible times', '\u{2062}'],
  ['a byte order mark', '\u{FEFF}'],
  ['a right-to-left override', '\u{202E}'],
  ['an isolate', '\u{2066}'],
  ['an Arabic letter mark', '\u{61C}'],
  ['a line separator', '\u{2028}'],
  ['a paragraph separator', '\u{2029}'],
  ['a Hangul filler', '\u{3164}'],
  ['a halfwidth Hangul filler', '\u{FFA0}'],
  ['a Hangul choseong filler', '\u{115F}'],
  ['a Hangul jungseong filler', '\u{1160}'],
  ['a braille blank', '\u{2800}'],
  ['a Khmer inherent vowel', '\u{17B4}'],
  ['a Mongolian vowel separator', '\u{180E}'],
  ['a Mongolian free variation selector', '\u{180B}'],
  ['a combining grapheme joiner', '\u{34F}'],
  ['a variation selector after a letter', '\u{FE0F}'],
  ['variation selector 17', '\u{E0100}'],
  ['a tag', '\u{E0041}'],
  ['the language tag', '\u{E0001}'],
  ['an unassigned character that is ignored', '\u{E0FFF}'],
  ['a musical null notehead', '\u{1D159}'],
  ['a musical beam control', '\u{1D173}'],
  ['an interlinear annotation anchor', '\u{FFF9}'],
  ['an escape', '\u{1B}'],
  ['a backspace', '\b'],
  ['a null', '\0'],
  ['a C1 control', '\u{85}'],
  ['half of a surrogate pair', '\u{D83D}'],
];

describe('a hidden character', () => {
  for (const [name, character] of kinds)
    it(`is shown with its number, and can be removed: ${name}`, () => {
      const code = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0');
      for (const strictness of ['exact', 'prose'] as const)
        assert.equal(showHidden(`ab${character}cd`, strictness), `ab<U+${code}>cd`);
      assert.equal(withoutHidden(`ab${character}cd`), 'abcd');
    });

  it('is every format and every default-ignorable character that Unicode has', () => {
    for (let code = 0; code <= 0x10ffff; code += 1) {
      const character = String.fromCodePoint(code);
      if (!/[\p{Cf}\p{Default_Ignorable_Code_Point}]/u.test(character)) continue;
      assert.ok(showHidden(`a${character}a`, 'prose').includes('<U+'), `U+${code.toString(16)}`);
    }
  });

  it('is counted in a long run, of which both ends are named', () => {
    const spelled = Array.from('ignore all of it', (c) =>
      String.fromCodePoint(0xe0000 + (c.codePointAt(0) ?? 0)),
    );
    assert.equal(showHidden(`a${spelled.join('')}b`, 'exact'), 'a<U+E0069…U+E0074 ×16>b');
    assert.equal(showHidden('\u{200B}'.repeat(500), 'exact'), '<U+200B ×500>');
    assert.equal(showHidden('\u{200B}\u{200C}', 'exact'), '<U+200B><U+200C>');
  });

  it('is a space that is not the plain one only where a text is looked at exactly', () => {
    assert.equal(showHidden('rm\u{A0}-rf\u{2003}/', 'exact'), 'rm<U+00A0>-rf<U+2003>/');
    assert.equal(showHidden('Bonjour\u{202F}!', 'prose'), 'Bonjour\u{202F}!');
    assert.equal(showHidden('a b\tc\r\nd', 'exact'), 'a b\tc\r\nd');
  });

  it('does not include parts of emoji, nor, in sentences, joiners within words that are spelled with them', () => {
    assert.equal(showHidden(`${emoji} ${words}`, 'prose'), `${emoji} ${words}`);
    assert.equal(withoutHidden(`${emoji} ${words}`), `${emoji} ${words}`);
    assert.equal(showHidden(emoji, 'exact'), emoji);
    assert.match(showHidden(words, 'exact'), /<U\+200C>.*<U\+200D>/);
  });

  it('cannot hide behind an emoji: what follows one is shown', () => {
    assert.equal(showHidden('❤️\u{FE0F}', 'prose'), '❤️<U+FE0F>');
    assert.equal(showHidden('🏴\u{E0068}\u{E0069}\u{E007F}', 'prose'), '🏴<U+E0068><U+E0069><U+E007F>');
    assert.equal(showHidden('👨‍👩‍👧\u{200D}x', 'prose'), '👨‍👩‍👧<U+200D>x');
  });
});

describe('the pieces of a text', () => {
  it('together are the same text again', () => {
    const unit = fc.oneof(
      fc.constantFrom(
        ...kinds.map(([, character]) => character),
        emoji,
        words,
        '\u{200C}',
        'ी',
        'ل',
        '❤',
        'a',
        ' ',
        '\n',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    );
    fc.assert(
      fc.property(
        fc.array(unit, { maxLength: 60 }),
        fc.constantFrom('exact', 'prose'),
        (units, strictness) => {
          const text = units.join('');
          const pieces = hiddenPieces(text, strictness);
          assert.equal(pieces.map((piece) => piece.text).join(''), text);
          for (const [index, piece] of pieces.entries()) assert.notEqual(piece.kind, pieces[index + 1]?.kind);
        },
      ),
    );
  });
});
