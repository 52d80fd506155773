/** Texts in the editor's own interface: no link, no icon, no hidden character (src/editor/ui/inert.ts). */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import markdownIt from 'markdown-it';
import { codeMarkdown, escapeMarkdown, inertDetail, inertLabel } from '../../../../src/editor/ui/inert.ts';
import { hasIcon, hasLink, hostileTexts } from '../../../fixtures/editorMarkup.ts';
import { cases } from '../../../fixtures/cases.ts';

const marks = [
  '[',
  ']',
  '(',
  ')',
  '](',
  '$(',
  '$',
  '\\',
  ' ',
  '\n',
  '\r\n',
  '\t',
  '"',
  "'",
  '~',
  'error)',
  'x',
];
const pieces = [
  ...marks,
  'command:',
  'COMMAND:',
  'file:',
  'http://',
  'https://x',
  '\u{200B}',
  '\u{2028}',
  '\u{E0041}',
];

/** Texts put together of the pieces that matter, and of anything else. */
const hostile = fc
  .array(fc.oneof(fc.constantFrom(...pieces, ...hostileTexts), fc.string({ unit: 'binary', maxLength: 5 })), {
    maxLength: 40,
  })
  .map((chosen) => chosen.join(''));

const invisible = /[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Zl}\p{Zp}]/u;

describe('a text in a message, a title or a row', () => {
  for (const text of hostileTexts)
    it(`is only text: ${JSON.stringify(text)}`, () => {
      const shown = inertLabel(text);
      assert.ok(!hasLink(shown), shown);
      assert.ok(!hasIcon(shown), shown);
      assert.doesNotMatch(shown, invisible);
    });

  it('has no link and no icon, whatever it is made of', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        const shown = inertLabel(text);
        assert.ok(!hasLink(shown) && !hasIcon(shown), shown);
        assert.ok(!shown.includes('](') && !shown.includes('$('), shown);
      }),
      { numRuns: cases(300, 20_000) },
    );
  });

  it('has no link and no icon within a message of ours either', () => {
    fc.assert(
      fc.property(hostile, hostile, (one, other) => {
        const shown = inertLabel(`The server "${one}" said [${other}](${one}) and $(${other})`);
        assert.ok(!hasLink(shown) && !hasIcon(shown), shown);
      }),
      { numRuns: cases(100, 5_000) },
    );
  });

  it('keeps every character that can be seen', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme-ascii', maxLength: 300 }), (text) => {
        const flat = (some: string): string => some.replaceAll(/\s/g, '');
        assert.equal(flat(inertLabel(text)), flat(text));
      }),
    );
  });

  it('is one line', () => {
    assert.equal(inertLabel('one\r\n  two\u{2028}three\tfour'), 'one two three four');
  });

  it('stays readable: what was a link shows its label and its target', () => {
    assert.equal(inertLabel('[Fix](command:a.b)'), '[Fix] (command:a.b)');
    assert.equal(inertLabel('$(error) no'), '$ (error) no');
  });

  it('leaves words of languages that join letters, and emoji', () => {
    for (const text of ['می‌خواهم', 'क्‍ष', '👨‍👩‍👧 ❤️ 🏴󠁧󠁢󠁥󠁮󠁧󠁿', 'Grüße, 你好　世界'])
      assert.equal(inertLabel(text), text);
  });

  it('is bounded, says how much is missing, and keeps its end, where our own words can be', () => {
    const shown = inertLabel(`"${'x'.repeat(50_000)}" was deleted.`);
    assert.ok(shown.length < 1_000, String(shown.length));
    assert.match(
      inertLabel(`"${'x'.repeat(5_000)}" was deleted.`),
      /\(\d+ characters omitted\).*" was deleted\.$/,
    );
  });
});

describe('the text of a dialog', () => {
  it('keeps commands as they are, and shows what cannot be seen', () => {
    assert.equal(
      inertDetail('Runs: sh -c "echo $(id)"\nIn:\u{A0}/tmp\u{202E}'),
      'Runs: sh -c "echo $(id)"\nIn:<U+00A0>/tmp<U+202E>',
    );
  });
});

describe('a text in a hover', () => {
  const parser = markdownIt({ linkify: true });

  it('makes no element of its own, whatever it is made of', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        for (const markdown of [escapeMarkdown(text), codeMarkdown(text)]) {
          const html = parser.render(markdown).replaceAll(/<\/?(?:p|code)>|<br>/g, '');
          assert.doesNotMatch(html, /<[a-z]/i, `${JSON.stringify(text)} became ${html}`);
          assert.ok(!hasIcon(markdown), markdown);
        }
      }),
      { numRuns: cases(200, 10_000) },
    );
  });
});
