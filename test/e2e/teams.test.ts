/** What a workspace asks to start, and what the machine's policy lets run, in the window (issue 6, part 8). */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { readLog } from '../fixtures/servers/recorderLog.ts';
import { activateRow } from './support/activate.ts';
import type { Dialog } from './support/dialog.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openWindow } from './support/openWindow.ts';
import { rowSays, SERVERS_VIEW, showServers } from './support/servers.ts';
import { notification } from './support/notifications.ts';
import { poll } from './support/poll.ts';
import type { Window } from './support/window.ts';
import { viewRowsSelector } from './support/workbench.ts';

describe('servers of a team, in the window', () => {
  let scratch: string;
  let folder: string;
  let log: string;
  let window: Window | undefined;

  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'patchbay-teams-'));
    folder = join(scratch, 'project');
    log = join(scratch, 'log');
    await mkdir(join(folder, '.vscode'), { recursive: true });
  });
  pictureFailures('teams', () => window);
  afterEach(async () => {
    await window?.close();
    window = undefined;
    await rm(scratch, { recursive: true, force: true });
  });

  const recorder = (...more: string[]) => fixtureCommand('recorder', '--log', log, ...more);
  const ofWorkspace = (servers: object, more: object = {}) =>
    writeFile(
      join(folder, '.vscode/settings.json'),
      JSON.stringify({ 'patchbay.servers': servers, ...more }),
    );
  const linked = (servers: object, more: object = {}) =>
    writeFile(join(folder, '.vscode/mcp.json'), JSON.stringify({ servers, ...more }));
  const link = { 'patchbay.linkVscodeServers': true };

  it('nothing of a workspace starts before the user has seen and allowed it, once for each change', async () => {
    await ofWorkspace({
      written: { ...recorder(), env: { TEAM_KEY: 'x', TEAM_URL: 'y' }, cwd: '${workspaceFolder}' },
    });
    await linked({ linked: recorder('--name', 'linked') });
    window = await openWindow({
      folder,
      settings: { ...link, 'patchbay.servers': { mine: fixtureCommand('recorder') } },
    });
    await showServers(window);
    await rowSays(window, 'mine', /^8 tools/);
    await rowSays(window, 'written', /^waiting for your confirmation/);
    await rowSays(window, 'linked', /^waiting for your confirmation/);
    assert.deepEqual(readLog(log), []);
    const told = await notification(window, /this workspace asks to start the server/);
    await window.screenshot('teams-waiting');
    await told.choose('Review…');
    let dialog = await window.dialog('Allow this workspace to start 2 servers?');
    for (const words of [
      'linked (.vscode/mcp.json)',
      'written (workspace settings)',
      'Sets: TEAM_KEY=x',
      'Sets: TEAM_URL=y',
    ])
      await dialog.says(words);
    await window.screenshot('teams-dialog');
    await dialog.choose('Cancel');
    assert.deepEqual(readLog(log), []);
    // One of them by its row.
    await window.openRow(SERVERS_VIEW, 'written');
    await (await window.dialog('Allow this workspace to start the server "written"?')).choose('Allow');
    await rowSays(window, 'written', /^8 tools/);
    await rowSays(window, 'linked', /^waiting for your confirmation/);

    await window.reload();
    await showServers(window);
    await rowSays(window, 'written', /^8 tools/);

    await ofWorkspace({ written: { ...recorder('--name', 'other'), env: { TEAM_URL: 'z', NEW: '1' } } });
    await window.reload();
    await showServers(window);
    await rowSays(window, 'written', /^waiting for your confirmation/);
    await window.openRow(SERVERS_VIEW, 'written');
    dialog = await window.dialog('Allow this workspace to start the server "written"?');
    for (const words of [
      'Previously:',
      'Previous folder:',
      'TEAM_KEY was removed.',
      'NEW is new.',
      'The value of TEAM_URL has changed.',
    ])
      await dialog.says(words);
    await window.screenshot('teams-changed');
    await dialog.choose('Allow');
    await rowSays(window, 'written', /^8 tools/);
  });

  it('one server can be denied, what it takes of the user’s is shown in full and granted one by one, and its file asks again', async () => {
    const token = '${env:PATCHBAY_E2E_TOKEN}';
    await writeFile(join(folder, '.env'), 'FROM_FILE=first\n');
    await ofWorkspace({
      written: { ...recorder(), env: { TEAM_KEY: `Bearer ${token}`, MODE: 'test' }, envFile: '.env' },
    });
    window = await openWindow({ folder });
    const review = async (at: Window): Promise<Dialog> => {
      await at.run('reviewServers');
      return at.dialog('Allow this workspace to start the server "written"?');
    };
    await showServers(window);
    await rowSays(window, 'written', /^waiting for your confirmation/);
    const first = await review(window);
    for (const words of [
      'Sets: TEAM_KEY=Bearer ${env:PATCHBAY_E2E_TOKEN}',
      'Sets: MODE=test',
      'FROM_FILE (their values are not shown)',
      'Requests: your environment variable PATCHBAY_E2E_TOKEN',
    ])
      await first.says(words);
    await window.screenshot('teams-needs');
    await first.choose('Deny');
    await rowSays(window, 'written', /^denied by you/);
    await (await review(window)).choose('Allow');
    const need = /your environment variable PATCHBAY_E2E_TOKEN.*for env\.TEAM_KEY of "written"/;
    await window.quickInput.row(need).waitFor();
    await window.screenshot('teams-grants');
    // Nothing is marked by itself.
    await window.quickInput.press('OK');
    await window.quickInput.gone();
    await rowSays(window, 'written', /^waiting for your confirmation/);
    assert.deepEqual(readLog(log), []);

    await (await review(window)).choose('Allow');
    await window.quickInput.toggle(need);
    await window.quickInput.press('OK');
    await rowSays(window, 'written', /^8 tools/);

    await writeFile(join(folder, '.env'), 'FROM_FILE=second\n');
    await window.run('reconnectAll');
    await rowSays(window, 'written', /^waiting for your confirmation/);
    await (await review(window)).says('FROM_FILE in the file has changed.');
    await window.screenshot('teams-file-changed');
  });

  it('what was allowed can be taken back', async () => {
    await linked({ one: recorder(), two: recorder() });
    window = await openWindow({ folder, settings: link });
    await showServers(window);
    await rowSays(window, 'two', /^waiting for your confirmation/);
    await window.run('reviewServers');
    await (await window.dialog('to start 2 servers?')).choose('Allow All');
    await rowSays(window, 'one', /^8 tools/);
    await rowSays(window, 'two', /^8 tools/);
    await window.run('reviewServers');
    for (const name of ['one', 'two']) await window.quickInput.toggleLabel(name);
    await window.screenshot('teams-take-back');
    await window.quickInput.press('OK');
    await window.quickInput.gone();
    for (const name of ['one', 'two']) await rowSays(window, name, /^denied by you/);
    // Who asks for it all the same is shown it again, and what else is marked then.
    const { page } = window;
    const row = window.treeRow(SERVERS_VIEW, 'two');
    // A row that is drawn anew under the mouse hides its buttons.
    await poll('the server to be reconnected', async () => {
      await row.hover();
      const part = '.action-label[aria-label^="Reconnect Server"]';
      return activateRow(page, { rows: viewRowsSelector(SERVERS_VIEW), label: 'two', part });
    });
    await (await window.dialog('Allow this workspace to start the server "two"?')).choose('Choose…');
    for (const name of ['one', 'two']) await window.quickInput.toggleLabel(name);
    await window.quickInput.press('OK');
    const other = await window.dialog('Allow this workspace to start the server "one"?');
    await other.says(log);
    for (const name of ['one', 'two']) await rowSays(window, name, /^denied by you/);
    await other.choose('Allow');
    for (const name of ['one', 'two']) await rowSays(window, name, /^8 tools/);
  });

  it('links nothing from .vscode/mcp.json in a workspace that is not trusted, and asks after that', async () => {
    await linked(
      { theirs: { ...recorder(), env: { KEY: '${input:team-key}' } } },
      {
        inputs: [
          { id: 'team-key', type: 'promptString', description: 'The key of the team', password: true },
        ],
      },
    );
    await ofWorkspace({}, link);
    window = await openWindow({
      folder,
      trust: false,
      settings: { ...link, 'patchbay.servers': { mine: fixtureCommand('recorder') } },
    });
    await showServers(window);
    await rowSays(window, 'mine', /^8 tools/);
    assert.deepEqual(
      (await window.treeRows(SERVERS_VIEW)).map(({ label }) => label),
      ['mine', 'Built-in tools'],
    );
    await window.grantTrust();
    await showServers(window);
    await rowSays(window, 'theirs', /^waiting for your confirmation/);
    assert.deepEqual(readLog(log), []);
    await window.run('reviewServers');
    await (await window.dialog('to start the server "theirs"?')).choose('Allow');
    // Its value is asked for once it may start, and kept.
    await window.quickInput.says('The key of the team');
    await window.quickInput.answer('team-secret-4711');
    await rowSays(window, 'theirs', /^8 tools/);
    await window.run('reconnectAll');
    await rowSays(window, 'theirs', /^8 tools/);
  });

  it('the policy of the machine says what may run, and a workspace cannot widen it @nightly', async () => {
    const { command } = recorder();
    await ofWorkspace({ theirs: recorder() }, { 'patchbay.policy.servers': { allowedCommands: ['*'] } });
    // Where a host keeps the settings of its machine, which the window's own cannot widen either.
    const home = join(scratch, 'home');
    const machine = async (policy: object): Promise<void> => {
      await mkdir(join(home, 'data/Machine'), { recursive: true });
      const file = join(home, 'data/Machine/settings.json');
      await writeFile(file, JSON.stringify({ 'patchbay.policy.servers': policy }));
    };
    await machine({ deniedCommands: [basename(command)], allowedHosts: ['*.example.com'] });
    window = await openWindow({
      folder,
      home,
      size: { width: 1100, height: 800 },
      settings: {
        'patchbay.policy.servers': { allowedHosts: ['*'] },
        'patchbay.servers': { mine: recorder(), remote: { url: 'http://127.0.0.1:9/mcp' } },
      },
    });
    await showServers(window);
    await rowSays(window, 'mine', /^The policy of this machine denies the command/);
    await rowSays(window, 'theirs', /^The policy of this machine denies the command/);
    await rowSays(window, 'remote', /^The policy of this machine does not allow the host 127\.0\.0\.1/);
    await window.openRow(SERVERS_VIEW, 'remote');
    await window.treeRow(SERVERS_VIEW, 'Show Policy').waitFor();
    await window.screenshot('teams-policy');
    await window.run('showServer');
    await window.quickInput.chooseLabel('mine');
    const page = await window.webviewFrame('.server-card');
    await page.getByText('The policy of this machine denies the command').first().waitFor();
    await page.getByRole('button', { name: 'Show Policy' }).waitFor();
    await window.screenshot('teams-policy-page');

    // Adding: the test says it too.
    await window.run('pasteServers');
    await window.quickInput.answer([command, ...recorder().args].join(' '), 'Paste JSON');
    await window.quickInput.choose('Test Connection');
    await window.quickInput.row('The policy of this machine denies the command').waitFor();
    await window.screenshot('teams-policy-test');
    await window.quickInput.dismiss();
    assert.deepEqual(readLog(log), []);

    await machine({});
    await window.reload();
    await showServers(window);
    await rowSays(window, 'mine', /^8 tools/);
    await rowSays(window, 'theirs', /^waiting for your confirmation/);
    await machine({ allowCommands: [] });
    await window.reload();
    await showServers(window);
    await rowSays(window, 'mine', /^The policy of this machine cannot be read.*unknown key "allowCommands"/);
  });
});
