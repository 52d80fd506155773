/** What waits, fails or is empty, and stays where the user has put it: hidden, folded, unwritten, not offered. */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { settingsFile } from '../../scripts/host/settings.ts';
import { callsReply, gate } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { ChatFrame } from './support/chat.ts';
import { openChatWindow, type ChatWindow } from './support/chatWindow.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { notification } from './support/notifications.ts';
import { poll } from './support/poll.ts';
import { rowSays, SERVERS_VIEW, serversConnected, showServers } from './support/servers.ts';
import type { Window } from './support/window.ts';

describe('the window leaves as it is', () => {
  const recorder = fixtureCommand('recorder');
  let opened: ChatWindow;
  let window: Window;
  let chat: ChatFrame;

  before(async () => {
    opened = await openChatWindow({
      servers: { recorder },
      settings: { 'patchbay.tools.approval': 'ask' },
    });
    ({ window, chat } = opened);
  });
  after(() => opened?.close());
  pictureFailures('quiet', () => window);

  const badge = (words: string) => window.page.locator(`.activitybar [aria-label*="${words}"]`).first();
  const sideBar = () => window.page.locator('.part.auxiliarybar');
  const waits = () => window.page.locator('.statusbar-item', { hasText: /\d waiting/ });
  const hideChat = async (): Promise<void> => {
    await window.runCommand('View: Toggle Secondary Side Bar Visibility');
    await sideBar().waitFor({ state: 'hidden' });
    // The extension hears of it before it answers the next command.
    await window.run('showConversations');
    await window.quickInput.dismiss();
  };

  it('a chat that is hidden while a call waits: badge, status bar and one notification say so, which opens it', async () => {
    const held = gate();
    const echo = (id: string) => ({ id, name: 'mcp__recorder__echo', args: { text: id } });
    const reply = callsReply([echo('a'), echo('b')]);
    assert.ok(reply.kind === 'body');
    opened.model.replyWith({ ...reply, pieces: [held.piece, ...reply.pieces] });
    await chat.send('Use it');
    await poll('the request', () => Promise.resolve(opened.model.newRequests.length === 1));
    await hideChat();
    held.open();
    await badge('2 calls wait for your approval').waitFor();
    await waits().filter({ hasText: '2 waiting' }).waitFor();
    const told = await notification(window, /the conversation "Use it" is waiting for you/);
    assert.equal(await window.page.locator('.notifications-center .monaco-list-row').count(), 1);
    assert.equal(await sideBar().isVisible(), false);
    await window.screenshot('quiet-waiting');
    await told.choose('Open Chat');
    await window.webviewFrame('#patchbay-chat .approval');
    await hideChat();
    await waits().locator('a').first().press('Enter');
    await sideBar().waitFor();
    // The page is loaded anew each time.
    chat = new ChatFrame(await window.webviewFrame('#patchbay-chat .approval'));
    for (const left of [1, 0]) {
      await chat.frame
        .locator('.approval')
        .first()
        .getByRole('button', { name: 'Allow', exact: true })
        .press('Enter');
      await poll('the next', async () => (await chat.frame.locator('.approval').count()) === left);
    }
    await chat.idle();
    await waits().waitFor({ state: 'detached' });
    await badge('for your approval').waitFor({ state: 'detached' });
  });

  it('a chat that is hidden, until a key opens it', async () => {
    await hideChat();
    await window.page.keyboard.press('Shift+Alt+P');
    await sideBar().waitFor();
    chat = new ChatFrame(await window.webviewFrame('#patchbay-chat textarea:focus'));
    assert.match(await chat.transcript(), /Use it/);
  });

  it('rows that are unfolded, with a filter and after it', async () => {
    await window.expandRow(SERVERS_VIEW, 'recorder');
    const isUnfolded = async () =>
      (await window.treeRows(SERVERS_VIEW)).some(
        ({ label, expanded }) => label === 'recorder' && expanded === true,
      );
    await window.run('filterServers');
    await window.quickInput.type('echo');
    await window.quickInput.accept();
    await poll('the filter', async () => (await window.treeRows(SERVERS_VIEW)).length === 2);
    await window.run('clearFilter');
    await poll('all rows', async () => (await window.treeRows(SERVERS_VIEW)).length > 8);
    assert.ok(await isUnfolded());
    await window.openRow(SERVERS_VIEW, 'recorder');
    await poll('the row to be folded', async () => !(await isUnfolded()));
    await window.run('filterServers');
    await window.quickInput.type('echo');
    await window.quickInput.accept();
    await poll('the filter', isUnfolded);
    await window.run('clearFilter');
    await poll('the row to be folded', async () => !(await isUnfolded()));
  });

  it('the badge when a server fails, whose row has the cause, and all of it below', async () => {
    const command = 'a-command-that-nobody-has-ever-installed-on-this-machine';
    await window.writeSettings({ 'patchbay.servers': { recorder, broken: { command } } });
    await rowSays(window, 'broken', new RegExp(`^Command "${command}" was not found`));
    // The editor draws no header while the view is alone in its side bar.
    await window.page
      .locator('.pane-header .description', { hasText: '1 server has an error' })
      .waitFor({ state: 'attached' });
    assert.equal(await badge('has an error').count(), 0);
    await window.expandRow(SERVERS_VIEW, 'broken');
    const rows = await window.treeRows(SERVERS_VIEW);
    const at = rows.findIndex(({ label }) => label === 'broken');
    assert.match(
      rows
        .slice(at + 1, at + 5)
        .map(({ label }) => label)
        .join(''),
      /^Command ?"a-command-that-nobody-has-ever-installed-on-this-machine" ?was ?not found/,
    );
    await window.screenshot('quiet-broken');
  });

  it('tabs of the call history and of a server over a reload', async () => {
    await window.run('showHistory');
    await window.tab('Call History').first().waitFor();
    await window.webviewFrame('.history-row');
    await window.run('showServer');
    await window.quickInput.chooseLabel('recorder');
    await window.webviewFrame('.server-head h1');
    await window.reload();
    await window.webviewFrame('.server-head h1');
    await window.tab('Call History').first().click();
    await window.webviewFrame('.history-row');
    await window.runCommand('View: Close All Editors');
    await serversConnected(window);
  });

  it('the settings when they are opened, and does not offer what has nothing to act on', async () => {
    await window.writeSettings({ 'patchbay.servers': undefined });
    await showServers(window);
    await poll('no server', async () =>
      (await window.treeRows(SERVERS_VIEW)).every(({ label }) => label !== 'recorder'),
    );
    const before = await readFile(settingsFile(window.dataDir), 'utf8');
    await window.run('openSettings');
    const tab = window.tab('settings.json').first();
    await tab.waitFor();
    await window.page.locator('.editor-instance .monaco-editor.focused').waitFor();
    assert.equal(await window.page.locator('.tab.dirty').count(), 0);
    assert.equal(await readFile(settingsFile(window.dataDir), 'utf8'), before);
    await window.runCommand('View: Close All Editors');
    const offered = async (): Promise<string[]> => {
      await window.page.keyboard.press('F1');
      await window.quickInput.type('>Patchbay: Server');
      await window.quickInput.row('Add Server…').waitFor();
      const labels = await window.quickInput.rows.allInnerTexts();
      await window.quickInput.dismiss();
      return labels.map((label) => label.split('\n')[0] ?? '');
    };
    const now = await offered();
    for (const title of [
      'Reconnect Server',
      'Connect Server',
      'Edit Server…',
      'Troubleshoot Server…',
      'Show Server Details',
    ])
      assert.ok(!now.some((label) => label.includes(`Patchbay: ${title}`)), `${title} in ${now.join(', ')}`);
    await window.writeSettings({ 'patchbay.servers': { recorder } });
    await serversConnected(window);
    assert.ok((await offered()).some((label) => label.includes('Patchbay: Reconnect Server')));
  });

  it('the rules of its pages', () => assert.deepEqual(window.consoleErrors(), []));
});
