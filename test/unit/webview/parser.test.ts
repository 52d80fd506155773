/** What becomes of links, images, tables, code and hostile text. */
import assert from 'node:assert/strict';
import { createParser, isClosedFence } from '../../../src/webview/markdown/parser.ts';

const parser = createParser();
const inline = (text: string): string => parser.renderInline(text);
const fences = (text: string): boolean[] =>
  parser
    .parse(text, {})
    .filter(({ type }) => type === 'fence')
    .map(isClosedFence);

describe('markdown', () => {
  it('links to the web and to mail, and shows where', () => {
    assert.equal(
      inline('[x](https://e.com/a "t")'),
      '<a href="https://e.com/a" title="https://e.com/a">x</a>',
    );
    assert.match(inline('https://e.com/?a=1&b=2'), /href="https:\/\/e\.com\/\?a=1&amp;b=2"/);
    assert.match(inline('<me@example.com>'), /href="mailto:me@example.com"/);
  });

  it('makes no link of anything else', () => {
    for (const href of [
      'src/a.ts',
      '#top',
      'command:x',
      'vscode://x',
      'file:///etc/passwd',
      '//e.com',
      'ftp://e.com',
      'javascript:alert(1)',
      'data:text/html,x',
    ]) {
      const html = inline(`[x](${href}) y`);
      assert.equal(html, `<span class="dead-link" title="${href}">x</span> y`);
    }
    for (const text of [
      '<javascript:alert(1)>',
      '[x][y]\n\n[y]: JavaScript:alert(1)',
      '![x](data:text/html,x)',
    ])
      assert.doesNotMatch(parser.render(text), /<a|href/);
  });

  it('takes file names for text', () => {
    assert.equal(inline('README.md, main.py and example.com'), 'README.md, main.py and example.com');
  });

  it('shows images as links, never as images', () => {
    assert.match(
      inline('![a *b*](https://e.com/i.png)'),
      /^<a class="image-link" href="https:\/\/e\.com\/i\.png".*a b<\/a>$/,
    );
    assert.match(inline('![](x.png)'), /^<span class="image-link" title="x.png">.*image<\/span>$/);
    const nested = inline('[![alt](https://e.com/i.png)](https://e.com/)');
    assert.equal(nested.match(/<a /g)?.length, 1);
    assert.match(nested, /alt<\/span><\/a>$/);
  });

  it('escapes HTML everywhere', () => {
    const hostile = '<img src=x onerror=alert(1)>';
    const text = `${hostile}\n\n\`${hostile}\`\n\n    ${hostile}\n\n\`\`\`${hostile}\n${hostile}\n\`\`\`\n\n![${hostile}](https://e.com/)`;
    assert.doesNotMatch(parser.render(text), /<img/);
  });

  it('breaks lines where HTML says so, as models do in tables, and nowhere in code', () => {
    assert.match(parser.render('| a |\n|---|\n| x<br>y<BR/>z<br /> |'), /<td>x<br>\s*y<br>\s*z<br>\s*<\/td>/);
    for (const text of ['<br onclick=x>', '<brx>', '`<br>`', '\\<br>'])
      assert.doesNotMatch(inline(text), /<br/, text);
  });

  it('finds emphasis in scripts without spaces, beside their punctuation too', () => {
    for (const text of [
      '这是**重要。**请看',
      '彼は**「はい」**と',
      '한국어**(영어)**는',
      'Code**（VS）**は',
      '𠮷**（あ）**𠮷',
    ])
      assert.match(inline(text), /.<strong>[^*]+<\/strong>./, text);
    // Elsewhere a mark beside punctuation goes by the rules.
    assert.equal(inline('a**(b)**c'), 'a**(b)**c');
    assert.equal(inline('中 ** 文 ** 字'), '中 ** 文 ** 字');
  });

  it('aligns table cells by class, because the policy forbids styles', () => {
    const html = parser.render('| a | b | c |\n|:-:|--:|---|\n| 1 | 2 | 3 |\n');
    assert.doesNotMatch(html, /style/);
    assert.match(html, /<td class="align-center">1<\/td>\s*<td class="align-right">2<\/td>\s*<td>3<\/td>/);
  });

  it('makes no header of a table header without text', () => {
    const html = parser.render('| | a |\n|---|---|\n| 1 | |');
    assert.match(html, /<tr>\s*<td><\/td>\s*<th>a<\/th>\s*<\/tr>/);
  });

  it('marks a cell with the rough length of its text, whatever surrounds it', () => {
    const sizes = [
      'abcd',
      '**abcd**',
      'abcde',
      'x'.repeat(12),
      `[${'x'.repeat(20)}](https://example.com/far)`,
    ];
    const long = ['x'.repeat(48), 'x '.repeat(30)];
    const html = parser.render(
      `| a |\n|---|\n${[...sizes, ...long].map((each) => `| ${each} |`).join('\n')}`,
    );
    assert.deepEqual(
      [...html.matchAll(/<td(?: class="(.*?)")?>/g)].map(([, size]) => size),
      [undefined, undefined, 'size-xs', 'size-s', 'size-m', 'size-l', 'size-xl'],
    );
    assert.match(parser.render('| a |\n|--:|\n| 1,204 |'), /<td class="align-right size-xs">/);
  });

  it('knows whether a fence is closed, also inside lists and quotes', () => {
    assert.deepEqual(fences('```ts\na\n```'), [true]);
    assert.deepEqual(fences('```ts\na\n``'), [false]);
    assert.deepEqual(fences('```\n```'), [true]);
    assert.deepEqual(fences('```'), [false]);
    assert.deepEqual(fences('```\n'), [false]);
    assert.deepEqual(fences('~~~~\na\n~~~\n'), [false]);
    assert.deepEqual(fences('- a\n  ```\n  b\n  ```\n- c\n  ```\n  d\n'), [true, false]);
    assert.deepEqual(fences('> ```\n> a\n> ```\n\n> ```\n> a\n'), [true, false]);
  });

  it('names the file that code is for', () => {
    const fileOf = (info: string): string | undefined =>
      /code-file" title="([^"]*)"/.exec(parser.render(`\`\`\`${info}\na\n\`\`\`\n`))?.[1];
    for (const info of ['ts title="src/a b.ts"', "ts {1} file='src/a b.ts'"])
      assert.equal(fileOf(info), 'src/a b.ts');
    for (const info of ['ts src/a.ts', 'ts:src/a.ts', 'ts path=src/a.ts'])
      assert.equal(fileOf(info), 'src/a.ts');
    for (const info of ['', 'ts', 'ts highlight', 'src/a.ts']) assert.equal(fileOf(info), '');
    assert.equal(fileOf('ts title="<b>"'), '&lt;b&gt;');
  });

  it('makes boxes of tasks, and of nothing else', () => {
    const html = parser.render('- [ ] to do\n- [X] **done**\n- [y] no\n\n[ ] no\n');
    assert.deepEqual(html.match(/aria-label="[^"]*"/g), ['aria-label="To do"', 'aria-label="Done"']);
    assert.match(html, /<li class="task"><span [^>]*><\/span>to do/);
    assert.match(html, /\[y\] no.*\[ \] no/s);
  });

  it('marks formulas, in a line and on lines of their own', () => {
    assert.equal(inline('so $a_1 < b$.'), 'so <span class="math">a_1 &lt; b</span>.');
    assert.equal(
      inline('\\(x*y*z\\) $$d$$'),
      '<span class="math">x*y*z</span> <span class="math display">d</span>',
    );
    assert.equal(parser.render('$$\na\n\nb\n$$\n'), '<div class="math display">a\n\nb</div>\n');
    assert.equal(parser.render('> \\[\n> a\n> \\]\n').match(/math display">a</g)?.length, 1);
  });

  it('does not take prices, shell variables and code for formulas', () => {
    for (const text of [
      '$5 and $10',
      'from $5 to $6.',
      '$HOME and $PATH',
      '`$a$`',
      '\\$a$',
      '$ a $',
      'a$',
      '$$',
      '$$ x',
    ])
      assert.doesNotMatch(parser.render(text), /math/, text);
  });

  it('marks code to be coloured only once its fence is closed', () => {
    assert.doesNotMatch(parser.render('```ts\nconst a = 1;\n'), /complete/);
    assert.match(parser.render('```ts\nconst a = 1;\n```\n'), /<code class="complete">const a/);
    assert.match(parser.render('```TSX title="x"\nconst a = 1;\n```\n'), /code-language">tsx<.*complete/s);
  });

  it('shows what is nested too deeply as it was written, and says so', () => {
    const quotes = parser.render(`${'> '.repeat(150)}deep\n\nAfter`);
    assert.match(
      quotes,
      /<pre class="unparsed" tabindex="0">&gt; .*deep<\/pre><div class="cut">The text above/s,
    );
    assert.match(quotes, /<p>After<\/p>/);
    const items = parser.render(`${'- '.repeat(60)}deep`);
    assert.match(items, /class="unparsed" tabindex="0">- .*deep/s);
    assert.doesNotMatch(parser.render(`${'- '.repeat(11)}deep`), /unparsed/);
  });

  it('shows the text of images within images within images as it was written', () => {
    const html = parser.render(`${'![a'.repeat(8)}${'](https://e.com/i.png)'.repeat(8)}`);
    assert.match(html, /^<p><a .*!\[a!\[a/s);
  });

  it('leaves formulas as their source after 500 in one block, and a long one of lines', () => {
    const html = parser.render(`${'$a$ '.repeat(502)}\n\n$b$\n`);
    assert.equal(html.match(/class="math"/g)?.length, 501);
    assert.match(html, /<span class="formula-source" title="There are too many formulas[^"]*">\$a\$<\/span>/);
    assert.match(html, /<p><span class="math">b<\/span><\/p>\n$/);
    const long = parser.render(`$$\n${'x'.repeat(10_001)}\n$$\n`);
    assert.match(long, /<div class="formula-source">\$\$\nx+\n\$\$<\/div>/);
    const bracketed = parser.render(`\\[\n${'x'.repeat(10_001)}\n\\]\n`);
    assert.match(bracketed, /x\n\\\]<\/div>/);
  });
});
