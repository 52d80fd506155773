/** A conversation of ten thousand items in the chat's page: what is drawn, what stays where it is, what is new. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { feed } from '../../stories/pages/openPage.ts';
import type { ChatStatus, Item } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };
const COUNT = 10_000;

/** Questions, answers of very different lengths, calls. */
function items(prefix: string, count: number): Item[] {
  return Array.from({ length: count }, (_, index): Item => {
    const id = `${prefix}${index}`;
    if (index % 4 === 0) return { kind: 'user', id, text: `Question ${index}` };
    if (index % 4 === 2)
      return {
        kind: 'call',
        id,
        step: index,
        call: {
          source: { kind: 'mcp', server: 'demo' },
          toolName: 'read',
          wireName: 'mcp__demo__read',
          argsText: `{"path":"file${index}"}`,
          status: 'success',
          startedAt: 0,
          durationMs: 5,
          result: [{ type: 'text', text: 'done' }],
        },
      };
    const text = `Answer ${index}\n\n${'words and more words '.repeat((index * 7) % 90)}\n\n- one\n- two\n`;
    return { kind: 'assistant', id, text, streaming: false };
  });
}

describe('a long conversation', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(() => ({ page } = chat));

  const rowsDrawn = (): Promise<number> => page.locator('[data-id]').count();
  const edge = (): Promise<{ id: string; top: number }> =>
    page.evaluate(`(() => {
      const top = document.querySelector('.transcript').getBoundingClientRect().top;
      const row = [...document.querySelectorAll('[data-id]')].find((row) => row.getBoundingClientRect().bottom > top);
      return { id: row.dataset.id, top: row.getBoundingClientRect().top - top };
    })()`);
  const scrollTo = async (share: number): Promise<void> => {
    await page
      .locator('.transcript')
      .evaluate((element, to) => void (element.scrollTop = to * element.scrollHeight), share);
    await chat.drawn();
  };
  const distance = (): Promise<number> =>
    page
      .locator('.transcript')
      .evaluate(({ scrollHeight, clientHeight, scrollTop }) => scrollHeight - clientHeight - scrollTop);

  it('draws what is in sight and little more, and stands at its end', async () => {
    await chat.show(items('i', COUNT));
    assert.ok((await rowsDrawn()) < 60, `${await rowsDrawn()} rows are drawn`);
    assert.ok((await distance()) < 2);
    assert.equal(await page.locator(`[data-id="i${COUNT - 1}"]`).count(), 1);
    assert.equal(await page.locator('[role="listitem"]').last().getAttribute('aria-posinset'), `${COUNT}`);
  });

  it('fills the sight wherever the user goes', async () => {
    await chat.show(items('i', COUNT));
    for (const share of [0.5, 0, 0.9, 0.25]) {
      await scrollTo(share);
      const covered = await page.evaluate(`(() => {
        const frame = document.querySelector('.transcript').getBoundingClientRect();
        return [5, 150, 300, 450].every((y) => document.elementFromPoint(200, frame.top + y)?.closest('.spacer') === null);
      })()`);
      assert.ok(covered, `there is a hole at ${share}`);
      assert.ok((await rowsDrawn()) < 60);
    }
  });

  it('goes up evenly through what was never measured', async () => {
    await chat.show(items('i', COUNT));
    await scrollTo(0.5);
    let before = await edge();
    for (let step = 0; step < 12; step++) {
      const row = page.locator(`[data-id="${before.id}"]`);
      await chat.wheel(-120);
      const top = await row.evaluate(
        (element) =>
          element.getBoundingClientRect().top -
          (element.closest('.transcript')?.getBoundingClientRect().top ?? 0),
      );
      assert.ok(Math.abs(top - before.top - 120) < 3, `step ${step}: moved by ${top - before.top}`);
      before = await edge();
    }
  });

  it('says how much is new below, and does not move for it', async () => {
    await chat.show(items('i', 400));
    await chat.wheel(-700);
    const before = await edge();
    assert.equal(await page.locator('.jump').innerText(), 'Jump to latest');
    for (const item of items('n', 3)) await chat.tell(chat.patch({ op: 'add', item }));
    assert.match(await page.locator('.jump').innerText(), /Jump to latest\s*3 new/);
    assert.deepEqual(await edge(), before);
    await page.locator('.jump').click();
    await chat.drawn();
    assert.ok((await distance()) < 2);
    assert.equal(await page.locator('.jump').count(), 0);
  });

  it('draws few of many approvals wherever the user goes, and keeps one with a reason that is being written', async () => {
    const lines = Array.from({ length: 20 }, (_, at) => `+line ${at}`);
    const diff = { added: 20, removed: 0, hunks: [{ oldStart: 1, newStart: 1, lines }] };
    await chat.show(
      Array.from({ length: 200 }, (_, index): Item => ({
        kind: 'call',
        id: `w${index}`,
        step: 1,
        call: {
          source: { kind: 'native' },
          toolName: 'edit_file',
          wireName: 'edit_file',
          argsText: `{"path":"${index}.ts"}`,
          status: 'pending',
          startedAt: 0,
          approval: {
            changed: false,
            says: [],
            coverages: [{ covers: 'tool' }],
            edit: { file: `${index}.ts`, diff, shows: ['path'] },
          },
        },
      })),
    );
    const cards = page.locator('.approval');
    assert.ok((await cards.count()) < 15, String(await cards.count()));
    await cards.first().getByRole('button', { name: 'Deny…' }).click();
    await page.keyboard.type('too many');
    for (const share of [0.2, 0.4, 0.6, 0.8, 1]) await scrollTo(share);
    await chat.drawn();
    assert.ok((await cards.count()) < 16, String(await cards.count()));
    assert.equal(await page.getByLabel('Reason for the model (optional)').inputValue(), 'too many');
  });

  it('keeps the row with the keyboard while it is out of sight', async () => {
    await chat.show(items('i', COUNT));
    await page.locator('[data-id="i9998"] .disclosure-button').focus();
    await scrollTo(0.3);
    assert.equal(await page.evaluate(`document.activeElement.closest('[data-id]')?.dataset.id`), 'i9998');
  });

  it('comes back to a place that is older than what the host sends at first', async () => {
    const all = items('i', 600);
    await chat.show(all);
    await scrollTo(0.2);
    await chat.advance(300);
    const before = await edge();
    await page.reload();
    await chat.tell({
      type: 'snapshot',
      conversation: 'c1',
      seq: 0,
      items: all.slice(400),
      earlier: 400,
      status,
    });
    const asked = (await chat.posted()).find(({ type }) => type === 'earlier');
    assert.deepEqual(asked, { type: 'earlier', before: 'i400', through: before.id });
    await chat.tell({ type: 'earlier', conversation: 'c1', items: all.slice(0, 400), earlier: 0 });
    const now = await edge();
    assert.deepEqual([now.id, Math.round(now.top - before.top)], [before.id, 0]);
  });

  it('moves nothing that was written while an answer streams, letter by letter', async () => {
    await chat.leaveNothingOut();
    await chat.show([{ kind: 'assistant', id: 's', text: 'Before', streaming: true }]);
    await chat.watchMoves();
    const text =
      ' that.\n\nSteps:\n- one\n  - two\n  * three\n\n1. x\n2. y\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n```js\nlet a;\n```\n\nEnd';
    for (const letter of text) {
      await feed(page, [chat.patch({ op: 'text', id: 's', text: letter })]);
      await page.evaluate('new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))');
    }
    await chat.drawn();
    assert.deepEqual(await chat.moved(), []);
  });

  for (const width of [250, 420, 1000])
    it(`moves no columns for rows that are like the ones before, at ${width} px`, async () => {
      await page.setViewportSize({ width, height: 600 });
      const rows = [
        '| `src/mcp/calls/query.ts` | 120 ms | All pass, but two wait for a timer that a slow machine may miss. |\n',
        '| `src/agent/turn.ts` | 1.5 s | Fine. |\n',
        '| `README.md` | 7 ms | Mentions a setting that is gone since the last release, as nobody has looked at it. |\n',
        '| `scripts/start.ts` | 99.5 ms | Incomprehensibilities. |\n',
      ];
      const head = '| File | Time | Remarks |\n|---|---|---|\n';
      await chat.show([{ kind: 'assistant', id: 's', text: head + rows[0], streaming: true }]);
      await chat.watchMoves();
      for (const [piece] of rows
        .slice(1)
        .join('')
        .matchAll(/.{1,6}/gs))
        await chat.tell(chat.patch({ op: 'text', id: 's', text: piece }));
      assert.deepEqual(await chat.moved(), []);
      const remarks = await page.locator('td:last-child').first().boundingBox();
      assert.ok(remarks && remarks.width >= 140, `There is room for words: ${remarks?.width}`);
    });

  it('draws of few rows with much in them no more than of many', async () => {
    const answer = '| a | b |\n|---|---|\n| 1 | **2** |\n\nWords with `code` and *more*.\n\n'.repeat(700);
    const long = (count: number): Item[] =>
      Array.from({ length: count }, (_, index): Item =>
        index % 2 === 0 && index < 60
          ? { kind: 'assistant', id: `i${index}`, text: answer, streaming: false }
          : { kind: 'user', id: `i${index}`, text: 'And?' },
      );
    const drawn = async (count: number): Promise<number> => {
      await chat.load({ theme: 'dark' });
      ({ page } = chat);
      await chat.show(long(count));
      return page.evaluate(`document.querySelectorAll('*').length`);
    };
    const [few, many] = [await drawn(60), await drawn(62)];
    assert.ok(few < 40_000, String(few));
    assert.ok(few < 1.5 * many, `${few} and ${many}`);
    await scrollTo(0.5);
    assert.ok((await page.locator('[data-id]').count()) < 12);
  });

  it('moves nothing that is in sight while an answer streams below', async () => {
    await chat.show([...items('i', 100), { kind: 'assistant', id: 's', text: '', streaming: true }]);
    await chat.wheel(-500);
    await chat.watchMoves();
    for (let count = 0; count < 20; count++)
      await chat.tell(
        chat.patch({
          op: 'text',
          id: 's',
          text: '\n\n| a | b |\n| - | - |\n| 1 | 2 |\n\n```js\nlet a;\n```\n',
        }),
      );
    assert.deepEqual(await chat.moved(), []);
  });
});
