/** What a selection in the chat's page gives to the clipboard where it has formulas. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
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
});
