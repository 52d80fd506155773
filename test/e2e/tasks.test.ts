/** A call that runs as a task on a real server: its status, a question in mid-task, its end by the user (issue 3, 7). */
import assert from 'node:assert/strict';
import { everythingCommand } from '../../scripts/demo/everything.ts';
import {
  callsReply,
  startEndpoint,
  textReply,
  type Reply,
  type ScriptedEndpoint,
} from '../fixtures/endpoint.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import type { Window } from './support/window.ts';

describe('a call that runs as a task', () => {
  let endpoint: ScriptedEndpoint;
  let next: Reply[] = [];
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    endpoint = await startEndpoint(() => next.shift() ?? textReply('Thank you.'));
    window = await openWindow({
      size: { width: 1200, height: 900 },
      settings: {
        'patchbay.model.baseUrl': endpoint.baseURL,
        'patchbay.model.name': 'scripted',
        'patchbay.servers': { everything: everythingCommand },
      },
    });
    await window.runCommand('Patchbay: Focus on MCP Servers View');
    await poll(
      'the server to connect',
      async () =>
        (await window.treeRows('MCP Servers')).some(({ description }) => /^\d+ tools/.test(description)) ||
        undefined,
    );
    chat = await openChat(window);
  });
  after(async () => {
    await endpoint?.close();
    await window?.close();
  });

  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await window.screenshot(`tasks-failed-${this.currentTest.title.slice(0, 20).replace(/\W+/g, '-')}`);
  });

  const read = () => JSON.stringify(endpoint.requests.at(-1)?.body.messages);

  async function research(args: Record<string, unknown>): Promise<void> {
    await chat.startNew(window);
    next = [callsReply([{ id: 'a', name: 'mcp__everything__simulate-research-query', args }])];
    await chat.send('Research it');
  }

  it('shows how far it is, asks the user in the middle, and ends with the answer in its result', async () => {
    await research({ topic: 'python', ambiguous: true });
    const call = chat.call('simulate-research-query');
    await call.getByText('working: Gathering sources...').waitFor();
    await window.screenshot('task-working');
    await chat.frame.locator('.question').last().waitFor();
    await call.getByText(/^input required: Found multiple interpretations/).waitFor();
    await window.screenshot('task-input-required');
    await chat.frame.locator('.question select').last().selectOption({ label: 'Python snake species' });
    await chat.frame.getByRole('button', { name: 'Submit', exact: true }).press('Enter');
    await call.getByText('working: Generating report...').waitFor();
    await chat.idle();
    assert.match(read(), /Research Report: python \(snake\)/);
    await window.screenshot('task-done');
  });

  it('ends at once when the user stops it', async () => {
    await research({ topic: 'tides' });
    const call = chat.call('simulate-research-query');
    await call.getByText('working: Gathering sources...').waitFor();
    await window.runCommand('Patchbay: Stop the Running Turn');
    await chat.idle();
    await call.getByText('cancelled', { exact: false }).first().waitFor();
  });

  it('breaks no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
