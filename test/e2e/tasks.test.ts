/** A call that runs as a task on a real server: its status, a question in mid-task, its end by the user (issue 3, 7). */
import assert from 'node:assert/strict';
import { everythingCommand } from '../../scripts/demo/everything.ts';
import { callsReply } from '../fixtures/endpoint.ts';
import type { ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import type { Window } from './support/window.ts';

describe('a call that runs as a task', () => {
  let opened: ChatWindow;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    opened = await openChatWindow({ otherwise: 'Thank you.', servers: { everything: everythingCommand } });
    ({ model, window, chat } = opened);
  });
  after(() => opened?.close());
  pictureFailures('tasks', () => window);

  /** The call says so. To be begun before what makes it say so, as each stage is shown for a second only. */
  const says = (words: string | RegExp) =>
    chat.call('simulate-research-query').getByText(words).first().waitFor();

  async function research(args: Record<string, unknown>): Promise<void> {
    await chat.startNew(window);
    model.replyWith(callsReply([{ id: 'a', name: 'mcp__everything__simulate-research-query', args }]));
    await Promise.all([says('working: Gathering sources...'), chat.send('Research it')]);
  }

  it('shows how far it is, asks the user in the middle, and ends with the answer in its result', async () => {
    await research({ topic: 'python', ambiguous: true });
    await window.screenshot('task-working');
    await chat.frame.locator('.question').last().waitFor();
    await says(/^input required: Found multiple interpretations/);
    await window.screenshot('task-input-required');
    await chat.frame.locator('.question select').last().selectOption({ label: 'Python snake species' });
    await Promise.all([
      says('working: Generating report...'),
      chat.frame.getByRole('button', { name: 'Submit', exact: true }).press('Enter'),
    ]);
    await chat.idle();
    assert.match(model.read, /Research Report: python \(snake\)/);
    await window.screenshot('task-done');
  });

  it('ends at once when the user stops it', async () => {
    // It would ask in the end, so that it has not ended by itself before it is stopped.
    await research({ topic: 'tides', ambiguous: true });
    await chat.escape();
    await says(/cancelled/i);
  });

  it('breaks no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
