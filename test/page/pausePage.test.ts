/** The card of a turn that waits at a limit. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { Item, PauseState, ReachedLimit } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

describe('a turn that waits at a limit', () => {
  const chat = useChatPage({ turn: 'running', model: 'm' });
  let page: Page;
  beforeEach(() => ({ page } = chat));

  const usage = { inputTokens: 51_000, outputTokens: 1_000, cost: 120_000 };
  const pause = (reached: ReachedLimit, status: PauseState['status'] = 'open'): Item => ({
    kind: 'pause',
    id: 'p',
    reached,
    soFar: { steps: 10, calls: 14, usage },
    state: { status },
  });
  const show = (item: Item): Promise<void> => chat.show([{ kind: 'user', id: 'u', text: 'Go on' }, item]);
  const decided = async (): Promise<unknown[]> =>
    (await chat.posted()).flatMap((each) => (each.type === 'decidePause' ? [each.decision] : []));
  const button = (name: string) => page.getByRole('button', { name, exact: true });

  it('says what was done and what it took, and takes each decision', async () => {
    await show(pause({ kind: 'steps', limit: 10 }));
    const card = page.getByRole('group', { name: /The limit of 10 steps/ });
    await card.getByText('So far: 10 steps · 14 calls · 52,000 tokens · $0.12').waitFor();
    await chat.advance(600);
    for (const name of ['Continue', 'Continue Without Asking', 'Stop'])
      // oxlint-disable-next-line no-await-in-loop -- one press after the other
      await button(name).press('Enter');
    assert.deepEqual(await decided(), ['continue', 'always', 'stop']);
  });

  it('at a budget has no way to lift the limit for the whole conversation', async () => {
    await show(pause({ kind: 'turnCost', limit: 100_000 }));
    await page.getByText('its budget of $0.10').waitFor();
    assert.equal(await button('Continue Without Asking').count(), 0);
  });

  it('is reached and decided by the keyboard alone', async () => {
    await show(pause({ kind: 'steps', limit: 10 }));
    await chat.advance(600);
    await page.keyboard.press('Alt+ArrowUp');
    await page.locator('[data-id="p"] :focus').waitFor();
    await page.keyboard.press('Control+Enter');
    await page.keyboard.press('Control+Backspace');
    assert.deepEqual(await decided(), ['continue', 'stop']);
  });

  it('becomes a quiet line once it is decided, and gives the keyboard to the message', async () => {
    await show(pause({ kind: 'steps', limit: 10 }));
    await button('Continue').focus();
    await chat.tell(chat.patch({ op: 'pause', id: 'p', state: { status: 'continued' } }));
    await page.getByText(/^The limit of 10 steps .* You continued\.$/).waitFor();
    assert.equal(await button('Continue').count(), 0);
    await page.locator('textarea:focus').waitFor();
  });

  it('gives way to the notice that the user has stopped, and the keyboard to the message', async () => {
    await show(pause({ kind: 'steps', limit: 10 }));
    await button('Stop').focus();
    await chat.tell(chat.patch({ op: 'pause', id: 'p', state: { status: 'stopped' } }));
    await chat.tell(chat.patch({ op: 'remove', id: 'p' }));
    const notice: Item = { kind: 'notice', id: 'n', level: 'info', text: 'Stopped.', actions: ['continue'] };
    await chat.tell(chat.patch({ op: 'add', item: notice }));
    await page.locator('textarea:focus').waitFor();
    assert.equal(await page.locator('.notice').count(), 1);
  });

  for (const status of ['open', 'continued'] as const)
    it(`breaks the id of a setting at its dots alone, 257 px wide, ${status}`, async () => {
      await page.setViewportSize({ width: 257, height: 800 });
      await show(pause({ kind: 'turnTokens', limit: 50_000 }, status));
      const lines = await page.evaluate<number[]>(`(() => {
        const texts = document.createTreeWalker(document.querySelector('[data-id="p"]'), NodeFilter.SHOW_TEXT);
        const counts = [];
        for (let node = texts.nextNode(); node; node = texts.nextNode()) {
          if (!['patchbay', 'budget', 'tokensPerResponse'].includes(node.data)) continue;
          const range = new Range();
          range.selectNode(node);
          counts.push(range.getClientRects().length);
        }
        return counts;
      })()`);
      assert.deepEqual(lines, [1, 1, 1]);
    });
});
