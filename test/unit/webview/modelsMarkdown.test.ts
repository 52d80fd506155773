/** Markdown as models write it, which the rules of markdown read as something else. */
import assert from 'node:assert/strict';
import { MarkdownBlocks } from '../../../src/webview/markdown/blocks.ts';
import { createParser } from '../../../src/webview/markdown/parser.ts';

const parser = createParser();
const growing = (text: string): string =>
  new MarkdownBlocks(parser)
    .update(text, false)
    .map(({ html }) => html)
    .join('');

describe("models' markdown", () => {
  for (const text of [
    '2*3*4',
    '2**8 + 3**2',
    '**/*.ts and src/**/*.js',
    '**/node_modules/** and **/dist/**',
    'packages/*/src and apps/*/src',
    '{**/*.ts,**/*.tsx}',
    'a/**/b, c/**/d.',
  ])
    it(`keeps each asterisk of ${text}`, () => assert.equal(parser.renderInline(text), text));

  for (const [text, html] of [
    ['**/etc/hosts** is', '<strong>/etc/hosts</strong> is'],
    ['**src/** and **test/**', '<strong>src/</strong> and <strong>test/</strong>'],
    ['**S**ingle **R**ule', '<strong>S</strong>ingle <strong>R</strong>ule'],
    ['**Step 1**: *2*', '<strong>Step 1</strong>: <em>2</em>'],
  ] as const)
    it(`still takes emphasis from ${text}`, () => assert.equal(parser.renderInline(text), html));

  for (const text of [
    'echo $$; kill $$',
    '\\[0\\] of \\[1\\]',
    'an \\(optional\\) part',
    'a \\[a-z\\] class',
  ])
    it(`takes no formula from ${text}`, () => assert.doesNotMatch(parser.renderInline(text), /class="math/));

  for (const [text, tex] of [
    ['$$ x = 1\n+ 2 $$', 'x = 1\n+ 2'],
    ['\\[ x\n- y = 2 \\]', 'x\n- y = 2'],
    [
      '$$\\begin{aligned}\na &= b \\\\\n= c\n\\end{aligned}$$',
      '\\begin{aligned}\na &amp;= b \\\\\n= c\n\\end{aligned}',
    ],
    ['\\[y\\]', 'y'],
    ['so \\[x = 1\\] and', 'x = 1'],
    ['$$a$$', 'a'],
    ['\\(ab\\)', 'ab'],
  ] as const)
    it(`takes the formula from ${JSON.stringify(text)}`, () => {
      const html = parser.render(text);
      assert.ok(html.includes(`>${tex}<`) && html.includes('class="math'), html);
    });

  it('keeps a union of types in one cell of a table, and the cells after it', () => {
    const cells = (row: string): string[] =>
      [...parser.render(`| a | b | c |\n|---|---|---|\n${row}`).matchAll(/<td[^>]*>(.*?)<\/td>/g)].map(
        ([, cell = '']) => cell,
      );
    assert.deepEqual(cells('| x | `string|null` | the last |'), [
      'x',
      '<code>string|null</code>',
      'the last',
    ]);
    assert.deepEqual(cells('| `a||b` | ``c|`d`` | e \\| f |'), [
      '<code>a||b</code>',
      '<code>c|`d</code>',
      'e | f',
    ]);
    assert.deepEqual(cells('| `a | b | c |'), ['`a', 'b', 'c']);
    assert.match(
      parser.render('> - x\n>\n>   | a | b |\n>   |--|--|\n>   | `p|q` | r |'),
      /<code>p\|q<\/code><\/td>\n<td>r</,
    );
  });

  it('draws a rule below a sentence, and a heading above a line of hyphens', () => {
    assert.equal(parser.render('That is all.\n---\nNext'), '<p>That is all.</p>\n<hr>\n<p>Next</p>\n');
    assert.equal(parser.render('One\nand two\n---'), '<p>One\nand two</p>\n<hr>\n');
    assert.equal(parser.render('Title\n---'), '<h2>Title</h2>\n');
    assert.equal(parser.render('A sentence.\n-'), '<h2>A sentence.</h2>\n');
    assert.equal(
      parser.render('> It is so.\n> ---'),
      '<blockquote>\n<p>It is so.</p>\n<hr>\n</blockquote>\n',
    );
  });

  it('draws the notes of GitHub as quotes with a title, also while they come', () => {
    const html = parser.render('> [!WARNING]\n> Do not.');
    assert.match(
      html,
      /^<blockquote class="alert alert-warning">\n<p class="alert-title">.*<\/span> Warning<\/p>/,
    );
    assert.match(html, /<p>Do not\.<\/p>/);
    assert.doesNotMatch(parser.render('> [!TIP]\n>\n> Text'), /<p><\/p>/);
    assert.doesNotMatch(parser.render('> [!OTHER]\n> Text'), /alert/);
    for (const part of ['> [', '> [!', '> [!WARN', '> [!WARNING', '> [!WARNING]'])
      assert.doesNotMatch(growing(part), /\[/, part);
    assert.match(growing('> [a'), /\[a/);
  });

  it('draws keys, and what is above or below the line', () => {
    assert.equal(
      parser.renderInline('<kbd>Ctrl</kbd> H<sub>2</sub>O x<sup>2</sup>'),
      '<kbd>Ctrl</kbd> H<sub>2</sub>O x<sup>2</sup>',
    );
    assert.equal(
      parser.renderInline('<kbd onclick="x">a</kbd> <sub><img></sub> <sup>&"</sup>'),
      '&lt;kbd onclick=&quot;x&quot;&gt;a&lt;/kbd&gt; &lt;sub&gt;&lt;img&gt;&lt;/sub&gt; <sup>&amp;&quot;</sup>',
    );
  });

  it('shows what turns the direction of code within a sentence', () =>
    assert.equal(
      parser.renderInline('run `a\u202eb`'),
      'run <code>a<span class="hidden-character" title="U+202E">\u202e</span>b</code>',
    ));
});
