import assert from 'node:assert/strict';
import { TerminalText, terminalHtml } from '../../../src/webview/markdown/terminalText.ts';
import { markdownIn } from '../../../src/webview/calls/markdownResult.ts';

const visible = (html: string): string => html.replaceAll(/<[^>]*>/g, '');

/** The characters with the class of each. */
function styled(html: string): readonly string[] {
  return html.split('<span class="').flatMap((piece, index) => {
    const [name = '', text = ''] = index === 0 ? ['', piece] : piece.split('">');
    const [inside = '', after = ''] = text.split('</span>');
    const characters = (some: string, of: string): string[] => some.split('').map((each) => `${each} ${of}`);
    return [...characters(inside, name), ...characters(after, '')];
  });
}

describe('text that was made for a terminal', () => {
  it('has colours, weight and slant in place of codes, until they are reset', () => {
    assert.equal(
      terminalHtml('\u001b[31mred\u001b[0m \u001b[1;32mgreen\u001b[22m on\u001b[39m \u001b[3;4mi\u001b[m.'),
      '<span class="ansi-red">red</span> <span class="ansi-green ansi-bold">green</span>' +
        '<span class="ansi-green"> on</span> <span class="ansi-italic ansi-underline">i</span>.',
    );
  });

  it('has the nearest colour for one of 256 and for one by its parts', () => {
    const classOf = (code: string): string | undefined =>
      /class="([^"]*)"/.exec(terminalHtml(`\u001b[${code}mx`))?.[1];
    assert.equal(classOf('38;5;9'), 'ansi-red');
    assert.equal(classOf('38;5;46'), 'ansi-green');
    assert.equal(classOf('38;5;240'), 'ansi-grey');
    assert.equal(classOf('38;2;255;200;20'), 'ansi-yellow');
    assert.equal(classOf('38:2:20:20:250'), 'ansi-blue');
    assert.equal(classOf('38;5;201;1'), 'ansi-magenta ansi-bold');
    assert.equal(classOf('90'), 'ansi-grey');
    assert.equal(classOf('96'), 'ansi-cyan');
    assert.equal(classOf('38;9;1'), 'ansi-bold');
  });

  it('hides nothing: grounds colour the text, concealed and inverted text is shown', () => {
    assert.equal(terminalHtml('\u001b[41m\u001b[30mFAIL'), '<span class="ansi-red">FAIL</span>');
    assert.equal(terminalHtml('\u001b[8mhidden\u001b[7m too'), 'hidden too');
    assert.equal(visible(terminalHtml('a\u001b[2K\u001b[1G\u001b[?25lb')), 'ab');
  });

  it('marks what is no code of a colour, so that nothing is read that nobody sees', () => {
    for (const text of [
      '\u001b]8;;https://evil.example/\u0007here\u001b]8;;\u0007',
      `\u001b[${'1;'.repeat(40)}m`,
      '\u001b[31',
      '\u001bP1\u001b\\',
      'a\u200bb',
    ])
      assert.match(terminalHtml(text), /class="hidden-character"/, JSON.stringify(text));
  });

  it('is text, whatever it looks like', () => {
    assert.equal(
      terminalHtml('\u001b[31m<b onclick="x">&'),
      '<span class="ansi-red">&lt;b onclick=&quot;x&quot;&gt;&amp;</span>',
    );
  });

  it('is the same if it comes in pieces that end within a code', () => {
    const text = 'one \u001b[1;31mtwo\u001b[0m three \u001b[38;5;46mfour';
    for (let cut = 0; cut <= text.length; cut += 1) {
      const terminal = new TerminalText();
      assert.deepEqual(
        styled(terminal.write(text.slice(0, cut)) + terminal.write(text.slice(cut))),
        styled(terminalHtml(text)),
        `cut at ${cut}`,
      );
    }
  });

  it('is never taken for Markdown', () => {
    const markdown = '# Title\n\n- **one**\n- `two`\n';
    const call = { source: { kind: 'mcp', server: 's' }, status: 'success' } as const;
    const shown = (text: string) =>
      markdownIn({ type: 'text', text }, call as Parameters<typeof markdownIn>[1]);
    assert.equal(shown(markdown), markdown);
    assert.equal(shown(`${markdown}\u001b[31mred`), undefined);
  });
});
