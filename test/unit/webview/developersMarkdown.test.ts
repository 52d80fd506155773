/** Markdown as developers and models write it: variables, prices, paths, names, notes, and fences in fences. */
import assert from 'node:assert/strict';
import { MarkdownBlocks } from '../../../src/webview/markdown/blocks.ts';
import { directionOf, directionOfHtml } from '../../../src/webview/markdown/hiddenText.ts';
import { createParser } from '../../../src/webview/markdown/parser.ts';

const parser = createParser();
const inline = (text: string): string => parser.renderInline(text);
/** What is drawn of a text that still grows. */
const growing = (text: string): string =>
  new MarkdownBlocks(parser)
    .update(text, false)
    .map(({ html }) => html)
    .join('');

describe("developers' markdown", () => {
  for (const text of [
    '$HOME/$USER',
    '${A}:${B}',
    '$HOME/$USER, it costs 5$.',
    'from $START to the end/$END here$',
    '5$, or 10$',
    '5$ or 10$',
    'pay $5 or 10$ now',
    '$PATH:$HOME',
    '$(date)_$(whoami)',
    'US$5/US$ rate',
    '$1,$2,$3',
    '$a-$b',
    'costs $5 and `a$`',
    '$x{$y}',
    'the pid $$ and `$$`',
  ])
    it(`takes no formula from ${text}`, () => assert.doesNotMatch(inline(text), /class="math/));

  for (const [text, tex] of [
    ['$x$', 'x'],
    ['the $n$th', 'n'],
    ['$2^{10}$', '2^{10}'],
    ['$\\frac{a}{b}$', '\\frac{a}{b}'],
    ['($a + b$)', 'a + b'],
    ['$3 \\times 4$.', '3 \\times 4'],
    ['$O(n log n)$', 'O(n log n)'],
    ['$5 x + 3$', '5 x + 3'],
    ['${\\bf x}_1$', '{\\bf x}_1'],
  ])
    it(`takes the formula from ${text}`, () => {
      const html = inline(text ?? '');
      assert.ok(html.includes(`class="math">${tex}<`), html);
    });

  for (const text of [
    'C:\\Users\\me\\.ssh',
    'C:\\Users\\me\\_old_\\!x',
    '\\\\server\\.share\\_a_',
    '%APPDATA%\\.npm',
    '~\\.config',
    '.\\.git\\_x_',
    'src\\app\\.env',
    'C:\\(x86)\\a',
    'C:\\__pycache__\\x',
    '__init__.py',
    'src/__tests__/a.ts',
    '__init__',
    'obj.__dict__',
    '__main__.py:3',
    '__my_name__(self)',
  ])
    it(`shows ${text} as it is written`, () => assert.equal(inline(text), text));

  it('goes on to escape marks and to make words bold elsewhere', () => {
    assert.equal(
      inline('\\*a\\* 1\\. __Important__ and __a note__'),
      '*a* 1. <strong>Important</strong> and <strong>a note</strong>',
    );
    assert.equal(inline('**C:\\me\\.ssh** done'), '<strong>C:\\me\\.ssh</strong> done');
    assert.match(inline('[C:\\me\\.x](https://e.com/)'), /^<a [^>]*>C:\\me\\.x<\/a>$/);
  });

  it('shows a note where it is written, and its mark where there is the note', () => {
    const html = parser.render(
      'A claim[^1], none[^2], [^a-z].\n\n[^1]: https://e.com\n[^b]: See *this*.\n\n    More.\n\nEnd.\n',
    );
    assert.match(html, /A claim<span class="footnote-mark">\[1\]<\/span>, none\[\^2\], \[\^a-z\]\./);
    assert.match(
      html,
      /<div class="footnote"><span class="footnote-label">\[1\]<\/span><p><a href="https:\/\/e\.com"/,
    );
    assert.match(html, /\[b\]<\/span><p>See <em>this<\/em>\.<\/p>\n<p>More\.<\/p>\n<\/div>\n<p>End\.<\/p>/);
  });

  it('shows a definition that no link uses and whose target is no address, and no other', () => {
    assert.equal(
      parser.render('[12:30]: lunch\n[13:00]: "talk"\nand more\n\n> [Q]: Why?\n'),
      '<p>[12:30]: lunch\n[13:00]: &quot;talk&quot;\nand more</p>\n' +
        '<blockquote>\n<p>[Q]: Why?</p>\n</blockquote>\n',
    );
    for (const hidden of ['[a]: https://e.com', '[a]: docs/a.md', '[a]: <b>', '[a]: #part', '[a]: a.md "A"'])
      assert.equal(parser.render(hidden), '', hidden);
    assert.match(
      parser.render('See [lunch].\n\n[lunch]: noon'),
      /^<p>See <span [^>]*>lunch<\/span>\.<\/p>\n$/,
    );
    assert.match(parser.render('[x]: y\n[a]: https://e.com\n\n[a]'), /^<p>\[x\]: y<\/p>\n<p><a href/);
  });

  it('shows such a definition once its line has ended, and no longer once a link uses it', () => {
    const blocks = new MarkdownBlocks(parser);
    const shown = (text: string): string =>
      blocks
        .update(text, false)
        .map(({ html }) => html)
        .join('');
    assert.equal(shown('[spec]: docs'), '');
    assert.equal(
      shown('[spec]: docs\n\nOne.\n\nTwo.\n\n'),
      '<p>[spec]: docs</p>\n<p>One.</p>\n<p>Two.</p>\n',
    );
    assert.match(shown('[spec]: docs\n\nOne.\n\nTwo.\n\n[spec]\n\n'), /^<p>One\..*>spec<\/span><\/p>\n$/s);
  });

  it('reads fences in a fence of markdown as one', () => {
    const html = parser.render('```md\n# A\n```js\nx\n```\nmore\n```\n\nafter\n');
    assert.match(html, /# A\n```js\nx\n```\nmore\n<\/code>/);
    assert.match(html, /<p>after<\/p>/);
  });

  it('reads a fence of markdown that has one end by the usual rule once no more comes', () => {
    const text = '```md\n```js\nx\n```\n\nafter\n';
    assert.match(parser.render(text), /<p>after<\/p>/);
    assert.doesNotMatch(growing(text), /<p>after<\/p>/);
  });

  for (const [text, shown] of [
    ['see [the docs](https://exa', '<p>see <span class="dead-link" title="">the docs</span></p>'],
    ['see [the docs](https://e.com/a "Ti', '<p>see <span class="dead-link" title="">the docs</span></p>'],
    ['a \\[x](y', '<p>a [x](y</p>'],
    ['`[a](b', '<p><code>[a](b</code></p>'],
    ['so \\(x^2 +', '<p>so</p>'],
    ['so $x^2 +', '<p>so</p>'],
    ['only $HOME is', '<p>only $HOME is</p>'],
    ['it costs $5 or', '<p>it costs $5 or</p>'],
  ])
    it(`draws ${text} without its source while it grows`, () =>
      assert.equal(growing(text ?? '').trim(), shown));

  it('draws an image and an address whose end has not come without its source', () => {
    assert.match(growing('![a map](https://e.com/i.p'), /class="image-link"[^>]*>.*a map<\/span>/);
    assert.match(growing('see <https://e.com/a'), /<a href="https:\/\/e\.com\/a"/);
  });

  it('draws a table from its head on', () => {
    for (const text of ['| a | b |', '| a | b |\n|', '| a | b |\n|--', 'Text:\n| a | b |\n|:-|'])
      assert.equal(growing(text).match(/<th>/g)?.length, 2, text);
    for (const text of ['| a | b', 'a | b |', '| a | b |\n\n', '```\n| a | b |'])
      assert.doesNotMatch(growing(text), /<th>/, text);
  });

  it('runs a text in the direction of most of its words', () => {
    assert.equal(directionOf('React היא ספרייה לבניית ממשקים'), 'rtl');
    assert.equal(directionOf('npm install שלום and a lot of other words'), 'ltr');
    assert.equal(directionOf('plain'), 'ltr');
    assert.equal(directionOfHtml('<p><code>npm run build all</code> בונה את הכול</p>'), 'rtl');
  });
});
