/** Calls in the chat's page while they run: what is said of their progress, and that nothing moves for it. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { CallView, ChatStatus, Item, Patch, Progress } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'running', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };

function call(id: string, over: Partial<CallView> = {}): Item {
  const view: CallView = {
    source: { kind: 'mcp', server: 'demo' },
    toolName: 'trigger_a_long_operation',
    wireName: 'mcp__demo__trigger_a_long_operation',
    argsText: '{"path":"src/agent/turn.ts","depth":2}',
    status: 'running',
    startedAt: Date.now() - 75_000,
    ...over,
  };
  return { kind: 'call', id, step: 1, call: view };
}

const message = 'Step 4 of 10: indexing the repository';
const ended = { status: 'success', durationMs: 75_000, result: [] } as const;

describe('calls that run in the page', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(() => ({ page } = chat));

  const line = (id: string) => page.locator(`[data-id="${id}"] .disclosure-button`).first();
  const tell = (...patches: readonly Patch[]) => chat.tell(chat.patch(...patches));
  /** As the host tells it: what is said of a call's progress is something that it writes, too. */
  const progress = (id: string, news: Progress) =>
    tell({ op: 'progress', id, progress: news, ...(news.message && { output: `${news.message}\n` }) });
  const settle = (id: string) => tell({ op: 'call', id, change: ended });

  for (const width of [250, 420, 1000])
    it(`move nothing when their progress comes, goes on and ends, at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 600 });
      const after: Item = { kind: 'assistant', id: 'a', text: 'After them.', streaming: false };
      await chat.show([
        call('closed'),
        call('open', { toolName: 'log', argsText: '{}' }),
        call('last'),
        after,
      ]);
      await line('open').click();
      await chat.drawn();
      const { height } = (await line('closed').boundingBox()) ?? {};
      const time = await line('open').locator('.call-state').boundingBox();
      await chat.watchMoves();
      for (const id of ['closed', 'open', 'last']) {
        await progress(id, { progress: 1 });
        await progress(id, { progress: 2, message: 'Short' });
        await progress(id, { progress: 3, message });
        await progress(id, { progress: 4, total: 10, message });
        await progress(id, { progress: 10, total: 10 });
        if (id !== 'open') await settle(id);
      }
      assert.deepEqual(await chat.moved(), []);
      assert.equal((await line('closed').boundingBox())?.height, height);
      assert.deepEqual(await line('open').locator('.call-state').boundingBox(), time);
    });

  it('say how far they are: by a bar, and in words where their arguments stood', async () => {
    await chat.show([call('c'), call('d')]);
    for (const width of [250, 420, 1000]) {
      await page.setViewportSize({ width, height: 600 });
      await progress('c', { progress: 4, total: 10, message });
      const bar = page.getByRole('progressbar', { name: message });
      assert.equal(await bar.getAttribute('aria-valuenow'), '40');
      const [all, done] = await Promise.all([bar, bar.locator('div')].map((each) => each.boundingBox()));
      assert.ok(all && done && Math.abs(done.width / all.width - 0.4) < 0.02);
      const words = await line('c').locator('.call-message').boundingBox();
      assert.ok(words && words.width > 110, `There is room for them at ${width} px: ${words?.width}`);
      const path = (id: string) => line(id).getByText('src/agent/turn.ts').filter({ visible: true }).count();
      assert.deepEqual(await Promise.all(['c', 'd'].map(path)), [width < 560 ? 0 : 1, 1]);
    }
    await progress('c', { progress: 5 });
    assert.equal(
      await page.getByRole('progressbar', { name: 'Progress' }).getAttribute('aria-valuenow'),
      null,
    );
    await progress('c', { progress: 5, total: 10 });
    assert.match(await line('c').innerText(), /path: "src/);
    assert.match(await line('c').innerText(), /50 %/);
    await settle('c');
    assert.equal(await page.getByRole('progressbar').count(), 0);
  });

  it('have a bar that does not look like a part where it cannot move', async () => {
    await chat.show([call('c')]);
    await progress('c', { progress: 5 });
    const width = (selector: string) => page.locator(selector).evaluate(({ clientWidth }) => clientWidth);
    assert.ok((await width('.bar-done')) < (await width('.bar')) / 2);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    assert.equal(await width('.bar-done'), await width('.bar'));
  });
});
