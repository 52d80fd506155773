/** Buttons that another takes the place of under the pointer, keys that are held, and what Escape closes. */
import assert from 'node:assert/strict';
import type { Page } from 'playwright-core';
import type { CallView, ChatMessage, ChatStatus, Item } from '../../src/protocol/index.ts';
import { useChatPage } from './support/chatPage.ts';

const status: ChatStatus = {
  turn: 'idle',
  model: 'm',
  servers: { connected: 1, total: 1, tools: 3 },
  context: { used: 1_000, window: 4_000 },
};
const running: ChatStatus = { ...status, turn: 'running' };
const said: Item = { kind: 'user', id: 'u', text: 'Add the total' };
const attachment = { kind: 'file', uri: 'file:///w/needle.ts', name: 'needle.ts' } as const;

describe('a press that is too much', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(async () => {
    ({ page } = chat);
    await chat.show([]);
    await chat.tell({ type: 'focus' });
  });

  const types = async (): Promise<string[]> => (await chat.posted()).map(({ type }) => type);
  const turn = (now: ChatStatus): Promise<void> => chat.tell(chat.patch({ op: 'status', status: now }));
  /** Clicks where the pointer is, as the nth click of a row of quick ones. */
  const clickAgain = async (clickCount: number): Promise<void> => {
    await page.mouse.down({ clickCount });
    await page.mouse.up({ clickCount });
    await chat.drawn();
  };
  const key = async (name: string, repeats = 0): Promise<void> => {
    for (let count = 0; count <= repeats; count++) {
      await page.keyboard.down(name);
      await chat.drawn();
    }
    await page.keyboard.up(name);
  };

  it('on Send does not stop the turn that it began, and Stop works once the button has settled', async () => {
    await page.keyboard.type('Go');
    await page.getByRole('button', { name: 'Send (Enter)' }).click();
    await turn(running);
    await clickAgain(2);
    await clickAgain(1);
    assert.deepEqual(await types(), ['send']);
    await chat.advance(600);
    await clickAgain(1);
    assert.deepEqual(await types(), ['stop']);
  });

  it('on Stop does not send the draft once the turn has ended', async () => {
    await turn(running);
    await page.keyboard.type('next');
    await page.getByRole('button', { name: 'Stop (Escape)' }).click();
    await turn(status);
    await clickAgain(2);
    await page.getByRole('button', { name: 'Send (Enter)' }).press('Enter');
    assert.deepEqual(await types(), ['stop']);
    await chat.advance(600);
    await page.getByRole('button', { name: 'Send (Enter)' }).press('Enter');
    assert.deepEqual(await types(), ['send']);
  });

  it('does nothing to the message that has taken the place of one that was removed from the queue', async () => {
    await turn(running);
    const message = (id: string) => ({ id, text: id, attachments: [], state: 'queued' }) as const;
    await chat.tell({ type: 'queue', messages: [message('q1'), message('q2')] });
    await page.getByRole('button', { name: 'Remove this queued message' }).first().click();
    await chat.tell({ type: 'queue', messages: [message('q2')] });
    await page.getByRole('button', { name: 'Remove this queued message' }).hover();
    await clickAgain(2);
    assert.deepEqual(
      (await chat.posted()).flatMap((each) => (each.type === 'unqueue' ? each.id : [])),
      ['q1'],
    );
  });

  it('does nothing to a button of the changes that has become another one, and works on one that is the same', async () => {
    const changes: Item = { kind: 'changes', id: 'c', turn: '1', files: ['a.ts'], state: { status: 'made' } };
    await chat.tell(chat.patch({ op: 'add', item: changes }));
    await page.getByRole('button', { name: 'Undo' }).click();
    await chat.tell(chat.patch({ op: 'changes', id: 'c', state: { status: 'undone', left: 0 } }));
    await clickAgain(2);
    assert.deepEqual(
      (await chat.posted()).flatMap((each) => (each.type === 'changes' ? each.action : [])),
      ['undo'],
    );
    const context = page.getByRole('button', { name: /tokens of context/ });
    await context.click();
    await clickAgain(2);
    assert.equal(await context.getAttribute('aria-expanded'), 'false');
  });

  it('continues once, however often Continue is pressed', async () => {
    await chat.tell(
      chat.patch({
        op: 'add',
        item: { kind: 'notice', id: 'n', level: 'warning', text: 'Stopped.', actions: ['continue'] },
      }),
    );
    await page.getByRole('button', { name: 'Continue' }).dblclick();
    assert.deepEqual(await types(), ['action']);
  });

  it('takes a completion once while Enter or Tab is held, and sends and leaves nothing', async () => {
    for (const name of ['Enter', 'Tab']) {
      await page.keyboard.type('See #need');
      const { request } = await chat.next('suggest', ({ query }) => query === 'need');
      await chat.tell({ type: 'suggestions', request, suggestions: [{ kind: 'attach', attachment }] });
      await key(name, 3);
      assert.equal(await page.getByLabel('Message', { exact: true }).inputValue(), 'See #needle.ts ', name);
      assert.equal(await page.locator('.composer-box textarea:focus').count(), 1, name);
      assert.deepEqual(await types(), [], name);
      await page.getByLabel('Message', { exact: true }).fill('');
    }
  });

  it('sends one message while Enter is held, and Enter sends the next when it is pressed anew', async () => {
    await page.keyboard.type('one');
    await key('Enter', 2);
    await page.keyboard.type('two');
    await key('Enter');
    assert.deepEqual(
      (await chat.posted()).flatMap((each: ChatMessage) => (each.type === 'send' ? each.text : [])),
      ['one', 'two'],
    );
  });
});

describe('Escape', () => {
  const chat = useChatPage(status);
  let page: Page;
  beforeEach(async () => {
    ({ page } = chat);
    await chat.show([said]);
    await chat.tell({ type: 'focus' });
  });

  const stops = async (): Promise<number> =>
    (await chat.posted()).filter(({ type }) => type === 'stop').length;
  const turn = (now: ChatStatus): Promise<void> => chat.tell(chat.patch({ op: 'status', status: now }));
  const escape = async (): Promise<void> => {
    await page.keyboard.press('Escape');
    await chat.drawn();
  };
  const focused = (): Promise<string> =>
    page.evaluate("document.activeElement.getAttribute('aria-label') ?? document.activeElement.textContent");
  const region = () => page.getByRole('region', { name: 'Context' });

  it('closes what the context holds, also from elsewhere, and only then stops the turn', async () => {
    await turn(running);
    const button = page.getByRole('button', { name: /tokens of context/ });
    await button.press('Enter');
    await page.getByLabel('Message', { exact: true }).focus();
    await escape();
    assert.deepEqual([await region().count(), await stops(), await focused()], [0, 0, 'Message']);
    await button.press('Enter');
    await page.keyboard.press('Tab');
    await escape();
    assert.deepEqual([await region().count(), await stops()], [0, 0]);
    assert.match(await focused(), /tokens of context/);
    await escape();
    assert.equal(await stops(), 1);
  });

  it('closes one thing at a time, the newest first, and nothing more while it is held', async () => {
    await page.locator('.user-message').hover();
    await page.getByRole('button', { name: 'Edit message' }).click();
    await page.keyboard.type(' now');
    await turn(running);
    await page.keyboard.press('Control+f');
    await page.getByLabel('Message', { exact: true }).focus();
    const edited = page.getByRole('textbox', { name: 'Edited message' });
    const bar = page.getByRole('search');
    await page.keyboard.down('Escape');
    await page.keyboard.down('Escape');
    await page.keyboard.down('Escape');
    await page.keyboard.up('Escape');
    await chat.drawn();
    assert.deepEqual([await bar.count(), await edited.count(), await stops()], [0, 1, 0]);
    await escape();
    assert.deepEqual([await edited.count(), await stops(), await focused()], [0, 0, 'Message']);
    await escape();
    assert.equal(await stops(), 1);
    // What was written was not thrown away by a key that was meant for the turn.
    await turn(status);
    await page.locator('.user-message').hover();
    await page.getByRole('button', { name: 'Edit message' }).click();
    assert.equal(await edited.inputValue(), 'Add the total now');
  });

  it('closes a list of commands when the keyboard is elsewhere', async () => {
    await turn(running);
    await page.keyboard.type('/');
    await page.getByRole('listbox').waitFor();
    await page.locator('.status-model').focus();
    await escape();
    assert.deepEqual([await page.getByRole('listbox').count(), await stops()], [0, 0]);
  });

  const ask = async (): Promise<void> => {
    const call: CallView = {
      source: { kind: 'mcp', server: 'demo' },
      toolName: 'write_file',
      wireName: 'mcp__demo__write_file',
      argsText: '{"path":"a"}',
      status: 'pending',
      startedAt: 0,
      approval: { changed: false, says: [], coverages: [] },
    };
    await chat.tell(
      chat.patch(
        { op: 'add', item: { kind: 'call', id: 'k', step: 1, call } },
        { op: 'status', status: running },
      ),
    );
  };

  it('closes the field of a reason to deny, and goes back to its button', async () => {
    await ask();
    await page.getByRole('button', { name: 'Deny…' }).click();
    await page.getByLabel('Reason for the model (optional)').fill('Not');
    await escape();
    assert.deepEqual([await stops(), await focused()], [0, 'Deny…']);
  });

  it('closes the field of edited arguments, which come back with the button', async () => {
    await ask();
    await page.getByRole('button', { name: 'Edit arguments' }).click();
    const field = page.locator('.approval textarea');
    await field.fill('{"path": "b"}');
    await escape();
    assert.deepEqual([await field.count(), await stops()], [0, 0]);
    assert.match(await focused(), /is waiting for your approval/);
    await page.getByRole('button', { name: 'Edit arguments' }).click();
    assert.equal(await field.inputValue(), '{"path": "b"}');
    await page.getByRole('button', { name: 'Cancel editing' }).click();
    await page.getByRole('button', { name: 'Edit arguments' }).click();
    assert.doesNotMatch(await field.inputValue(), /"b"/);
  });
});
