/** The user's word before a tool runs: each scope, a refusal, edited arguments, revoking (features.md, C13). */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callsReply, gate, textReply } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { poll } from './support/poll.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import { serversConnected } from './support/servers.ts';
import { notification } from './support/notifications.ts';
import type { Window } from './support/window.ts';

describe('a call that wants permission', () => {
  let folder: string;
  let opened: ChatWindow;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-permission-'));
    opened = await openChatWindow({
      folder,
      servers: { recorder: fixtureCommand('recorder') },
      settings: { 'patchbay.tools.approval': 'ask' },
    });
    ({ model, window, chat } = opened);
  });
  after(async () => {
    await opened?.close();
    await rm(folder, { recursive: true, force: true });
  });
  pictureFailures('permission', () => window);

  /** The icon in the activity bar, while its number says that. */
  const badge = (words: string) => window.page.locator(`.activitybar [aria-label*="${words}"]`).first();
  const asked = (tool: string) => chat.call(tool).locator('.approval');
  const echo = (id: string, text: string) => ({ id, name: 'mcp__recorder__echo', args: { text } });

  /** Has the model call these tools, in a conversation of their own unless `goOn`. */
  async function use(calls: Parameters<typeof callsReply>[0], goOn = false): Promise<void> {
    if (!goOn) await chat.startNew(window);
    model.replyWith(callsReply(calls));
    await chat.send('Use them');
  }
  async function modelRead(words: RegExp): Promise<void> {
    // One request for the calls, one with their results.
    await poll('the results to be sent', () => Promise.resolve(model.newRequests.length >= 2));
    await chat.idle();
    assert.match(model.read, words);
  }

  it('is not run when it stands in the text of an answer, until the user allows such calls; then each asks', async () => {
    const written = { name: 'mcp__recorder__echo', arguments: { text: 'from a text' } };
    const reply = textReply(`<tool_call>\n${JSON.stringify(written)}\n</tool_call>`);
    await chat.startNew(window);
    model.replyWith(reply);
    await chat.send('Use it');
    await chat.frame.locator('.notice', { hasText: 'The call was not run.' }).waitFor();
    assert.equal(await chat.call('echo').count(), 0);
    assert.match(await chat.frame.locator('.assistant-message').last().innerText(), /from a text/);
    await window.screenshot('text-call-offered');
    model.replyWith(reply);
    await chat.frame.getByRole('button', { name: 'Allow tool calls in text' }).click();
    await asked('echo').waitFor();
    await window.screenshot('text-call-asks');
    assert.match(await asked('echo').innerText(), /wrote this call as text/);
    assert.equal(await asked('echo').getByLabel('Duration').count(), 0);
    await asked('echo').getByRole('button', { name: 'Allow' }).click();
    await modelRead(/from a text/);
  });

  it('runs when it is allowed, by keyboard, while the others wait; a refusal is read by the model', async () => {
    await use([echo('a', 'allowed'), { id: 'b', name: 'mcp__recorder__env', args: { name: 'HOME' } }]);
    await asked('env').waitFor();
    await badge('2 calls wait for your approval').waitFor();
    await window.screenshot('permission-asked');
    await asked('echo').getByRole('button', { name: 'Allow' }).press('Enter');
    await chat.frame.locator('.call.success').waitFor();
    await badge('1 call waits for your approval').waitFor();
    assert.equal(await asked('env').count(), 1);
    // The keyboard went on to what is asked next.
    await chat.frame.locator('.approval:focus').waitFor();
    await asked('env').getByRole('button', { name: 'Deny…' }).press('Enter');
    await window.page.keyboard.type('Home is private');
    await window.page.keyboard.press('Enter');
    await modelRead(/Home is private/);
    await badge('for your approval').waitFor({ state: 'detached' });
    await modelRead(/allowed/);
  });

  it('asks again after "this time", and not after "in this conversation", until a new one begins', async () => {
    await use([echo('a', 'one')]);
    await asked('echo').getByLabel('Duration').selectOption('In this conversation');
    await asked('echo').getByRole('button', { name: 'Allow' }).click();
    await modelRead(/one/);
    await use([echo('a', 'two')], true);
    await modelRead(/two/);
    await use([echo('a', 'three')]);
    await asked('echo').getByRole('button', { name: 'Allow' }).click();
    await modelRead(/three/);
  });

  it('runs with the arguments that the user made of it', async () => {
    await use([echo('a', 'original')]);
    await asked('echo').getByRole('button', { name: 'Edit arguments' }).click();
    const editor = asked('echo').getByRole('textbox', { name: 'Arguments as JSON' });
    await editor.fill('{"text": 5}');
    await asked('echo').getByRole('button', { name: 'Allow' }).click();
    await asked('echo').getByRole('alert').waitFor();
    await window.screenshot('permission-edited');
    await editor.fill('{"text": "edited"}');
    await asked('echo').getByRole('button', { name: 'Allow' }).click();
    await modelRead(/changed the arguments before the tool ran.*edited/);
  });

  it('is announced while another conversation is shown, and the message leads to it', async () => {
    await chat.startNew(window);
    const held = gate();
    const reply = callsReply([echo('a', 'from afar')]);
    assert.ok(reply.kind === 'body');
    model.replyWith({ ...reply, pieces: [held.piece, ...reply.pieces] });
    await chat.send('Wait for it');
    await poll('the request', () => Promise.resolve(model.newRequests.length === 1));
    // Not by the palette: an Escape on its way there could stop the turn.
    await window.page.getByRole('button', { name: 'New Chat' }).first().click();
    await chat.frame.getByText('How big is this project').waitFor();
    held.open();
    await badge('1 call waits for your approval').waitFor();
    const told = await notification(window, /the conversation "Wait for it" is waiting for you/);
    await window.screenshot('permission-announced');
    await told.choose('Open Chat');
    await asked('echo').getByRole('button', { name: 'Allow' }).click();
    await modelRead(/from afar/);
  });

  it('is not asked about again in this workspace, over a reload, until that is revoked', async () => {
    await use([echo('a', 'first')]);
    await asked('echo').getByLabel('Duration').selectOption('In this workspace');
    await asked('echo').getByRole('button', { name: 'Allow' }).click();
    await modelRead(/first/);
    await window.reload();
    await serversConnected(window);
    chat = await openChat(window);
    await use([echo('a', 'second')]);
    await modelRead(/second/);

    await window.run('permissions');
    await window.quickInput.row('echo of recorder').waitFor();
    await window.screenshot('permission-list');
    await window.quickInput.toggle('echo of recorder');
    await window.quickInput.press('OK');
    await window.quickInput.gone();
    await use([echo('a', 'third')]);
    await asked('echo').waitFor();
    await window.run('stop');
    await chat.idle();
  });

  const serverPid = async (): Promise<number | undefined> =>
    (await window.children()).find((child) => child.command.includes('recorder'))?.pid;

  it('lets go what "every tool of the server" covers, and asks again when the server is another', async () => {
    await use([
      echo('a', 'x'),
      echo('b', 'y'),
      { id: 'c', name: 'mcp__recorder__env', args: { name: 'HOME' } },
    ]);
    await poll('three to wait', async () => (await chat.frame.locator('.approval').count()) === 3);
    const first = chat.frame.locator('.approval').first();
    await first.getByLabel('Duration').selectOption('always');
    await first.getByLabel('Scope of the permission').selectOption('every tool of recorder');
    await first.getByRole('button', { name: 'Allow' }).click();
    await chat.idle();
    await chat.unfoldSteps();
    assert.equal(await chat.frame.locator('.call.success').count(), 3);

    const { command, args } = fixtureCommand('recorder');
    const before = await serverPid();
    await window.writeSettings({ 'patchbay.servers': { recorder: { command, args, env: { OTHER: '1' } } } });
    // Until it is started anew, the row says what it said.
    await poll(
      'the server to be another process',
      async () => ![before, undefined].includes(await serverPid()),
    );
    await serversConnected(window);
    await use([echo('a', 'z')]);
    await asked('echo').getByText('has changed since you allowed it').waitFor();
    await window.screenshot('permission-changed');
    await asked('echo').getByRole('button', { name: 'Allow' }).click();
    await modelRead(/z/);
  });

  it('breaks no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));
});
