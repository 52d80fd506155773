/** The call history in the editor: after a restart, search and filters, run again, numbers, delete (C11, C12). */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Frame } from 'playwright-core';
import { callsReply } from '../fixtures/endpoint.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { openChat } from './support/chat.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import { startModel, type ScriptedModel } from './support/scriptedModel.ts';
import { serversConnected } from './support/servers.ts';
import { SECRET } from './support/user.ts';
import type { Window } from './support/window.ts';

describe('the call history', () => {
  let home: string;
  let folder: string;
  let model: ScriptedModel;
  let window: Window;
  let history: Frame;

  before(async () => {
    home = await mkdtemp(join(tmpdir(), 'patchbay-home-'));
    folder = await mkdtemp(join(tmpdir(), 'patchbay-history-'));
    model = await startModel();
    await open();
  });
  after(async () => {
    await window?.close();
    await model?.close();
    for (const path of [home, folder]) await rm(path, { recursive: true, force: true, maxRetries: 5 });
  });

  async function open(): Promise<void> {
    const recorder = { ...fixtureCommand('recorder'), env: { DOOR: '${env:HISTORY_SECRET}' } };
    window = await openWindow({
      home,
      folder,
      env: { HISTORY_SECRET: SECRET },
      settings: {
        ...model.settings,
        'patchbay.tools.approval': 'never',
        'patchbay.servers': { recorder },
      },
    });
    await serversConnected(window);
  }
  async function showHistory(): Promise<void> {
    await window.run('showHistory');
    history = await window.webviewFrame('.history .page-bar');
  }
  const rows = async () => history.locator('.history-row').allInnerTexts();
  const waitForRows = (count: number) =>
    poll(`${count} calls in the list`, async () => (await rows()).length === count, {
      detail: async () => (await rows()).join('\n'),
    });

  it('is empty at first, and says what will be there', async () => {
    await showHistory();
    await history.getByText('No calls yet').waitFor();
    await window.screenshot('history-empty');
  });

  it('has the calls of a turn after a restart, without secrets', async () => {
    const chat = await openChat(window);
    model.replyWith(
      callsReply([
        { id: 'a', name: 'mcp__recorder__echo', args: { text: 'a needle in the hay' } },
        { id: 'b', name: 'mcp__recorder__env', args: { name: 'DOOR' } },
        { id: 'c', name: 'mcp__recorder__env', args: { name: 'NOT_SET_AT_ALL' } },
        { id: 'd', name: 'mcp__recorder__big', args: { bytes: 300_000 } },
      ]),
    );
    await chat.ask('Use them');
    await window.close();
    await open();
    await showHistory();
    await waitForRows(4);
    await history.getByRole('button', { name: /Done env recorder/ }).click();
    const details = history.locator('.split-details');
    await details.getByText('${env:HISTORY_SECRET}').waitFor();
    await window.screenshot('history');
    const file = await poll('the file', () => historyFile(window));
    assert.doesNotMatch(file, new RegExp(SECRET));
  });

  it('is searched and filtered', async () => {
    await history.getByRole('searchbox', { name: 'Search calls' }).fill('needle');
    await waitForRows(1);
    assert.match((await rows()).join(), /echo/);
    await history.getByRole('searchbox', { name: 'Search calls' }).fill('');
    await waitForRows(4);
    await history.getByLabel('Tool', { exact: true }).selectOption('env');
    await waitForRows(2);
    await history.getByLabel('Status').selectOption('Failed');
    await waitForRows(1);
    await history.getByLabel('Server').selectOption('recorder');
    await waitForRows(1);
    await history.getByLabel('Server').selectOption('All servers');
    await history.getByLabel('Tool', { exact: true }).selectOption('All tools');
    await history.getByLabel('Status').selectOption('Any status');
    await waitForRows(4);
  });

  it('runs a call again with other arguments, once they fit the tool', async () => {
    await window.writeSettings({ 'patchbay.tools.approval': 'ask' });
    await history.getByRole('button', { name: /echo recorder/ }).click();
    const details = history.locator('.split-details');
    await details.getByRole('button', { name: 'Edit arguments' }).click();
    const editor = details.getByRole('textbox', { name: 'Arguments as JSON' });
    await editor.fill('{"text": 5}');
    await details.getByRole('button', { name: 'Run again' }).click();
    await details.getByRole('alert').waitFor();
    await editor.fill('{"text": "once more"}');
    await details.getByRole('button', { name: 'Run again' }).click();
    await (await window.dialog('Run echo of recorder?')).choose('Run');
    await waitForRows(5);
    // The new call is the one that is shown.
    await details.locator('.call-text', { hasText: 'once more' }).nth(1).waitFor();
    await window.screenshot('history-again');
  });

  it('says how often and how long each tool ran', async () => {
    await history.getByRole('button', { name: 'Show statistics' }).click();
    const row = history.getByRole('row', { name: /^env/ });
    await row.waitFor();
    assert.deepEqual((await row.locator('td').allInnerTexts()).slice(0, 3), ['recorder', '2', '1']);
    await window.screenshot('history-statistics');
    await history.getByRole('button', { name: 'Show calls' }).click();
    await waitForRows(5);
  });

  it('writes the calls that are shown into a file', async () => {
    await history.getByRole('searchbox', { name: 'Search calls' }).fill('needle');
    await waitForRows(1);
    await history.getByRole('button', { name: 'Export these calls as JSON…' }).click();
    const file = join(folder, 'exported.json');
    const text = await window.quickInput.nameFile('Export Call History', file, async () => {
      const written = await readFile(file, 'utf8').catch(() => '');
      return written.endsWith(']\n') ? written : undefined;
    });
    const calls = JSON.parse(text) as { arguments: unknown }[];
    assert.deepEqual(
      calls.map((call) => call.arguments),
      [{ text: 'a needle in the hay' }],
    );
    await history.getByRole('searchbox', { name: 'Search calls' }).fill('');
    await waitForRows(5);
  });

  it('opens a whole result in an editor, and looks right in a light theme and in a narrow tab', async () => {
    await history.getByRole('button', { name: /big recorder/ }).click();
    await history.getByText('Only part of the content is shown.').waitFor();
    await window.setTheme('Light Modern');
    await window.screenshot('history-light');
    await window.setSize(900, 800);
    await window.screenshot('history-narrow');
    await window.setSize(1280, 800);
    await history.locator('.split-details').getByRole('button', { name: 'Open in editor' }).nth(1).click();
    await window.tab('big result').waitFor();
  });

  it('is deleted once that was confirmed', async () => {
    await showHistory();
    await window.run('deleteHistory');
    await (await window.dialog(/./)).choose('Delete');
    await history.getByText('No calls yet').waitFor();
    assert.deepEqual(await rows(), []);
  });

  it('says so when the settings keep nothing', async () => {
    await window.writeSettings({ 'patchbay.history.maxSizeMB': 0 });
    const said = async () => {
      await window.closeTab('Call History');
      await poll('the page to go', () => Promise.resolve(history.isDetached()));
      await showHistory();
      const text = await history.locator('.history').innerText();
      return text.includes('The call history is not available.') && text.includes('maxSizeMB');
    };
    await poll('the page to say so', said);
    await window.screenshot('history-off');
  });
  pictureFailures('history', () => window);

  it('breaks no rule of the page', () => assert.deepEqual(window.consoleErrors(), []));

  // Last, because the workbench complains of it in the console.
  it('shows a call as interrupted that the extension host did not survive @nightly', async () => {
    await window.writeSettings({
      'patchbay.history.maxSizeMB': undefined,
      'patchbay.tools.approval': 'never',
    });
    const chat = await openChat(window);
    await chat.startNew(window);
    await chat.idle();
    model.replyWith(callsReply([{ id: 'e', name: 'mcp__recorder__sleep', args: { ms: 60_000 } }]));
    await chat.send('Sleep');
    await chat.call('sleep').locator('.call-state').waitFor();
    await showHistory();
    await waitForRows(1);
    const row = (status: string) => history.getByRole('button', { name: new RegExp(`^${status} sleep`) });
    await row('Running').waitFor();
    process.kill(await window.extensionHostPid(), 'SIGKILL');
    await window.reload();
    await showHistory();
    await row('Interrupted').waitFor();
  });
});

/** All that is in the files of the history, as far as they are there. */
async function historyFile({ dataDir }: Window): Promise<string | undefined> {
  const path = join(dataDir, 'User/globalStorage/patchbay.patchbay/history.sqlite');
  const texts = await Promise.all(['', '-wal'].map((end) => readFile(path + end, 'latin1').catch(() => '')));
  return texts[0] === '' ? undefined : texts.join('');
}
