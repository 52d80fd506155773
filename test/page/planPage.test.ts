/** The plan of the model on the page of the chat: above the message while a turn runs, then in its calls (E8). */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { ChatStatus, Item, Plan } from '../../src/protocol/index.ts';
import { planCall } from '../../stories/chat/plan.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = { turn: 'running', model: 'm', servers: { connected: 1, total: 1, tools: 3 } };
const plan: Plan = [
  { title: 'Read', status: 'done' },
  { title: '<b>Write</b> [it](command:x)', status: 'in_progress' },
  { title: 'Test', status: 'pending' },
];
const asked: Item = { kind: 'user', id: 'u', text: 'Do it.' };

describe('a plan on the page of the chat', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(() => ({ page } = chat));

  const bar = () => page.getByRole('group', { name: 'Plan of the model' });
  const head = () => bar().getByRole('button');
  const tell = (change: Partial<ChatStatus>) =>
    chat.tell(chat.patch({ op: 'status', status: { ...status, ...change } }));

  it('is above the message while the turn runs, with how far it is, and gone afterwards', async () => {
    await chat.show([asked]);
    assert.equal(await bar().count(), 0);
    await tell({ plan });
    assert.match(await head().innerText(), /^Plan\s+1 of 3 done$/);
    assert.deepEqual(
      (await bar().getByRole('listitem').allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ')),
      ['Done: Read', 'In progress: <b>Write</b> [it](command:x)', 'Open: Test'],
    );
    assert.equal(await bar().locator('b, a').count(), 0);
    const [shown, field] = await Promise.all(
      [bar(), page.getByLabel('Message', { exact: true })].map((each) => each.boundingBox()),
    );
    assert.ok(shown && field && shown.y + shown.height <= field.y);
    await tell({ plan: plan.map((step) => ({ ...step, status: 'done' })) });
    assert.match(await head().innerText(), /^Plan\s+3 of 3 done$/);
    await tell({ turn: 'idle' });
    assert.equal(await bar().count(), 0);
  });

  it('folds by keyboard to the step that it is at, and stays so', async () => {
    await chat.show([asked]);
    await tell({ plan });
    assert.equal(await head().getAttribute('aria-expanded'), 'true');
    await head().press('Enter');
    assert.equal(await head().getAttribute('aria-expanded'), 'false');
    assert.match(await head().innerText(), /^Plan\s+1 of 3 done\s+<b>Write<\/b>/);
    await tell({ turn: 'idle' });
    await tell({ plan });
    assert.equal(await bar().getByRole('listitem').count(), 0);
    await head().press('Space');
    assert.equal(await bar().getByRole('listitem').count(), 3);
  });

  it('shows the step that it is at, however long it is', async () => {
    const long = (done: number): Plan =>
      Array.from({ length: 30 }, (_, index) => ({
        title: `Step ${index + 1}`,
        status: index < done ? 'done' : index === done ? 'in_progress' : 'pending',
      }));
    await chat.show([asked]);
    const isSeen = () =>
      bar()
        .locator('.in_progress')
        .evaluate((step) => {
          const [inner, outer] = [step, step.closest('ul')].map((each) => each?.getBoundingClientRect());
          return inner && outer && inner.top >= outer.top && inner.bottom <= outer.bottom;
        });
    for (const done of [0, 25, 3]) {
      await tell({ plan: long(done) });
      assert.equal(await isSeen(), true, String(done));
    }
  });

  it('is in its calls, folded with the other steps of the turn', async () => {
    await chat.show([asked, planCall('a', 1, plan), planCall('b', 2, []), { ...asked, id: 'u2' }]);
    await tell({ turn: 'idle' });
    assert.equal(await page.locator('.call').count(), 0);
    await page.getByRole('button', { name: /^Updated the plan/ }).click();
    const call = page.locator('[data-id="a"]');
    assert.match(await call.locator('.call-what').innerText(), /^1 of 3 done\s+<b>Write/);
    assert.equal(await page.locator('[data-id="b"] .call-what').innerText(), 'Plan removed');
    await call.getByRole('button').first().click();
    assert.equal(await call.getByRole('listitem').count(), 3);
    // It is a plan of the turn in which it was made.
    assert.equal(await call.getByRole('button', { name: 'Run again' }).count(), 0);
  });
});
