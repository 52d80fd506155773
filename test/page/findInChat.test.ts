/** Finding in the conversation, and the keys of the chat, in the chat's page. The test plays the host. */
import assert from 'node:assert/strict';
import { approvalItems } from '../../stories/chat/approval.ts';
import type { Page } from 'playwright-core';
import { findPlaces } from '../../src/agent/transcript/find.ts';
import type { ChatStatus, Item } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };

const conversation: Item[] = Array.from({ length: 600 }, (_, index): Item => {
  const id = `i${index}`;
  const special = index % 200 === 50;
  if (index === 320)
    return { kind: 'assistant', id, text: `Result.`, reasoning: 'The needle is here too.', streaming: false };
  const text = `Answer ${index}. ${'Words and more words. '.repeat(20)}\n\n${special ? 'Here is a **need**le.' : 'Hay.'}`;
  return {
    kind: 'assistant',
    id,
    text: text.replace('**need**le', index === 50 ? 'Needle' : 'needle'),
    streaming: false,
  };
});

describe('finding in the conversation', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(() => ({ page } = chat));

  /** Shows the newest items, as the host does. */
  async function showNewest(): Promise<void> {
    await chat.tell({
      type: 'snapshot',
      conversation: 'c1',
      seq: 0,
      items: conversation.slice(400),
      earlier: 400,
      status,
    });
    await chat.posted();
  }

  /** Answers the search for that text, as the host does. */
  async function answerSearch(wanted: string): Promise<void> {
    const { request, text } = await chat.next('find', (asked) => asked.text === wanted);
    await chat.tell({ type: 'found', request, places: findPlaces(conversation, text) });
  }

  const count = (): Promise<string> => page.locator('.find-count').innerText();
  const marked = (name: string): Promise<string[]> =>
    page.evaluate(`[...(CSS.highlights.get('${name}') ?? [])].map((range) => range.toString())`);
  /** Whether the place it is at can be seen, as the page tells. */
  const isInSight = `(() => {
      const [range] = CSS.highlights.get('find-current') ?? [];
      const [frame, box] = [document.querySelector('.transcript'), range ?? document.body].map((each) => each.getBoundingClientRect());
      return range !== undefined && box.top >= frame.top && box.bottom <= frame.bottom;
    })()`;

  it('covers nothing, such as the buttons of a long block of code, in any size of letters', async () => {
    const code = Array.from({ length: 60 }, (_, index) => `let name${index};`).join('\n');
    const items: Item[] = [
      { kind: 'assistant', id: 'a', text: `\`\`\`ts\n${code}\n\`\`\`\n\nEnd.`, streaming: false },
    ];
    await chat.show(items);
    await page.keyboard.press('Control+f');
    for (const size of [9, 13, 24]) {
      await chat.setAppearance({ font: { size } });
      await page.locator('.transcript').evaluate((element) => void (element.scrollTop = 300));
      await chat.drawn();
      const [find, bar] = await Promise.all(
        ['.find-bar', '.code-bar'].map((part) => page.locator(part).boundingBox()),
      );
      assert.ok(find && bar);
      const gap = bar.y - (find.y + find.height);
      assert.ok(gap > -2 && gap < 2, `${size} px: ${gap}`);
    }
  });

  it('counts what the whole conversation has, goes there, and fetches what the page has not', async () => {
    await showNewest();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('needle');
    await answerSearch('needle');
    assert.equal(await count(), '4 of 4');
    assert.ok(await page.evaluate(isInSight));
    assert.deepEqual(await marked('find-current'), ['needle']);
    await page.keyboard.press('Enter');
    assert.equal(await count(), '1 of 4');
    await chat.next('earlier');
    await chat.tell({ type: 'earlier', conversation: 'c1', items: conversation.slice(0, 400), earlier: 0 });
    await chat.until(isInSight);
    assert.deepEqual(await marked('find-current'), ['Needle']);
    await page.keyboard.press('F3');
    await page.keyboard.press('Enter');
    assert.equal(await count(), '3 of 4');
    // It was in thoughts that were folded.
    await page.locator('[data-id="i320"] .reasoning.open').waitFor();
    await chat.drawn();
    assert.deepEqual([await page.evaluate(isInSight), await marked('find-current')], [true, ['needle']]);
    await page.keyboard.press('Shift+Enter');
    assert.equal(await count(), '2 of 4');
  });

  it('scrolls a table, code and a long result to the match, both ways', async () => {
    const cells = (word: string): string => `| ${'unbroken'.repeat(9)} | ${'unbroken'.repeat(9)} | ${word} |`;
    const table = `${cells('a')}\n|---|---|---|\n${cells('needle')}\n${cells('b')}`;
    const code = `\`\`\`ts\nlet first = 'pin';\nlet a = '${'wide '.repeat(60)}needle${' wide'.repeat(60)}';\n\`\`\``;
    const result = `${'line\n'.repeat(200)}needle\n${'line\n'.repeat(200)}`;
    const items: Item[] = [
      { kind: 'assistant', id: 't', text: `${'Words.\n\n'.repeat(40)}${table}`, streaming: false },
      { kind: 'assistant', id: 'k', text: `${'Words.\n\n'.repeat(40)}${code}`, streaming: false },
      {
        kind: 'call',
        id: 'c',
        step: 1,
        call: {
          source: { kind: 'mcp', server: 'demo' },
          toolName: 'read',
          wireName: 'read',
          argsText: '{}',
          status: 'success',
          startedAt: 0,
          durationMs: 5,
          result: [{ type: 'text', text: result }],
        },
      },
    ];
    await chat.show(items);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('needle');
    const { request } = await chat.next('find', ({ text }) => text === 'needle');
    await chat.tell({
      type: 'found',
      request,
      places: [{ id: 't' }, { id: 'k' }, { id: 'c', unfold: 'c' }],
    });
    const isShown = `(() => {
      const [range] = CSS.highlights.get('find-current');
      const box = range.getBoundingClientRect();
      for (let part = range.startContainer.parentElement; part; part = part.parentElement) {
        const view = part.getBoundingClientRect();
        if (['auto', 'scroll'].includes(getComputedStyle(part).overflowX) &&
          (box.left < view.left || box.right > view.right || box.top < view.top || box.bottom > view.bottom)) return part.className || part.tagName;
      }
      return 'all';
    })()`;
    for (let step = 0; step < 4; step++) {
      assert.equal(await page.evaluate(isShown), 'all', `match ${await count()}`);
      await chat.until('CSS.highlights.get("find-current").size > 0');
      assert.ok(await page.evaluate(isInSight), `match ${await count()}`);
      await page.keyboard.press('Enter');
      await chat.drawn();
    }
    await page.locator('.find-input').fill('pin');
    const again = await chat.next('find', ({ text }) => text === 'pin');
    await chat.tell({ type: 'found', request: again.request, places: [{ id: 'k' }] });
    assert.equal(await page.evaluate(isShown), 'all');
  });

  it('says so when there is nothing, and leaves no marks and no bar', async () => {
    await showNewest();
    await chat.tell({ type: 'show', what: 'find' });
    await page.keyboard.type('words');
    await answerSearch('words');
    assert.ok((await marked('find')).length > 20);
    await page.keyboard.type('xyz');
    await answerSearch('wordsxyz');
    assert.equal(await count(), 'No results');
    assert.deepEqual(await marked('find'), []);
    await page.keyboard.press('Escape');
    assert.equal(await page.locator('.find-bar').count(), 0);
    assert.equal(await page.evaluate('document.activeElement.tagName'), 'TEXTAREA');
    assert.equal(await page.evaluate(`CSS.highlights.has('find')`), false);
  });

  for (const [theme, ground] of [
    ['hc-dark', 'rgb(255, 255, 255)'],
    ['hc-light', 'rgb(15, 74, 133)'],
  ] as const)
    it(`shows the place it is at as selected text is shown, in ${theme}`, async () => {
      await chat.load({ theme });
      ({ page } = chat);
      await chat.show([{ kind: 'assistant', id: 'a', text: 'A **needle**.', streaming: false }]);
      const colour = await page.evaluate(
        `getComputedStyle(document.querySelector('strong'), '::highlight(find-current)').backgroundColor`,
      );
      assert.equal(colour, ground);
    });

  it('finds what comes while it is open, and marks text across its colours', async () => {
    await chat.show([
      { kind: 'assistant', id: 'a', text: '```js\nconst answer = 42;\n```', streaming: false },
    ]);
    await page.keyboard.press('Control+f');
    await page.keyboard.type('const answer = 42');
    const { request } = await chat.next('find', ({ text }) => text === 'const answer = 42');
    await chat.tell({ type: 'found', request, places: [{ id: 'a' }] });
    assert.deepEqual(await marked('find-current'), ['const answer = 42']);
    await chat.tell(chat.patch({ op: 'add', item: { kind: 'user', id: 'u', text: 'const answer = 42' } }));
    await chat.next('find');
    assert.equal((await marked('find')).length, 2);
    await chat.tell({ type: 'found', request, places: [] });
    assert.equal(await count(), '1 of 1', 'An answer that is late counts for nothing.');
  });
});

/**
 * Resolves once nothing has scrolled for a while: a scroll that runs moves something at nearly every frame. Chromium tells
 * nobody when a smooth scroll that another one replaced has come to nothing.
 */
const AT_REST = `new Promise((resolve) => {
  let timer = setTimeout(resolve, 300);
  document.querySelector('.transcript').addEventListener('scroll', () => {
    clearTimeout(timer);
    timer = setTimeout(resolve, 300);
  });
})`;

describe('the keys of the chat', () => {
  const chat = useChatPage(status);
  const focused = (): Promise<string> =>
    chat.page.evaluate(`document.activeElement.getAttribute('aria-label') ?? document.activeElement.tagName`);

  it('go between the conversation and the message, and to the latest', async () => {
    await chat.show(conversation.slice(0, 100));
    await chat.page.locator('textarea').focus();
    await chat.page.keyboard.press('Alt+ArrowUp');
    assert.equal(await focused(), 'Conversation');
    await chat.page.keyboard.press('PageUp');
    await chat.page.locator('.jump').waitFor();
    await chat.page.keyboard.press('Control+End');
    await chat.page.locator('.jump').waitFor({ state: 'detached' });
    await chat.page.keyboard.press('Alt+ArrowDown');
    assert.equal(await focused(), 'Message');
  });

  it('stay in the conversation when the button that was pressed goes', async () => {
    await chat.show(conversation.slice(0, 100));
    await chat.page.locator('.transcript').focus();
    await chat.page.keyboard.press('PageUp');
    await chat.page.locator('.jump').press('Enter');
    await chat.page.locator('.jump').waitFor({ state: 'detached' });
    assert.equal(await focused(), 'Conversation');
    await chat.page.getByRole('button', { name: 'Answer again' }).last().press('Enter');
    assert.equal(await focused(), 'Message');
  });

  for (const [how, act] of [
    ['the button', 'jump.click()'],
    [
      'the key',
      "document.dispatchEvent(new KeyboardEvent('keydown', { key: 'End', ctrlKey: true, bubbles: true }))",
    ],
  ])
    it(`go to the latest by ${how} though the scroll of the key before still runs`, async () => {
      await chat.show(conversation.slice(0, 100));
      await chat.page.evaluate(`new MutationObserver((changes, observer) => {
        const jump = document.querySelector('.jump');
        if (!jump) return;
        observer.disconnect();
        ${act};
        window.jumped = true;
      }).observe(document.body, { childList: true, subtree: true })`);
      await chat.page.locator('.transcript').focus();
      await chat.page.keyboard.press('PageUp');
      await chat.until('window.jumped');
      await chat.page.evaluate(AT_REST);
      assert.equal(await chat.page.locator('.jump').count(), 0);
      await chat.page.keyboard.press('PageUp');
      await chat.page.locator('.jump').waitFor();
    });

  it('go to the first call that waits, never to its Allow, to the next, and then to the conversation', async () => {
    await chat.show(approvalItems);
    await chat.page.locator('textarea').focus();
    for (const id of ['p1', 'p3']) {
      await chat.page.keyboard.press('Alt+ArrowUp');
      assert.equal(await chat.page.locator(`[data-id="${id}"] .approval:focus`).count(), 1, id);
    }
    await chat.page.keyboard.press('Alt+ArrowUp');
    assert.equal(await focused(), 'Conversation');
  });

  it('are listed, and the list gives the keyboard back', async () => {
    await chat.show([]);
    await chat.page.locator('textarea').focus();
    await chat.page.keyboard.press('Control+/');
    const list = chat.page.getByRole('dialog', { name: 'Keyboard Shortcuts' });
    assert.match(await list.innerText(), /Find in the conversation\s+Ctrl\+F/);
    // Nothing happens behind it.
    await chat.page.keyboard.press('Control+f');
    assert.equal(await chat.page.locator('.find-bar').count(), 0);
    await chat.page.keyboard.press('Escape');
    assert.equal(await list.count(), 0);
    assert.equal(await focused(), 'Message');
  });
});
