/** A low window, such as one of 933 × 600 pixels at 150 %: what waits for the user has the room. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import { lineDiff } from '../../src/base/common/lineDiff.ts';
import type { ChatStatus, Item, Plan } from '../../src/protocol/index.ts';
import { formItems } from '../../stories/chat/questions.ts';
import { useChatPage } from './support/chatPage.ts';

const plan: Plan = ['Read', 'Find', 'Write', 'Test', 'Format', 'Lint', 'Review', 'Tell'].map(
  (title, index) => ({
    title: `${title} all that is there`,
    status: index < 2 ? 'done' : index === 2 ? 'in_progress' : 'pending',
  }),
);
const status: ChatStatus = {
  turn: 'running',
  model: 'm',
  servers: { connected: 1, total: 1, tools: 3 },
  approvalMode: 'ask',
  plan,
};
const asked: Item = { kind: 'user', id: 'u', text: 'Do it.' };
const text = (word: string, lines: number): string =>
  Array.from({ length: lines }, (_, index) => `${word} ${index}\n`).join('');

const edit = (id: string, lines = 40): Item => {
  const diff = lineDiff(text('old', lines), text('new', lines));
  assert.ok(diff);
  return {
    kind: 'call',
    id,
    step: 1,
    call: {
      source: { kind: 'native' },
      toolName: 'edit_file',
      title: 'Edit file',
      wireName: 'edit_file',
      argsText: JSON.stringify({ path: `src/${id}.ts`, oldText: 'old', newText: 'new' }),
      status: 'pending',
      startedAt: 0,
      approval: {
        changed: false,
        says: ['destructive'],
        coverages: [{ covers: 'tool' }],
        edit: { file: `src/${id}.ts`, diff, shows: ['path', 'oldText', 'newText'] },
      },
    },
  };
};

describe('a low window', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(() => ({ page } = chat));

  /** The height that the window leaves the page. */
  const setWidth = (width: number) => page.setViewportSize({ width, height: 508 });
  const planHead = () => page.getByRole('group', { name: 'Plan of the model' }).getByRole('button');
  const box = async (selector: string) => {
    const found = await page.locator(selector).first().boundingBox();
    assert.ok(found, selector);
    return { top: found.y, bottom: found.y + found.height, height: found.height };
  };

  for (const width of [300, 420, 1_000])
    it(`shows the diff of the first call that waits and its buttons, ${width} px wide`, async () => {
      await setWidth(width);
      await chat.show([asked, edit('a'), edit('b'), edit('c')]);
      await chat.drawn();
      const [transcript, bar, added, buttons] = await Promise.all(
        ['.transcript', '.pending-approvals', '.diff-line.removed', '.approval .consent'].map(box),
      );
      assert.ok(transcript && bar && added && buttons);
      assert.ok(transcript.height > 290, `the transcript has ${transcript.height} px`);
      assert.ok(bar.height < 40, `the bar has one line: ${bar.height} px`);
      assert.ok(added.top >= transcript.top && added.bottom <= buttons.top, 'the diff is in sight');
      assert.ok(buttons.bottom <= transcript.bottom + 1, 'the buttons are in sight');
      assert.equal(await page.getByRole('button', { name: 'Deny All' }).isVisible(), true);
    });

  it('shows a short edit whole, with Allow in sight', async () => {
    await setWidth(420);
    await chat.show([asked, edit('a', 3)]);
    await chat.drawn();
    const [transcript, allow] = [await box('.transcript'), await box('.approval .text-button.primary')];
    assert.equal(await page.locator('.approval .text-button.primary').innerText(), 'Allow');
    assert.equal(await page.locator('.diff-line').count(), 6);
    assert.ok(allow.bottom <= transcript.bottom, `${allow.bottom} of ${transcript.bottom}`);
  });

  it('keeps the keyboard where it is when it becomes lower or higher', async () => {
    await chat.show([asked, edit('a', 8)]);
    const field = page.getByLabel('Message', { exact: true });
    await field.focus();
    for (const [height, lines] of [
      [508, 6],
      [600, 16],
    ] as const) {
      await page.setViewportSize({ width: 420, height });
      await chat.until(`document.querySelectorAll('.diff-line').length === ${lines}`);
      assert.equal(await field.evaluate((each) => each === each.ownerDocument.activeElement), true);
    }
  });

  it('has Allow after all that is allowed once that is shown', async () => {
    await setWidth(420);
    await chat.show([asked, edit('a')]);
    await page.getByRole('button', { name: 'Show all' }).press('Enter');
    const last = await page.locator('.diff-line').last().boundingBox();
    const allow = await page.getByRole('button', { name: 'Allow', exact: true }).boundingBox();
    assert.ok(last && allow && allow.y >= last.y + last.height);
  });

  it('folds the plan to its step while something waits, unless the user unfolds it, and shows it again after that', async () => {
    await setWidth(420);
    await chat.show([asked]);
    assert.equal(await planHead().getAttribute('aria-expanded'), 'true');
    await chat.tell(chat.patch({ op: 'add', item: edit('a') }));
    assert.equal(await planHead().getAttribute('aria-expanded'), 'false');
    assert.match(await planHead().innerText(), /2 of 8 done\s+Write all that is there/);
    await planHead().press('Enter');
    assert.equal(await planHead().getAttribute('aria-expanded'), 'true');
    await planHead().press('Enter');
    await chat.tell(chat.patch({ op: 'call', id: 'a', change: { status: 'running', approval: undefined } }));
    assert.equal(await planHead().getAttribute('aria-expanded'), 'true');
  });

  it('folds the plan while a server asks, too', async () => {
    await setWidth(420);
    await chat.show([asked, ...formItems.slice(0, 1)]);
    assert.equal(await planHead().getAttribute('aria-expanded'), 'false');
  });
});
