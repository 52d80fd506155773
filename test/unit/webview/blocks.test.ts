/** Markdown that streams in must end up as the same HTML as markdown that came in one piece. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { MarkdownBlocks } from '../../../src/webview/markdown/blocks.ts';
import { createParser } from '../../../src/webview/markdown/parser.ts';
import { cases } from '../../fixtures/cases.ts';

const parser = createParser();

/** Feeds the text in pieces that end at the given offsets, and gives the HTML of the end result. */
function stream(text: string, cuts: readonly number[]): string {
  const blocks = new MarkdownBlocks(parser);
  for (const cut of [...cuts].sort((a, b) => a - b)) blocks.update(text.slice(0, cut), false);
  return blocks
    .update(text, true)
    .map(({ html }) => html)
    .join('');
}

function everyCut(text: string): number[] {
  return Array.from({ length: text.length + 1 }, (_, index) => index);
}

const snippets = [
  'A paragraph.',
  'with `code`, **bold** and [a link](https://example.com)',
  '# Heading',
  '#',
  'Setext',
  '---',
  '===',
  '- item',
  '- ',
  '* other list',
  '+ third',
  '1. one',
  '2) two',
  '  - nested',
  '    indented',
  '\t- tab',
  '```ts',
  '```',
  '````',
  '~~~',
  '  ```js',
  'const a = `1`;',
  '> quote',
  '> - quoted item',
  '>',
  'lazy',
  '| a | b |',
  '|---|:-:|',
  '| 1 | 2 |',
  '|a|',
  '|--',
  '|--|--|',
  '[ref]',
  '[ref]: https://example.com',
  '[ref]: https://other.example',
  '[ref]:',
  '[12:30]: lunch',
  '[ref]: lunch',
  '"title"',
  "'open title",
  "end'",
  '[other][ref] and ![image][ref]',
  '  [ref]: <https://x.example> "t"',
  '***',
  '<b>html</b>',
  '<!-- comment',
  '-->',
  '\\',
  '&amp;',
  '![i](https://e.com/a.png)',
  '$$',
  '$$',
  '$$x$$ and $y_1$ for $5',
  'open $$ here',
  '\\[',
  '\\]',
  '> $$',
  '- [ ] task',
  '- [x]',
  '[^1]: a note',
  '[^1]: https://example.com',
  '    its second paragraph',
  'text with a mark[^1] and [^2]',
  '```md',
  '````markdown',
  'C:\\me\\.ssh and __init__.py',
  'A sentence.',
  '> [!NOTE]',
  '| `a|b` | c |',
  '$$ a',
  '+ b $$',
  '**/*.ts and 2*3*4',
  '<kbd>a</kbd>',
];
const line = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...snippets) },
  {
    weight: 1,
    arbitrary: fc.string({ unit: fc.constantFrom(...'-*+>#|:`~[]()!1.= \tab"\''.split('')), maxLength: 8 }),
  },
);
const lineEnd = fc.constantFrom(
  '\n',
  '\n',
  '\n',
  '\n\n',
  '\n\n',
  '\r\n',
  '\r',
  '\n\n\n',
  '\n  \n',
  '\n> ',
  '\n  ',
  '\n    ',
);
const markdown = fc
  .array(fc.tuple(line, lineEnd), { maxLength: 14 })
  .map((lines) => lines.map(([text, end]) => text + end).join(''));

describe('streamed markdown', () => {
  it('ends up as a whole rendering, wherever the text is cut', () => {
    const cutTexts = fc.tuple(markdown, fc.array(fc.nat({ max: 400 }), { maxLength: 60 }));
    fc.assert(
      fc.property(cutTexts, ([text, cuts]) => {
        assert.equal(stream(text, cuts), parser.render(text));
      }),
      { numRuns: cases(300, 20_000) },
    );
  });

  it('ends up as a whole rendering when it comes character by character', () => {
    fc.assert(
      fc.property(markdown, (text) => {
        assert.equal(stream(text, everyCut(text)), parser.render(text));
      }),
      { numRuns: cases(50, 3_000) },
    );
  });

  it('does not take a definition in its making for a link that uses an earlier one', () => {
    const text = '[ref]: lunch\nA paragraph.\n> A paragraph.\nA paragraph.\n[ref]: lunch\n';
    assert.equal(stream(text, everyCut(text)), parser.render(text));
  });

  it('closes code at the end of the text that could have had a fence within it', () => {
    const text = '```md\n````markdown\n```\n';
    assert.equal(stream(text, [text.length]), parser.render(text));
  });

  it('renders finished blocks once', () => {
    const blocks = new MarkdownBlocks(parser);
    const text = '# One\n\ntwo\n\n- three\n- four\n\nfive\n\nsix';
    const before = blocks.update(text, false);
    const after = blocks.update(`${text} and more`, false);
    assert.deepEqual(
      after.map((block, index) => block === before[index]),
      [true, true, true, true, false],
    );
  });

  it('has the same blocks of code that grows as of the whole so far', () => {
    const text = 'a\n\n```ts x.ts\nconst a = "<b>";\n\n- no list\n~~ ``\n  b\r\nc\n``` no end\n\n```\n\nd\n';
    // The parser leaves blanks out at the very end, until something follows them.
    const look = (blocks: MarkdownBlocks, end: number) =>
      blocks
        .update(text.slice(0, end), false)
        .map(({ html, openCode }) => ({ html, info: openCode?.info, code: openCode?.code.trimEnd() }));
    const blocks = new MarkdownBlocks(parser);
    for (const end of everyCut(text))
      assert.deepEqual(look(blocks, end), look(new MarkdownBlocks(parser), end));
  });

  it('draws no mark before its line has continued after it', () => {
    const text = 'Steps:\n- one\n  - two\n1. three\n\n# four\n\nNext\n===\n';
    const blocks = new MarkdownBlocks(parser);
    const seen = everyCut(text).map((end) =>
      blocks
        .update(text.slice(0, end), false)
        .map(({ html }) => html)
        .join(''),
    );
    const last = seen.at(-1) ?? '';
    // Headings are those at the end alone, and no line stands for a moment in the one before it.
    for (const html of seen) {
      assert.doesNotMatch(html, /<h2>|Steps:\n?[-\d]|one\n?[-\d]|<(?:li|h1|p)><\//, html);
    }
    assert.match(last, /<h1>four<\/h1>\n<h1>Next<\/h1>/);
    assert.match(blocks.update('Steps:\n-', true)[0]?.html ?? '', /<h2>Steps:/);
  });

  it('draws emphasis and code as if they ended where the text does so far', () => {
    const drawn = (text: string): string =>
      new MarkdownBlocks(parser)
        .update(text, false)
        .map(({ html }) => html)
        .join('')
        .replaceAll('\n', '');
    for (const cut of [
      'a *',
      'a **',
      'a **b',
      'a **b ',
      'a **b*',
      'a **b**',
      '- [ ] a **b',
      '# a *b',
      'a `',
      'a `b',
      'a **b `c',
    ])
      assert.doesNotMatch(drawn(cut), /[*`]/, cut);
    assert.equal(drawn('a **b *c'), '<p>a <strong>b <em>c</em></strong></p>');
    assert.equal(drawn('a **b 2*3'), '<p>a <strong>b 2*3</strong></p>');
    assert.equal(drawn('a ***b** c'), '<p>a <em><strong>b</strong> c</em></p>');
    assert.equal(drawn('a **b `c* d'), '<p>a <strong>b <code>c* d</code></strong></p>');
    assert.equal(drawn('| a |\n|---|\n| **b').includes('<strong>b</strong>'), true);
    // What is no emphasis, or is none any more, is text.
    for (const text of [
      '2 * 3',
      '2**10',
      'src/**/a',
      'a \\*b',
      `a **b ${'c '.repeat(200)}`,
      'a **b\n\nc',
      '```\na **b',
    ])
      assert.match(drawn(text), /\*/, text);
  });

  it('moves nothing that was written when emphasis and code end', () => {
    const blocks = new MarkdownBlocks(parser);
    const text = 'Some **bold words** and *others*, with `code` in **both `of them` there**.\n\nEnd *here*.';
    let before = '';
    for (const cut of everyCut(text)) {
      const all = blocks
        .update(text.slice(0, cut), false)
        .map(({ html }) => html.replaceAll(/<.*?>|\n/g, ''));
      assert.ok(all.join('').startsWith(before.trimEnd()), `${before} becomes ${all.join('')}`);
      before = all.join('');
    }
  });

  it('counts a definition that comes late for what stands before it, once it is complete', () => {
    const blocks = new MarkdownBlocks(parser);
    const html = (text: string, complete = false): string | undefined =>
      blocks.update(text, complete)[0]?.html;
    const text = 'See [docs].\n\nb\n\nc\n\n[docs]: https://example.com';
    assert.equal(html(text), '<p>See [docs].</p>\n');
    assert.match(html(`${text}/guide\n\nd\n\ne\n\nf`) ?? '', /href="https:\/\/example\.com\/guide"/);
  });

  it('starts over when the text is another one', () => {
    const blocks = new MarkdownBlocks(parser);
    blocks.update('a\n\nb\n\nc\n\n', false);
    assert.deepEqual(
      blocks.update('x', true).map(({ key, html }) => [key, html]),
      [[0, '<p>x</p>\n']],
    );
  });
});
