/** What a selection in the chat's page gives to the clipboard where it has formulas. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Item } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const text =
  'So $x^2$ is **large**.\n\n$$\n\\frac{1}{2}\n$$\n\n| a | b |\n|---|---|\n| $y_1$ | 2 |\n\n```ts\nlet a;\n```\n\nEnd.';

describe('a selection that is copied', () => {
  const chat = useChatPage({ turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } });
  let page: Page;
  beforeEach(async () => {
    ({ page } = chat);
    await chat.show([
      { kind: 'user', id: 'u', text: 'Why?' },
      { kind: 'assistant', id: 'a', text, streaming: false },
    ]);
    await page.locator('.math.drawn').nth(2).waitFor();
  });

  /** Selects what the expressions say, copies with the keyboard, and says what was copied and is still selected. */
  async function copy(...[from, at, to, until]: readonly [string, number, string, number]) {
    await page.evaluate(`{
      const find = (selector) => document.querySelector(selector);
      window.copied = {};
      document.addEventListener('copy', ({ clipboardData, defaultPrevented }) => {
        for (const type of ['text/plain', 'text/html']) window.copied[type] = clipboardData.getData(type);
        window.copied.own = defaultPrevented;
      }, { once: true });
      getSelection().setBaseAndExtent(find('${from}'), ${at}, find('${to}'), ${until});
      window.before = getSelection().toString();
    }`);
    await page.keyboard.press('Control+C');
    return page.evaluate<{ 'text/plain': string; 'text/html': string; own: boolean; kept: boolean }>(
      '({ ...window.copied, kept: getSelection().toString() === window.before })',
    );
  }

  it('has formulas as TeX, and all else as it reads', async () => {
    const copied = await copy('[role=list]', 0, '[role=list]', 2);
    assert.deepEqual(copied['text/plain'].trim().split(/\n+/), [
      'Why?',
      'So $x^2$ is large.',
      '$$\\frac{1}{2}$$',
      'a\tb',
      '$y_1$\t2',
      'let a;',
      'End.',
    ]);
    assert.equal(copied.kept, true);
    assert.equal(await page.locator('.math [hidden]').count(), 0);
    assert.equal((await page.locator('.math').first().innerText()).at(-1), '2');
    assert.match(copied['text/html'], /<math.*<strong>large<\/strong>/s);
    assert.doesNotMatch(copied['text/html'], /<button|code-bar/);
  });

  it('has the whole of a formula of which it has a part', async () => {
    const part = await copy('.math mi', 0, '.math mn', 0);
    assert.deepEqual([part['text/plain'], part.kept], ['$x^2$', true]);
    const begun = await copy('.math mn', 0, 'strong', 1);
    assert.deepEqual([begun['text/plain'], begun.kept], ['$x^2$ is large', true]);
  });

  it('is left to the browser where it has none', async () => {
    assert.equal((await copy('strong', 0, 'strong', 1)).own, false);
  });

  it('ends with no new line where it is code alone', async () => {
    await chat.show([
      { kind: 'assistant', id: 'a', text: '```sh\n# One\n  rm -r x\n\nls\n```\n\nEnd.', streaming: false },
    ]);
    assert.equal((await copy('pre', 0, 'pre', 1))['text/plain'], '# One\n  rm -r x\n\nls');
  });

  const list =
    'Before.\n\n1. first\n2. second\n3. third **bold** item\n   - inner one\n   - inner two\n\n     more of it\n4. fourth\n\n' +
    '> Quoted\n> text\n>\n> 1. one\n> 2. two\n\n- [x] done\n- [ ] open\n\n| a | b |\n|---|---|\n| 1 | **2** |\n| x<br>y | 4 |\n';

  it('keeps the numbers and marks of lists, quotes, and the columns of tables', async () => {
    await chat.show([{ kind: 'assistant', id: 'a', text: list, streaming: false }]);
    const part = await copy('ol > li:nth-child(3)', 0, 'tbody tr:last-child td:last-child', 1);
    assert.equal(
      part['text/plain'],
      [
        '3. third bold item',
        '',
        '   - inner one',
        '',
        '   - inner two',
        '',
        '     more of it',
        '',
        '4. fourth',
        '',
        '> Quoted text',
        '>',
        '> 1. one',
        '> 2. two',
        '',
        '- [x] done',
        '- [ ] open',
        '',
        'a\tb',
        '1\t2',
        'x y\t4',
      ].join('\n'),
    );
    assert.match(part['text/html'], /^<div[^>]*>.*<ol start="3">\s*<li>/s);
    assert.match(part['text/html'], /<table>/);
  });

  it('keeps the numbers within one list, and has none for a part of one item', async () => {
    await chat.show([
      { kind: 'assistant', id: 'a', text: '5. first\n6. second\n7. third\n8. fourth', streaming: false },
    ]);
    const part = await copy('li:nth-child(2)', 0, 'li:nth-child(3)', 1);
    assert.equal(part['text/plain'], '6. second\n7. third');
    assert.match(part['text/html'], /^<ol start="6"><li>second<\/li>\s*<li>third<\/li><\/ol>$/);
    const word = await copy('li:nth-child(2)', 0, 'li:nth-child(2)', 1);
    assert.equal(word.own, false);
    assert.equal(await page.evaluate('getSelection().toString()'), 'second');
  });

  const many: Item[] = Array.from({ length: 300 }, (_, index): Item =>
    index % 2 === 0
      ? { kind: 'user', id: `i${index}`, text: `Question ${index}` }
      : { kind: 'assistant', id: `i${index}`, text: `Answer **${index}**\n\n1. one`, streaming: false },
  );

  it('has all items after Select All, also those that are not drawn, wherever the user scrolls', async () => {
    await chat.show(many);
    await page.locator('.transcript').focus();
    await page.keyboard.press('Control+a');
    await page.locator('.transcript').evaluate((element) => void (element.scrollTop = 3_000));
    await chat.drawn();
    assert.ok((await page.locator('[data-id]').count()) < 100);
    await page.evaluate(`document.addEventListener('copy', ({ clipboardData }) => {
      window.copied = clipboardData.getData('text/plain');
    }, { once: true })`);
    await page.keyboard.press('Control+C');
    const copied = await page.evaluate<string>('window.copied');
    for (const { id } of many) assert.match(copied, new RegExp(`\\b${id.slice(1)}\\b`));
    assert.ok(copied.startsWith('Question 0\n\nAnswer'));
    assert.ok(copied.endsWith('1. one'), copied.slice(-40));
    await page.locator('textarea').fill('only this');
    await page.keyboard.press('Control+a');
    assert.equal(await page.evaluate('document.activeElement.selectionEnd'), 9);
  });

  it('has the conversation and nothing around it after Select All of the editor, which takes the page', async () => {
    await chat.show(many.slice(0, 4));
    await page.locator('.transcript').focus();
    await page.evaluate(`document.execCommand('selectAll')`);
    await chat.until(`!getSelection().containsNode(document.querySelector('.composer'), true)`);
    const selected = await page.evaluate<string>('getSelection().toString()');
    assert.ok(selected.includes('Question 0') && selected.includes('Answer 3'), selected);
    assert.doesNotMatch(selected, /1 server|Ask/);
    await page.locator('textarea').fill('only this');
    await page.evaluate(`document.execCommand('selectAll')`);
    assert.equal(await page.evaluate('document.activeElement.selectionEnd'), 9);
  });

  it('asks the host for all of a conversation of which the page has only the end', async () => {
    await chat.show(many, 400);
    await page.locator('.transcript').focus();
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Control+C');
    assert.deepEqual(await chat.posted(), [{ type: 'copyConversation' }]);
  });
});
