/** Servers added, tried, edited, renamed, duplicated, removed and imported by a user (features.md, A7, A8, A13, D5). */
import assert from 'node:assert/strict';
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { repoRoot } from '../../scripts/host/cache.ts';
import { settingsFile } from '../../scripts/host/settings.ts';
import { fixtureCommand } from '../fixtures/servers/command.ts';
import { receivedMessages } from '../fixtures/servers/recorderLog.ts';
import { activate } from './support/activate.ts';
import { pictureFailures } from './support/failurePictures.ts';
import { openWindow } from './support/openWindow.ts';
import { poll } from './support/poll.ts';
import { notification } from './support/notifications.ts';
import { rowSays } from './support/servers.ts';
import { skipAfterFailure } from './support/skipAfterFailure.ts';
import { emptyHome, userHome } from './support/user.ts';
import type { Window } from './support/window.ts';

const view = 'MCP Servers';
const { command, args } = fixtureCommand('recorder');
const commandLine = [command, ...args].join(' ');

describe('writing servers', () => {
  skipAfterFailure();
  let window: Window;

  before(async () => {
    await emptyHome();
    const samples = join(repoRoot, 'test/fixtures/configurations');
    const folder = join(userHome, 'project');
    await mkdir(join(folder, '.vscode'), { recursive: true });
    await mkdir(join(userHome, '.config/Claude'), { recursive: true });
    await cp(join(samples, 'vscode.mcp.json'), join(folder, '.vscode/mcp.json'));
    await cp(
      join(samples, 'claude_desktop_config.json'),
      join(userHome, '.config/Claude/claude_desktop_config.json'),
    );
    window = await openWindow({ folder, size: { width: 1000, height: 800 } });
    await window.focusServers();
  });
  pictureFailures('servers', () => window);
  after(async () => {
    await window?.close();
  });

  /** Waits for a row of the step that says so. */
  const offers = (text: string | RegExp) => window.quickInput.row(text).waitFor();
  /** Waits for the step with this title. */
  const step = (title: string | RegExp) => window.quickInput.titled(title);
  const choose = (text: string | RegExp) => window.quickInput.choose(text);
  /** Chooses the row of the form for a field. */
  const chooseField = (label: string) => window.quickInput.chooseLabel(label);
  /** Types into the step with this title: the one before it may still be there. */
  const type = (title: string | RegExp, text: string) => window.quickInput.answer(text, title);
  const says = (label: string, words: RegExp) => rowSays(window, label, words);
  const gone = (label: string) =>
    poll(
      `${label} to go`,
      async () => !(await window.treeRows(view)).some((row) => row.label === label) || undefined,
    );
  const servers = async () => {
    const { 'patchbay.servers': value } = await window.readSettings();
    return value as Record<string, Record<string, unknown>>;
  };

  it('Add Server asks step by step, by the keyboard alone, and says at the place what is wrong', async () => {
    const { keyboard } = window.page;
    await window.run('addServer');
    await step(/Add Server.*1\/5/);
    await window.screenshot('add-server-start');
    // What is pasted into this very box is taken: also an address as one writes it, with no scheme.
    await window.quickInput.type('example.com/mcp');
    await offers('Add example');
    await window.quickInput.type('');
    await window.quickInput.row('Add example').waitFor({ state: 'hidden' });
    await keyboard.press('Enter');
    await step(/2\/5/);
    await keyboard.press('Enter');
    await window.quickInput.says('Enter a command.');
    await type(/2\/5/, commandLine);
    await type(/3\/5/, 'my server');
    await window.quickInput.says(/the name may only contain/i);
    await window.screenshot('add-server-name');
    await type(/3\/5/, 'demo');
    await step(/Environment.*4\/5/);
    await choose('Add Environment Variable');
    await type('Add Environment Variable', 'API_TOKEN');
    await step('API_TOKEN');
    await choose('Secret');
    await window.quickInput.widget.locator('input[type=password]').waitFor();
    await window.quickInput.answer('s3cret-of-the-demo');
    await offers('API_TOKEN');
    await window.screenshot('add-server-environment');
    await choose('Done');
    await step(/5\/5/);
    await choose('User settings');
    await offers('Save & Connect');
    await window.screenshot('add-server-form');
    assert.equal(await servers(), undefined, 'Nothing is saved yet.');
  });

  it('Test Connection says what is there, or the cause, and saves nothing', async () => {
    await choose('Test Connection');
    await offers(/Connected to recorder.*MCP \d{4}-\d\d-\d\d · 8 tools · \d+ ms/);
    await window.screenshot('add-server-tested');
    await chooseField('Command');
    await type('Add Server: Command', 'no-such-command-anywhere');
    await choose('Test Connection');
    await offers(/"no-such-command-anywhere" was not found/);
    await window.screenshot('add-server-test-failed');
    await chooseField('Command');
    await type('Add Server: Command', commandLine);
    await offers('Test Connection');
    assert.equal(await servers(), undefined);
    await gone('demo');
  });

  it('Save & Connect writes it, with the secret elsewhere, and it comes up', async () => {
    await choose('Save & Connect');
    await says('demo', /^8 tools/);
    const { demo } = await servers();
    assert.deepEqual(demo, { type: 'stdio', command, args, env: { API_TOKEN: '${secret:demo-API_TOKEN}' } });
    assert.doesNotMatch(await readFile(settingsFile(window.dataDir), 'utf8'), /s3cret/);
    await window.screenshot('add-server-connected');
  });

  it('a command line is pasted, looked through and saved', async () => {
    await window.run('pasteServers');
    await type('Paste JSON', `LEVEL=debug ${commandLine} --log ${join(userHome, 'pasted')}`);
    await offers('Save & Connect');
    await chooseField('Name');
    await type('Add Server: Name', 'pasted');
    await choose('Save & Connect');
    await says('pasted', /^8 tools/);
    assert.deepEqual((await servers())['pasted']?.['env'], { LEVEL: 'debug' });
  });

  it('Edit Server comes filled in, the name locked, and reconnects with what was changed', async () => {
    await window.run('editServer');
    await choose('pasted');
    await step('Edit Server "pasted"');
    await offers(/Name.*pasted.*Rename Server/);
    await offers(/Environment.*LEVEL/);
    await window.screenshot('edit-server');
    await chooseField('Time limit of a call');
    await type('Time Limit', 'five');
    await window.quickInput.says('Enter a number of seconds, such as 60.');
    await type('Time Limit', '90');
    await choose('Save & Reconnect');
    await poll('the new limit', async () => (await servers())['pasted']?.['timeout'] === 90_000 || undefined);
    const log = join(userHome, 'pasted');
    await poll(
      'the second connection',
      async () => receivedMessages(log, 'tools/list').length >= 2 || undefined,
    );
    await says('pasted', /^8 tools/);
  });

  it('Rename Server takes an unchecked tool along', async () => {
    await window.expandRow(view, 'pasted');
    await window.toggleRow(view, 'echo');
    await says('pasted', /^7 of 8 tools/);
    await window.run('renameServer');
    await choose('pasted');
    await type(/Rename Server "/, 'demo');
    await window.quickInput.says('A server "demo" already exists.');
    await type(/Rename Server "/, 'renamed');
    await says('renamed', /^7 of 8 tools/);
    await gone('pasted');
    assert.deepEqual(Object.keys(await servers()), ['demo', 'renamed']);
  });

  it("Duplicate, Disable and Enable do so, in the tree's menu as well", async () => {
    await poll('the name of the duplicate to be asked for', async () => {
      await window.openMenu(view, 'renamed');
      await window.screenshot('server-menu');
      await window.chooseInMenu('Duplicate Server');
      // Nothing is done where the rows are read anew just then (decision 042).
      return window.quickInput.comes('Duplicate Server "renamed"');
    });
    await window.quickInput.accept();
    await says('renamed-2', /^8 tools/);
    await window.run('disableServer');
    await choose('renamed-2');
    await says('renamed-2', /^disabled/);
    assert.equal((await servers())['renamed-2']?.['enabled'], false);
    await window.run('enableServer');
    await choose('renamed-2');
    await says('renamed-2', /^8 tools/);
    assert.equal((await servers())['renamed-2']?.['enabled'], undefined);
  });

  it('a row is dragged onto another, or moved by the menu, and the settings stay as they are', async () => {
    const isOrdered = async (...names: string[]) => {
      const shown = (await window.treeRows(view)).filter(({ level }) => level === 1);
      return shown
        .map(({ label }) => label)
        .join()
        .startsWith(names.join());
    };
    const order = (...names: string[]) => poll(`the order ${names.join(', ')}`, () => isOrdered(...names));
    const before = await readFile(settingsFile(window.dataDir), 'utf8');
    await window.focusServers();
    await window.dragRow(view, 'renamed-2', 'demo');
    await order('renamed-2', 'demo', 'renamed');
    await poll('the server to be moved', async () => {
      await window.openMenu(view, 'demo');
      await window.chooseInMenu('Move Server Down');
      // Nothing is done where the rows are read anew just then; once it is the last one, it stays so.
      return poll('the order', () => isOrdered('renamed-2', 'renamed', 'demo'), { timeout: 5_000 }).catch(
        () => false,
      );
    });
    assert.equal(await readFile(settingsFile(window.dataDir), 'utf8'), before);
    await window.screenshot('servers-ordered');
  });

  it('Remove Server asks first, and Undo brings everything back', async () => {
    await window.run('removeServer');
    await choose(/^renamed(?!-2)/);
    const dialog = await window.dialog('Do you want to remove the server "renamed"?');
    await window.screenshot('remove-server');
    await dialog.choose('Remove');
    await gone('renamed');
    assert.deepEqual(Object.keys(await servers()), ['demo', 'renamed-2']);
    const told = await notification(window, /Removed server "renamed"/);
    await told.choose('Undo');
    await says('renamed', /^7 of 8 tools/);
    assert.deepEqual(Object.keys(await servers()), ['demo', 'renamed', 'renamed-2']);
  });

  it('Import Servers shows what was found, moves secrets away, and leaves the files alone', async () => {
    const files = [
      join(userHome, 'project/.vscode/mcp.json'),
      join(userHome, '.config/Claude/claude_desktop_config.json'),
    ];
    const before = await Promise.all(files.map((file) => readFile(file, 'utf8')));
    await window.run('importServers');
    await offers('perplexity');
    await window.screenshot('import-servers');
    for (const name of ['filesystem', 'github', 'fetch', 'perplexity'])
      await window.quickInput.toggleLabel(name);
    await window.quickInput.press('OK');
    await choose('User settings');
    await offers(/Move to Secret Storage.*brave-search: BRAVE_API_KEY/);
    await window.screenshot('import-secrets');
    await choose('Move to Secret Storage');
    await says('brave-search', /./);
    assert.deepEqual((await servers())['brave-search'], {
      command: 'npx',
      args: ['-y', '@modelcontextprotocol/server-brave-search'],
      env: { BRAVE_API_KEY: '${secret:brave-search-BRAVE_API_KEY}' },
    });
    assert.equal((await servers())['github'], undefined);
    assert.deepEqual(await Promise.all(files.map((file) => readFile(file, 'utf8'))), before);
    await window.writeSettings({ 'patchbay.servers': { demo: { command, args } } });
    await gone('brave-search');
  });

  it('a settings file that cannot be changed is left as it is, and the message opens it', async () => {
    const path = join(userHome, 'project/.vscode/settings.json');
    const broken = '{\n  "patchbay.servers": {\n    "a": \n}\n';
    await writeFile(path, broken);
    await window.run('pasteServers');
    await type('Paste JSON', commandLine);
    await chooseField('Saved in');
    await choose('Workspace settings');
    await offers(/Saved in\s*workspace settings/);
    await choose('Save & Connect');
    const told = await notification(
      window,
      /settings\.json was not changed\. The JSON is not valid: .* in line 4/,
    );
    await told.choose('Open File');
    await window.page.locator('.tab', { hasText: 'settings.json' }).first().waitFor();
    assert.equal(await readFile(path, 'utf8'), broken);
    await window.runCommand('View: Close All Editors');
    await rm(path);
  });

  it('settings.json says above each entry how the server is, and at the place what is wrong', async () => {
    await window.writeSettings({
      'patchbay.servers': {
        demo: { command, args },
        nowhere: { command: 'no-such-command' },
        wrong: { url: 'ftp://x' },
        unset: { command, args, env: { KEY: '${env:NO_SUCH_THING}' } },
      },
    });
    await says('nowhere', /^Command "no-such-command" was not found/);
    await window.runCommand('Preferences: Open User Settings (JSON)');
    const editor = window.page.locator('.editor-instance');
    await editor.locator('.codelens-decoration', { hasText: /8.tools.*Disconnect.*Edit/ }).waitFor();
    await editor.locator('.codelens-decoration', { hasText: /"no-such-command".was.not.found/ }).waitFor();
    // The squiggles are at another address of this file in the server host; the list of problems has their places.
    await activate(window.page.locator('[id="status.problems"] a'));
    const problems = window.page.locator('.markers-panel');
    await problems.getByText('"url" must be an http or https URL').waitFor();
    await problems.getByText(/The variable \$\{env:NO_SUCH_THING\} in .* is not set/).waitFor();
    await window.screenshot('settings-lenses');
    await window.runCommand('View: Hide Panel');
    await window.page.locator('.part.panel').waitFor({ state: 'hidden' });
    await editor.locator('.codelens-decoration a', { hasText: 'Disconnect' }).first().click();
    await says('demo', /^disconnected/);
    await editor.locator('.codelens-decoration', { hasText: /disconnected.*Connect/ }).waitFor();
    await window.runCommand('View: Close All Editors');
  });
});
