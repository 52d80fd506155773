/** What one test file leaves in the window of its worker is not there for the next (docs/testing.md). */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { quietSettings } from '../../scripts/host/settings.ts';
import { callsReply } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { openChat } from './support/chat.ts';
import { openWindow } from './support/openWindow.ts';
import { notification } from './support/notifications.ts';
import { startModel, type ScriptedModel } from './support/scriptedModel.ts';
import { serversConnected, SERVERS_VIEW } from './support/servers.ts';
import type { Window } from './support/window.ts';

describe('a window after that of another test file @nightly', () => {
  let folder: string;
  let model: ScriptedModel;
  let window: Window;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'patchbay-reset-'));
    await writeFile(join(folder, 'notes.txt'), 'notes\n');
    model = await startModel();
  });
  after(async () => {
    await window?.close();
    await model?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const open = (servers: object): Promise<Window> =>
    openWindow({
      folder,
      trust: false,
      settings: { ...model.settings, 'patchbay.tools.approval': 'ask', 'patchbay.servers': servers },
    });
  const call = () => callsReply([{ id: 'a', name: 'mcp__recorder__echo', args: { text: 'hello' } }]);
  const recorder = fixtureCommand('recorder');
  let host: number;

  it('has one that leaves something of every kind behind, and no process', async () => {
    window = await open({ recorder, other: recorder });
    host = window.host.pid;
    await serversConnected(window, 2);
    await window.writeSettings({ 'chat.fontSize': 19 });
    const chat = await openChat(window);
    model.replyWith(call());
    await chat.send('Remember me');
    await chat.frame.getByLabel('Duration').selectOption('always');
    await chat.frame.locator('.approval').getByRole('button', { name: 'Allow' }).click();
    await chat.idle();
    model.replyWith(call());
    await chat.ask('Again');
    assert.equal(await chat.frame.locator('.approval').count(), 0);
    await window.run('setApiKey');
    await window.quickInput.widget.locator('input[type=password]').waitFor();
    await window.quickInput.answer('sk-of-the-first-window');
    await notification(window, /is stored/);
    await chat.ask('With a key');
    assert.match(String(model.requests.at(-1)?.headers.authorization), /sk-of-the-first-window/);
    await chat.input.fill('A draft that was not sent');
    await window.runCommand('File: New Untitled Text File');
    await window.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    await window.page.keyboard.type('not saved');
    await window.tab('not saved').waitFor();
    await window.page.context().addCookies([{ name: 'left', value: '1', url: window.host.url }]);
    await window.page.evaluate(`sessionStorage.setItem('left', '1')`);
    await window.grantTrust();
    assert.deepEqual(await window.close(), []);
  });

  it('has the same host and browser, and nothing of it', async () => {
    await window.close();
    window = await open({ recorder });
    assert.equal(window.host.pid, host);
    assert.equal((await window.readSettings())['chat.fontSize'], undefined);
    assert.equal(await window.page.locator('.tab').count(), 0);
    assert.deepEqual(await window.page.context().cookies(), []);
    assert.equal(await window.page.evaluate(`sessionStorage.getItem('left')`), null);
    await window.page.getByText('Restricted Mode').first().waitFor();
    await serversConnected(window, 1);
    assert.equal((await window.treeRows(SERVERS_VIEW)).filter(({ label }) => label === 'other').length, 0);
    const chat = await openChat(window);
    assert.equal(await chat.frame.locator('.row').count(), 0);
    assert.equal(await chat.input.inputValue(), '');
    assert.doesNotMatch(await window.output('Patchbay'), /other/);
    model.replyWith(call());
    await chat.send('Who are you?');
    await chat.frame.locator('.approval').getByRole('button', { name: 'Allow' }).click();
    await chat.idle();
    assert.equal(model.requests.at(-1)?.headers.authorization, undefined);
    assert.doesNotMatch(model.read, /Remember me/);
    await window.run('showConversations');
    await window.quickInput.row('Who are you?').waitFor();
    assert.equal(await window.quickInput.rows.filter({ hasText: 'Remember me' }).count(), 0);
    // VS Code opens and rewrites the settings at each start if they have an old name of a theme.
    const theme = 'workbench.colorTheme';
    assert.equal((await window.readSettings())[theme], quietSettings(true)[theme]);
  });
});
