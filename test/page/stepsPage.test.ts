/** Finished steps on the page of the chat: folded, what failed in sight, open for the keyboard, find and the user. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { CallStatus, ChatStatus, Item } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'running', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };
const asked: Item = { kind: 'user', id: 'u', text: 'Do it.' };
const answer: Item = { kind: 'assistant', id: 'z', text: 'Done.', streaming: false };

const call = (id: string, step: number, state: CallStatus = 'success'): Item => ({
  kind: 'call',
  id,
  step,
  call: {
    source: { kind: 'mcp', server: 'demo' },
    toolName: `tool_${id}`,
    wireName: `mcp__demo__tool_${id}`,
    argsText: `{"path":"${id}.ts"}`,
    status: state,
    startedAt: Date.now(),
    durationMs: 500,
    result: [{ type: 'text', text: `needle of ${id}` }],
  },
});

describe('finished steps on the page of the chat', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(() => ({ page } = chat));

  const names = () => page.locator('.call-name').allInnerTexts();
  const head = () => page.locator('.steps > button');
  const idle = () => chat.tell(chat.patch({ op: 'status', status: { ...status, turn: 'idle' } }));
  const items = [asked, call('a', 1), call('b', 2, 'error'), call('c', 3), call('d', 3)];

  it('fold but for the newest while the turn runs, and all at its end, with what failed in sight', async () => {
    await chat.show(items);
    // One alone would take as much room folded.
    assert.deepEqual(await names(), ['tool_a', 'tool_b', 'tool_c', 'tool_d']);
    await chat.tell(chat.patch({ op: 'add', item: call('e', 4) }));
    assert.deepEqual(await names(), ['tool_b', 'tool_e']);
    assert.match(await head().innerText(), /^Called tool_a, tool_c and 1 more\s*, 1\.5 s\s+1 failed$/);
    await chat.tell(chat.patch({ op: 'add', item: answer }));
    await idle();
    assert.deepEqual(await names(), ['tool_b']);
    assert.match(await head().innerText(), /^Called tool_a, tool_c and 2 more\s*, 2\.0 s\s+1 failed$/);
  });

  it('say in a narrow chat all that they did and how long it took, and in their title what has no room', async () => {
    const edit = (id: string, path: string): Item => {
      const made = call(id, 1);
      assert.ok(made.kind === 'call');
      return {
        ...made,
        call: { ...made.call, edit: { file: path, diff: { added: 1, removed: 0, hunks: [] }, shows: [] } },
      };
    };
    const name = (letter: string) => `src/${letter.repeat(30)}.ts`;
    for (const width of [300, 420]) {
      await page.setViewportSize({ width, height: 700 });
      await chat.show([
        asked,
        edit('a', name('a')),
        edit('b', name('b')),
        edit('c', name('c')),
        call('d', 2),
        answer,
      ]);
      await idle();
      const cut = await page
        .locator('.steps-did')
        .evaluate((did) => did.scrollWidth - did.clientWidth + did.scrollHeight - did.clientHeight);
      assert.equal(cut, 0, `${width} px`);
      const [time, button] = await Promise.all([
        page.locator('.steps-time').boundingBox(),
        head().boundingBox(),
      ]);
      assert.ok(time && button && time.x + time.width <= button.x + button.width, `${width} px`);
      assert.ok(button.x + button.width <= width && button.height > 20, JSON.stringify(button));
      assert.match(
        await head().innerText(),
        /^Edited a+…a+\.ts, b+…b+\.ts and 1 more · Called tool_d, 1\.0 s$/,
      );
      assert.match((await head().getAttribute('title')) ?? '', /4 calls, 1\.0 s$/);
    }
  });

  it('unfold and fold by keyboard, and stay as the user left them', async () => {
    await chat.show([...items, answer]);
    await idle();
    assert.equal(await head().getAttribute('aria-expanded'), 'false');
    await head().press('Enter');
    assert.equal(await head().getAttribute('aria-expanded'), 'true');
    assert.deepEqual(await names(), ['tool_a', 'tool_b', 'tool_c', 'tool_d']);
    await page.locator('[data-id="c"] .disclosure-button').click();
    await chat.tell(chat.patch({ op: 'add', item: { ...asked, id: 'u2' } }));
    assert.equal((await names()).length, 4);
    await head().press('Enter');
    assert.deepEqual(await names(), ['tool_b']);
  });

  it('leave in place what the user has opened, and give the keyboard to the row in their place', async () => {
    await chat.show(items);
    await page.locator('[data-id="c"] .disclosure-button').click();
    await page.locator('[data-id="d"] .disclosure-button').focus();
    await chat.tell(chat.patch({ op: 'add', item: call('e', 4) }));
    assert.deepEqual(await names(), ['tool_b', 'tool_c', 'tool_e']);
    await chat.until(`document.activeElement?.closest('.steps') !== null`);
    assert.match(await page.locator(':focus').innerText(), /^Called tool_a/);
  });

  it('are unfolded by find, which searches them, too', async () => {
    await chat.show([...items, answer]);
    await idle();
    await page.keyboard.press('Control+f');
    await page.keyboard.type('needle of c');
    await chat.advance(200);
    const { request } = await chat.next('find', ({ text }) => text === 'needle of c');
    await chat.tell({ type: 'found', request, places: [{ id: 'c', unfold: 'c' }] });
    await page.locator('.call-text', { hasText: 'needle of c' }).waitFor();
    assert.equal(await head().getAttribute('aria-expanded'), 'true');
  });

  it('move nothing that the user reads further down', async () => {
    const long: Item = { ...answer, id: 'y', text: 'A line.\n\n'.repeat(60) };
    await chat.show([...items, long]);
    await chat.wheel(-100);
    const top = () => page.locator('[data-id="y"]').evaluate((row) => row.getBoundingClientRect().top);
    const before = await top();
    await idle();
    assert.deepEqual(await names(), ['tool_b']);
    assert.ok(Math.abs((await top()) - before) <= 1, `${before} is now ${await top()}`);
  });
});
