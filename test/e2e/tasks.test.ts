/** A call that runs as a task: a question of server-everything in mid-task, progress, and its end by the user (issue 3, 7). */
import assert from 'node:assert/strict';
import { everythingCommand } from '../../scripts/demo/everything.ts';
import { callsReply } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
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
    const servers = { everything: everythingCommand, site: fixtureCommand('tasks') };
    opened = await openChatWindow({ otherwise: 'Thank you.', servers });
    ({ model, window, chat } = opened);
  });
  after(() => opened?.close());
  pictureFailures('tasks', () => window);

  async function start(server: string, tool: string, args: Record<string, unknown>) {
    await chat.startNew(window);
    model.replyWith(callsReply([{ id: 'a', name: `mcp__${server}__${tool}`, args }]));
    await chat.send('Look into it');
    return chat.call(tool);
  }

  it('asks the user in the middle, says what it waits for, and ends with the answer in its result', async () => {
    const call = await start('everything', 'simulate-research-query', { topic: 'python', ambiguous: true });
    await chat.frame.locator('.question').last().waitFor();
    await call
      .getByText(/^input required: Found multiple interpretations/)
      .first()
      .waitFor();
    await window.screenshot('task-input-required');
    await chat.frame.locator('.question select').last().selectOption({ label: 'Python snake species' });
    await chat.frame.getByRole('button', { name: 'Submit', exact: true }).press('Enter');
    await chat.idle();
    assert.match(model.read, /Research Report: python \(snake\)/);
    await window.screenshot('task-done');
  });

  it('shows how far it is, and ends at once when the user stops it', async () => {
    // It has no end of its own, so that what it shows stays.
    const call = await start('site', 'dig', {});
    await call.getByText('One metre').first().waitFor();
    assert.equal(await call.getByRole('progressbar').getAttribute('aria-valuenow'), '33');
    await window.screenshot('task-working');
    await chat.escape();
    await call
      .getByText(/cancelled/i)
      .first()
      .waitFor();
  });

  it('breaks no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
