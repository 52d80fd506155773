/** What a workspace asks to start, and what the machine's policy lets run, in the window (issue 6, part 8). */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { readLog } from '../fixtures/servers/recorderLog.ts';
import { openWindow } from './support/openWindow.ts';
import { rowSays, SERVERS_VIEW, showServers } from './support/servers.ts';
import { notification } from './support/signIn.ts';
import type { Window } from './support/window.ts';

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
  afterEach(async function () {
    if (this.currentTest?.state === 'failed')
      await window?.screenshot(`teams-failed-${this.currentTest.title.slice(0, 24).replace(/\W+/g, '-')}`);
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
  const dialog = (at: Window) => at.page.locator('.monaco-dialog-box');
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
    await rowSays(window, 'written', /^waits for your confirmation/);
    await rowSays(window, 'linked', /^waits for your confirmation/);
    assert.deepEqual(readLog(log), []);
    const told = await notification(window, /this workspace asks to start the server/);
    await window.screenshot('teams-waiting');
    await told.getByRole('button', { name: 'Review…' }).click();
    const box = dialog(window);
    await box.getByText('Allow this workspace to start 2 servers?').waitFor();
    for (const words of [
      'linked (.vscode/mcp.json)',
      'written (workspace settings)',
      'Sets: TEAM_KEY, TEAM_URL',
    ])
      await box.getByText(words).first().waitFor();
    await window.screenshot('teams-dialog');
    await box.getByRole('button', { name: 'Cancel' }).click();
    assert.deepEqual(readLog(log), []);
    // One of them by its row.
    await window.treeRow(SERVERS_VIEW, 'written').click();
    await box.getByText('Allow this workspace to start the server "written"?').waitFor();
    await box.getByRole('button', { name: 'Allow', exact: true }).click();
    await rowSays(window, 'written', /^8 tools/);
    await rowSays(window, 'linked', /^waits for your confirmation/);

    await window.reload();
    await showServers(window);
    await rowSays(window, 'written', /^8 tools/);

    await ofWorkspace({ written: { ...recorder('--name', 'other'), env: { TEAM_URL: 'z', NEW: '1' } } });
    await window.reload();
    await showServers(window);
    await rowSays(window, 'written', /^waits for your confirmation/);
    await window.treeRow(SERVERS_VIEW, 'written').click();
    for (const words of [
      'Before, it was:',
      'The folder was:',
      'TEAM_KEY is gone.',
      'NEW is new.',
      'TEAM_URL has another value.',
    ])
      await box.getByText(words).first().waitFor();
    await window.screenshot('teams-changed');
    await box.getByRole('button', { name: 'Allow', exact: true }).click();
    await rowSays(window, 'written', /^8 tools/);
  });

  it('what was allowed can be taken back', async () => {
    await linked({ one: recorder(), two: recorder() });
    window = await openWindow({ folder, settings: link });
    await showServers(window);
    await rowSays(window, 'two', /^waits for your confirmation/);
    await window.runCommand('Patchbay: Review Workspace Servers…');
    await dialog(window).getByRole('button', { name: 'Allow All' }).click();
    await rowSays(window, 'one', /^8 tools/);
    await rowSays(window, 'two', /^8 tools/);
    await window.runCommand('Patchbay: Review Workspace Servers…');
    const row = window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'two' });
    await row.locator('.monaco-checkbox, .monaco-custom-toggle').first().click();
    await window.screenshot('teams-take-back');
    await window.page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    await rowSays(window, 'two', /^waits for your confirmation/);
    await rowSays(window, 'one', /^8 tools/);
    // Who asks for it all the same is shown it again.
    await window.treeRow(SERVERS_VIEW, 'two').hover();
    await window
      .treeRow(SERVERS_VIEW, 'two')
      .getByRole('button', { name: /^Reconnect Server/ })
      .click();
    await dialog(window).getByText('Allow this workspace to start the server "two"?').waitFor();
    await dialog(window).getByRole('button', { name: 'Allow', exact: true }).click();
    await rowSays(window, 'two', /^8 tools/);
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
    await rowSays(window, 'theirs', /^waits for your confirmation/);
    assert.deepEqual(readLog(log), []);
    await window.runCommand('Patchbay: Review Workspace Servers…');
    await dialog(window).getByRole('button', { name: 'Allow', exact: true }).click();
    // Its value is asked for once it may start, and kept.
    const input = window.page.locator('.quick-input-widget', { hasText: 'The key of the team' });
    await input.waitFor();
    await input.locator('input').last().fill('team-secret-4711');
    await window.page.keyboard.press('Enter');
    await rowSays(window, 'theirs', /^8 tools/);
    await window.runCommand('Patchbay: Reconnect All Servers');
    await rowSays(window, 'theirs', /^8 tools/);
  });

  it('the policy of the machine says what may run, and a workspace cannot widen it', async () => {
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
    await rowSays(window, 'mine', /^error: The policy of this machine denies the command/);
    await rowSays(window, 'theirs', /^error: The policy of this machine denies the command/);
    await rowSays(window, 'remote', /^error: The host 127\.0\.0\.1 is not among those/);
    await window.treeRow(SERVERS_VIEW, 'remote').click();
    await window.treeRow(SERVERS_VIEW, 'Show Policy').waitFor();
    await window.screenshot('teams-policy');
    await window.runCommand('Patchbay: Show Server');
    await window.page.locator('.quick-input-list .monaco-list-row', { hasText: 'mine' }).click();
    const page = await window.webviewFrame('.server-card');
    await page.getByText('The policy of this machine denies the command').first().waitFor();
    await page.getByRole('button', { name: 'Show Policy' }).waitFor();
    await window.screenshot('teams-policy-page');

    // Adding: the test says it too.
    await window.runCommand('Patchbay: Add Server from JSON or Command Line…');
    const widget = window.page.locator('.quick-input-widget');
    await widget.locator('.monaco-list-row', { hasText: 'Type or Paste It Here' }).click();
    await widget.locator('.quick-input-title', { hasText: 'Type or Paste' }).waitFor();
    await widget
      .locator('input')
      .last()
      .fill([command, ...recorder().args].join(' '));
    await window.page.keyboard.press('Enter');
    await widget.locator('.monaco-list-row', { hasText: 'Test Connection' }).click();
    await widget
      .locator('.monaco-list-row', { hasText: 'The policy of this machine denies the command' })
      .waitFor();
    await window.screenshot('teams-policy-test');
    await window.page.keyboard.press('Escape');
    assert.deepEqual(readLog(log), []);

    await machine({});
    await window.reload();
    await showServers(window);
    await rowSays(window, 'mine', /^8 tools/);
    await rowSays(window, 'theirs', /^waits for your confirmation/);
    await machine({ allowCommands: [] });
    await window.reload();
    await showServers(window);
    await rowSays(
      window,
      'mine',
      /^error: The policy of this machine cannot be read.*unknown key "allowCommands"/,
    );
  });
});
