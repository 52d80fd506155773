/** What must not happen: servers of an untrusted workspace, and processes after a killed host. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isAlive } from '../fixtures/servers/alive.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { startProtected, type ProtectedServer } from '../fixtures/servers/protected.ts';
import { readLog } from '../fixtures/servers/recorderLog.ts';
import { callsReply } from '../fixtures/endpoint.ts';
import { openChatWindow } from './support/chatWindow.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import { rowSays, SERVERS_VIEW, showServers } from './support/servers.ts';
import type { Window } from './support/window.ts';

describe('safety', () => {
  let scratch: string;
  let window: Window | undefined;
  let guarded: ProtectedServer | undefined;
  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'patchbay-safety-'));
  });
  afterEach(async () => {
    await window?.close();
    window = undefined;
    await guarded?.close();
    guarded = undefined;
    await rm(scratch, { recursive: true, force: true });
  });

  it('runs no command in a workspace that is not trusted and asks nobody, until its row has led to trust', async () => {
    const folder = join(scratch, 'folder');
    await mkdir(folder, { recursive: true });
    const opened = await openChatWindow({
      folder,
      trust: false,
      servers: {},
      settings: { 'patchbay.tools.approval': 'ask' },
    });
    const { model, chat } = opened;
    ({ window } = opened);
    try {
      const runs = callsReply([{ id: 'a', name: 'run_command', args: { command: 'echo ran' } }]);
      model.replyWith(runs);
      await chat.send('Run it');
      await chat.idle();
      assert.match(model.read, /The workspace is not trusted/);
      const row = chat.frame.locator('.call.error');
      assert.match(await row.innerText(), /The workspace is not trusted, so the command was not run\./);
      assert.equal(await chat.frame.locator('.approval').count(), 0);
      await window.screenshot('command-not-trusted');
      await row.getByRole('button', { name: 'Trust…' }).press('Enter');
      await window.trustInEditor();
      await row.getByRole('button', { name: 'Trust…' }).waitFor({ state: 'detached' });
      model.replyWith(runs);
      await chat.send('Run it now');
      await chat.frame.locator('.approval').waitFor();
    } finally {
      await model.close();
    }
  });

  it('starts and visits no server of a workspace and asks for none of its inputs before it is trusted', async () => {
    const log = join(scratch, 'log');
    const folder = join(scratch, 'folder');
    await mkdir(join(folder, '.vscode'), { recursive: true });
    guarded = await startProtected();
    const servers = {
      theirs: { ...fixtureCommand('recorder', '--log', log), env: { A: '${input:theirs}' } },
      guarded: { type: 'http', url: guarded.url },
    };
    const inputs = [{ id: 'theirs', type: 'promptString' }];
    await writeFile(
      join(folder, '.vscode/settings.json'),
      JSON.stringify({ 'patchbay.servers': servers, 'patchbay.inputs': inputs }),
    );
    const asking = { ...fixtureCommand('recorder'), env: { A: '${input:theirs}' } };
    window = await openWindow({
      folder,
      trust: false,
      settings: { 'patchbay.servers': { mine: fixtureCommand('recorder'), asking } },
    });
    await showServers(window);
    await rowSays(window, 'mine', /^8 tools/);
    assert.deepEqual(
      (await window.treeRows(SERVERS_VIEW)).map(({ label }) => label),
      ['mine', 'asking', 'Built-in tools'],
    );
    await rowSays(window, 'asking', /defines no input "theirs"/);
    assert.deepEqual(readLog(log), []);
    assert.equal(guarded.requests(), 0);
    await window.screenshot('restricted-mode');
    await window.grantTrust();
    await showServers(window);
    // Trust is not yet the word for what the workspace asks to start.
    await rowSays(window, 'theirs', /^waiting for your confirmation/);
    // A server of the user never draws on inputs of a workspace.
    await rowSays(window, 'asking', /defines no input "theirs"/);
    assert.equal(await window.quickInput.widget.isVisible(), false);
    assert.deepEqual(readLog(log), []);
    assert.equal(guarded.requests(), 0);
    await window.run('reviewServers');
    await (await window.dialog('to start 2 servers?')).choose('Allow All');
    // The question comes with the confirmation.
    await window.quickInput.says('The input "theirs"');
    await window.quickInput.answer('blue');
    await showServers(window);
    await rowSays(window, 'theirs', /^8 tools/);
    // Nor is either the wish to sign in.
    await rowSays(window, 'guarded', /^sign-in needed/);
    assert.equal(guarded.counts.registered, 0);
    assert.equal(window.page.context().pages().length, 1);
  });

  it('leaves no process behind when the extension host is killed', async () => {
    window = await openWindow({
      settings: { 'patchbay.servers': { stubborn: fixtureCommand('misbehaving', 'ignore-sigterm') } },
    });
    await showServers(window);
    await rowSays(window, 'stubborn', /^\d+ tools?/);
    const pids = (await window.children())
      .filter(({ command }) => /misbehaving|sleep/.test(command))
      .map(({ pid }) => pid);
    assert.ok(pids.length >= 2, 'the server and its grandchild run');
    process.kill(await window.extensionHostPid(), 'SIGKILL');
    await poll('the server and its grandchild to be gone', () =>
      Promise.resolve(pids.every((pid) => !isAlive(pid)) || undefined),
    );
  });
});
