/** An injected model that wants a secret out: each step of its way meets a card (issue 12, findings 2 and 12). */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { callsReply } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { openChat, type ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { poll } from './support/poll.ts';
import type { ScriptedModel } from './support/scriptedModel.ts';
import { serversConnected } from './support/servers.ts';
import type { Window } from './support/window.ts';

describe('a model that was talked into sending a secret away', () => {
  let folder: string;
  let opened: ChatWindow;
  let model: ScriptedModel;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-flow-'));
    await writeFile(join(folder, '.env'), 'TOKEN=s3cr3t\n');
    await writeFile(join(folder, 'a.txt'), 'a\n');
    opened = await openChatWindow({
      folder,
      servers: { recorder: fixtureCommand('recorder'), modern: fixtureCommand('modern') },
      settings: { 'patchbay.tools.approval': 'ask' },
    });
    ({ model, window, chat } = opened);
  });
  after(async () => {
    await opened?.close();
    await rm(folder, { recursive: true, force: true });
  });
  pictureFailures('dataFlow', () => window);

  const call = (name: string, args: object) => ({ id: 'a', name, args });
  const readEnv = call('read_file', { path: '.env' });
  const readResource = (uri: string) => call('read_mcp_resource', { server: 'modern', uri });
  const echo = call('mcp__recorder__echo', { text: 'TOKEN=s3cr3t' });
  /** The newest card. */
  const card = () => chat.frame.locator('.approval').last();

  async function use(made: ReturnType<typeof call>, goOn = true): Promise<void> {
    if (!goOn) await chat.startNew(window);
    model.replyWith(callsReply([made]));
    await chat.send('Use it');
  }
  async function ended(words: RegExp): Promise<void> {
    await poll('the results to be sent', () => Promise.resolve(model.newRequests.length >= 2));
    await chat.idle();
    assert.match(model.read, words);
  }
  const allow = () => card().getByRole('button', { name: 'Allow' }).click();

  it('reads what a server lists without approval, and asks with the whole URI for what it made up', async () => {
    await use(readResource('memo://note'), false);
    await ended(/first/);
    await use(readResource('memo://words/TOKEN=s3cr3t'));
    await card().getByText('"modern" does not list this resource').waitFor();
    await card().getByText('Address: memo://words/TOKEN=s3cr3t').waitFor();
    await window.screenshot('flow-resource');
    await card().getByRole('button', { name: 'Deny…' }).click();
    await card().getByRole('button', { name: 'Deny', exact: true }).click();
    await ended(/did not allow this call/);
  });

  it('is asked about the secret, and then about every way out, also where it was always allowed', async () => {
    await use(echo, false);
    await card().getByLabel('Duration').selectOption('always');
    await allow();
    await ended(/s3cr3t/);
    await use(echo);
    await ended(/s3cr3t/);

    await use(readEnv);
    await card().getByText('Reads .env.').waitFor();
    await window.screenshot('flow-secret');
    await allow();
    await ended(/s3cr3t/);
    for (const way of [echo, readResource('memo://words/French'), readResource('memo://note')]) {
      await use(way);
      await card().getByText('The model has read .env in this conversation.').waitFor();
      assert.equal(await card().getByLabel('Duration').count(), 0);
      await card().getByRole('button', { name: 'Deny…' }).click();
      await card().getByRole('button', { name: 'Deny', exact: true }).click();
      await ended(/did not allow this call/);
    }
    await use(call('run_command', { command: 'ls a.txt' }));
    await card().getByText('could send it to any address, through the command').waitFor();
    await window.screenshot('flow-command');
    await window.run('stop');
    await chat.idle();
  });

  it('is asked about them after a reload, until the user wants no warning in this conversation @nightly', async () => {
    await window.reload();
    await serversConnected(window, 2);
    chat = await openChat(window);
    await use(echo);
    await card().getByText('The model has read .env in this conversation.').waitFor();
    await card().getByLabel('do not warn again in this conversation').check();
    await window.screenshot('flow-allowed');
    await allow();
    await ended(/s3cr3t/);
    await use(echo);
    await ended(/s3cr3t/);
    // Another conversation knows nothing of it: what was always allowed runs.
    await use(echo, false);
    await ended(/s3cr3t/);
  });

  it('runs commands by a permission for plain words in this folder, and no others', async () => {
    await use(call('run_command', { command: 'ls a.txt' }), false);
    await card().getByLabel('Duration').selectOption('always');
    await card().getByText('Exactly this command, in this folder:').waitFor();
    await card().getByLabel('Scope of the permission').selectOption('ls …');
    await card().locator('.approval-command').getByText('ls', { exact: true }).waitFor();
    await card().locator('.approval-command').getByText(folder).waitFor();
    await window.screenshot('flow-pattern');
    await allow();
    await ended(/Exit code 0/);
    await use(call('run_command', { command: 'ls a.txt a.txt' }));
    await ended(/Exit code 0/);
    for (const command of ['ls a.txt; id', 'ls -la', 'ls $(id)', 'ls /etc']) {
      await use(call('run_command', { command }));
      await card().waitFor();
      await window.run('stop');
      await chat.idle();
    }
    await window.run('permissions');
    await window.quickInput.says('the command ls, followed by file names and paths');
    await window.screenshot('flow-permissions');
    await window.quickInput.dismiss();
  });
});
