/** What the model gets of a page (decision 030). */
import assert from 'node:assert/strict';
import { readPage } from '../../../../src/tools/web/readPage.ts';

const paragraph = (text: string): string =>
  `<p>${text} ${'These are words of the article, and more of them. '.repeat(4)}</p>`;

describe('a web page as markdown', () => {
  const read = (
    html: string | Uint8Array,
    options: { isWhole?: boolean; charset?: string; kind?: 'plain' } = {},
  ) =>
    readPage({
      body: typeof html === 'string' ? new TextEncoder().encode(html) : html,
      kind: options.kind ?? 'html',
      charset: options.charset,
      url: 'https://example.com/docs/page',
      isWhole: options.isWhole ?? false,
    });
  const article = (content: string): string =>
    `<!doctype html><html><head><title>Guide</title></head><body><nav><a href="/menu">Menu</a></nav><article>${paragraph('One.')}${paragraph('Two.')}${content}</article></body></html>`;

  it('has the article, with headings, lists, tables and code, and no menus', () => {
    const { title, text } = read(
      article(
        '<h2>Steps</h2><ul><li>first</li></ul><pre><code class="language-js">let a = 1;\nlet b;</code></pre>' +
          '<table><thead><tr><th>a</th><th>b</th></tr></thead><tbody><tr><td>1</td><td>2</td></tr></tbody></table>',
      ),
    );
    assert.equal(title, 'Guide');
    for (const part of [
      '## Steps',
      '-   first',
      '```js\nlet a = 1;\nlet b;\n```',
      '| a   | b   |',
      '| 1   | 2   |',
    ])
      assert.ok(text.includes(part), `${part} is missing in ${text}`);
    assert.doesNotMatch(text, /Menu/);
  });

  it('has the menus, too, if the whole page is asked for, or there is hardly an article', () => {
    assert.match(read(article(''), { isWhole: true }).text, /\[Menu\]\(https:\/\/example\.com\/menu\)/);
    const { title, text } = read('<title>List</title><h1>Names</h1><a href="a">one</a>');
    assert.deepEqual([title, text], ['List', '# Names\n\n[one](https://example.com/docs/a)']);
  });

  for (const html of [
    '<title>T</title><p>text',
    '<head><title>T</title></head><p>text',
    '<title>T</title><body><p>text',
    '<html><title>T</title><body><p>text',
    '<head><title>T</title><body style="display:none"><p>text',
    '<html lang="en"><title>T</title><p>text',
    '<!doctype html><html><head><title>T</title></head><p>text</html>',
    '<html><head><title>T</title></head><body class="a"><p>text</body></html>',
  ])
    it(`does not need elements that HTML allows to leave out: ${html}`, () => {
      assert.deepEqual(read(html), { title: 'T', text: 'text', cut: 0, hidden: 0 });
    });

  it('makes links absolute, by the base of the page, and keeps no other schemes', () => {
    const { text } = read(
      '<base href="https://cdn.example.com/x/"><a href="../y#z">a</a> <a href="javascript:alert(1)">b</a> <a href="data:text/html,1">c</a> <img src="p.png" alt="picture"> <img src="data:image/png;base64,AAAA" alt="inline">',
    );
    assert.equal(text, '[a](https://cdn.example.com/y#z) b c ![picture](https://cdn.example.com/x/p.png)');
  });

  for (const hidden of [
    '<p hidden>secret</p>',
    '<p style="color: red; display : none">secret</p>',
    '<p style="display:/* */none">secret</p>',
    '<p style="visibility:hidden">secret</p>',
    '<p style="opacity: 0">secret</p>',
    '<p style="font-size:0px">secret</p>',
    '<template>secret</template>',
    '<noscript>secret</noscript>',
    '<script>secret</script>',
    '<style>secret</style>',
    '<svg><text>secret</text></svg>',
    '<dialog>secret</dialog>',
    '<!-- secret -->',
  ])
    it(`has nothing of what no reader sees: ${hidden}`, () => {
      for (const isWhole of [true, false])
        assert.doesNotMatch(read(article(hidden), { isWhole }).text, /secret/);
    });

  it('has no hidden characters, in plain text either', () => {
    assert.equal(read('<p>a\u{200B}b\u{E0041}\u{E0042}c&#8203;d').text, 'abcd');
    assert.equal(read('a\u{200B}b', { kind: 'plain' }).text, 'ab');
  });

  it('is decoded by its mark, its header, or what it says of itself', () => {
    assert.equal(read(Buffer.from('<p>caf\u{E9}', 'latin1'), { charset: 'iso-8859-1' }).text, 'café');
    assert.equal(read(Buffer.from('<meta charset="windows-1252"><p>caf\u{E9}', 'latin1')).text, 'café');
    assert.equal(read(Buffer.from('\u{FEFF}<p>café', 'utf16le'), { charset: 'utf-8' }).text, 'café');
    assert.equal(read('<p>café', { charset: 'no-such-encoding' }).text, 'café');
  });

  it('ends where it is too long, and says how much is left out', () => {
    const { text, cut } = read('x'.repeat(400_010), { kind: 'plain' });
    assert.deepEqual([text.length, cut], [400_000, 10]);
  });

  it('returns nothing for a page without text', () => {
    assert.deepEqual(read(''), { title: undefined, text: '', cut: 0, hidden: 0 });
    assert.equal(read('<html><body><script>draw()</script></body></html>').text, '');
  });
});
