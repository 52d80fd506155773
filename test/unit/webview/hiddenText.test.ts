/** Hidden characters in code, arguments and results of the chat, padding in arguments, and text that may turn. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { exactHtml, paddingPieces } from '../../../src/webview/calls/exactText.ts';
import { headOf } from '../../../src/webview/calls/headOf.ts';
import { mayTurn, directionOf, showHiddenHtml } from '../../../src/webview/markdown/hiddenText.ts';

describe('hidden characters in HTML', () => {
  it('are shown by their numbers, and stay in the text', () => {
    assert.equal(
      showHiddenHtml('a\u202Eb', 'prose'),
      'a<span class="hidden-character" title="U+202E">\u202E</span>b',
    );
    assert.match(showHiddenHtml('\u2066\u2069', 'prose'), /title="U\+2066 U\+2069"/);
    assert.match(showHiddenHtml(`a${'\u{E0041}'.repeat(9)}`, 'prose'), /title="U\+E0041 ×9"/);
  });

  it('are in words only those that turn the direction of the text after them', () => {
    const words = 'a\u200Bb \u00A0 \u200Fשלום\u200E';
    assert.equal(showHiddenHtml(words, 'turning'), words);
    for (const turning of ['\u202A', '\u202D', '\u202E', '\u2066', '\u2067', '\u2068'])
      assert.match(
        showHiddenHtml(`a${turning}b`, 'turning'),
        /^a<span class="hidden-character" title="U\+20/,
      );
  });

  it('are only those that a reader cannot see', () => {
    for (const text of ['abc', 'שלום', 'é', '❤️']) assert.equal(showHiddenHtml(text, 'exact'), text);
  });
});

describe('padding in arguments', () => {
  const shown = (text: string): string => exactHtml(text).replaceAll(/<[^>]*>/g, '');

  it('is counted instead of shown: spaces, line breaks, and both as JSON writes them', () => {
    assert.equal(shown(`ls${' '.repeat(500)}; rm -rf /`), 'ls500 spaces; rm -rf /');
    assert.equal(shown(`ls${'\n'.repeat(200)}rm -rf /`), 'ls200 line breaks\nrm -rf /');
    assert.equal(shown(`"ls${'\\n'.repeat(200)}rm"`), '&quot;ls200 line breaksrm&quot;');
    assert.equal(shown(`"ls${'\\t \\u0020'.repeat(50)}rm"`), '&quot;ls150 spacesrm&quot;');
    assert.equal(shown(`"ls${'\\n  '.repeat(50)}rm"`), '&quot;ls50 line breaks and 100 spacesrm&quot;');
    assert.equal(shown(`ls${'\n   '.repeat(40)}\nrm`), 'ls41 line breaks and 120 spaces\nrm');
    assert.match(exactHtml(`a${'\u{A0}'.repeat(500)}b`), /title="U\+00A0 ×500"/);
  });

  it('does not include indentation of code, nor up to three empty lines', () => {
    for (const text of [`a\n${' '.repeat(60)}b`, 'a\n\n\n\nb', `a${' '.repeat(12)}b`, '"a\\n\\n\\nb"'])
      assert.equal(paddingPieces(text).length, 1, text);
  });

  it('leaves every other character', () => {
    const piece = fc.oneof(
      fc.constantFrom(' '.repeat(30), '\n'.repeat(9), '\\n'.repeat(9), '\t', ' ', '\n', 'a', '"'),
      fc.string({ maxLength: 4 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = pieces.join('');
        const found = paddingPieces(text);
        assert.equal(found.map((each) => each.text).join(''), text);
        for (const { padding, text: run } of found)
          if (padding !== undefined) assert.match(run, /^(?:\s|\\[nrt]|\\u00(?:09|0[ad]|20))+$/i);
      }),
    );
  });
});

describe('the head of a long text', () => {
  it('is all of a text of moderate length', () => {
    assert.deepEqual(headOf('a\nb'), { head: 'a\nb', rest: undefined });
    const lines = Array.from({ length: 32 }, (_, index) => `line ${index}`).join('\n');
    assert.equal(headOf(lines).rest, undefined);
    assert.equal(headOf('x'.repeat(1_900)).rest, undefined);
  });

  it('says exactly how much follows', () => {
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
    const { head, rest } = headOf(lines.join('\n'));
    assert.equal(head, lines.slice(0, 24).join('\n'));
    assert.deepEqual(rest, { lines: 76, characters: lines.slice(24).join('\n').length });
    assert.deepEqual(headOf('x'.repeat(10_000)).rest, { lines: 1, characters: 10_000 - 24 * 60 });
  });

  it('loses nothing and splits no character', () => {
    const unit = fc.oneof(fc.constantFrom('\n', 'x'.repeat(59), '😀', '\n\n'), fc.string({ maxLength: 90 }));
    fc.assert(
      fc.property(fc.array(unit, { maxLength: 120 }), (units) => {
        const text = units.join('').toWellFormed();
        const { head, rest } = headOf(text);
        assert.ok(text.startsWith(head) && head.isWellFormed());
        const left = text.slice(head.length);
        assert.ok(rest ? left.length - rest.characters <= 1 && rest.characters > 0 : left === '');
      }),
    );
  });
});

describe('a text that may turn', () => {
  it('has a letter that is read from right to left, or a character that turns it', () => {
    for (const text of ['a ש', 'مرحبا', '\u{1E900}', '\u200F', 'a\u202Eb'])
      assert.equal(mayTurn(text), true, text);
  });

  it('does not have only characters that are read from left to right', () => {
    for (const text of ['', 'abc', 'é ß ж 重要 ท', '🙂 → ✓ …', '1. `x`'])
      assert.equal(mayTurn(text), false, text);
  });
});

describe('the direction of a text', () => {
  it('is that of most of its words, or of a mark before the first', () => {
    for (const [text, direction] of [
      ['שלום abc', 'rtl'],
      ['1. (مرحبا) abc', 'rtl'],
      ['🙂\n\n\u{1E900}', 'rtl'],
      ['1. \u200Fabc', 'rtl'],
      ['1. \u200Eשלום', 'ltr'],
      ['abc שלום', 'rtl'],
      ['“é” and more שלום', 'ltr'],
      ['重要 important שלום', 'ltr'],
    ] as const)
      assert.equal(directionOf(text), direction, text);
  });

  it('is from left to right without a letter', () => {
    for (const text of ['', '123', '🙂 → …']) assert.equal(directionOf(text), 'ltr', text);
  });
});
