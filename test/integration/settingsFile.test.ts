/** Writing `patchbay.servers` in a real editor (features.md, A7, A8; issue 6, parts 1 and "Bad input"). */
import assert from 'node:assert/strict';
import { chmod, readFile, writeFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { saveDrafts } from '../../src/editor/serverEditing/draft.ts';
import { settingsFile, SettingsError, writeServers } from '../../src/editor/settings/settingsFile.ts';
import type { ServersChange } from '../../src/mcp/index.ts';
import { callText, configure, fixture, serverIn, when, parts } from './support.ts';

const write = (scope: 'user' | 'workspace', ...changes: ServersChange[]) => writeServers(scope, changes);
const off = { command: 'x', enabled: false };
const servers = () => vscode.workspace.getConfiguration('patchbay').get<Record<string, unknown>>('servers');

describe('writing the settings', () => {
  let path: string;
  let original: string;

  before(async () => {
    await configure('servers', undefined);
    path = (await settingsFile('user')).uri.fsPath;
    original = await readFile(path, 'utf8');
  });
  afterEach(async () => {
    await chmod(path, 0o644);
    await writeFile(path, original);
    await configure('servers', undefined);
  });

  it('is in force at once, and connects only what has changed', async () => {
    await write('user', { kind: 'set', name: 'a', entry: fixture('recorder') });
    const { pid } = await serverIn('a', 'connected');
    await write('user', { kind: 'set', name: 'b', entry: fixture('recorder') });
    const { pid: first } = await serverIn('b', 'connected');
    await write('user', { kind: 'set', name: 'b', entry: { ...fixture('recorder'), env: { X: '1' } } });
    const engine = await (await parts()).engine();
    await when(() => {
      const b = engine.manager.server('b');
      return b?.state.kind === 'connected' && b.pid !== first ? true : undefined;
    });
    assert.equal(engine.manager.server('a')?.pid, pid);
  });

  it('keeps comments, unknown keys and formatting over twenty edits', async () => {
    const commented = original.replace(
      /\}\s*$/,
      `,\n  // Before the servers.\n  "patchbay.servers": {\n    // Mine.\n    "mine": { "command": "x", "enabled": false, "x-note": "kept" } // behind\n  },\n  "unknown.key": [1,  2]\n}\n`,
    );
    await writeFile(path, commented);
    await configure('maxIterations', undefined);
    for (let edit = 0; edit < 5; edit += 1) {
      await write('user', { kind: 'set', name: 'extra', entry: { ...off, args: [String(edit)] } });
      await write('user', { kind: 'duplicate', name: 'extra', to: 'copy' });
      await write('user', { kind: 'rename', name: 'copy', to: 'renamed' });
      assert.deepEqual(Object.keys(servers() ?? {}), ['mine', 'extra', 'renamed']);
      await write('user', { kind: 'remove', name: 'renamed' });
    }
    await write('user', { kind: 'remove', name: 'extra' });
    assert.equal(await readFile(path, 'utf8'), commented);
  });

  it('goes into the file of the workspace, in its settings', async () => {
    await write('workspace', { kind: 'set', name: 'team', entry: off });
    const { uri } = await settingsFile('workspace');
    assert.match(uri.path, /test\.code-workspace$/);
    assert.deepEqual(Object.keys(servers() ?? {}), ['team']);
    const found = vscode.workspace.getConfiguration('patchbay').inspect('servers');
    assert.deepEqual(found?.workspaceValue, { team: off });
    await write('workspace', { kind: 'remove', name: 'team' });
  });

  it('has a secret that goes into the workspace as an input, and keeps its value on this machine', async () => {
    const { variables, confirmations } = await parts();
    const entry = { ...fixture('recorder'), env: { KEY: '${secret:team-KEY}' } };
    const secrets = new Map([['team-KEY', 'value-4711']]);
    await saveDrafts({ variables, confirmations }, 'workspace', [
      { name: 'team', entry, scope: 'workspace', secrets },
    ]);
    // Written by the user themselves, it waits for no confirmation, and asks nothing.
    await serverIn('team', 'connected');
    assert.equal(await callText('team', 'env', { name: 'KEY' }), 'value-4711');
    const { uri } = await settingsFile('workspace');
    const text = await readFile(uri.fsPath, 'utf8');
    assert.ok(!text.includes('4711') && !text.includes('secret:'), text);
    const config = vscode.workspace.getConfiguration('patchbay');
    const [input] = config.inspect<object[]>('inputs')?.workspaceValue ?? [];
    assert.deepEqual(input, {
      id: 'team-KEY',
      type: 'promptString',
      description: 'A secret of the server "team"',
      password: true,
    });
    // The editor first: it refuses to write a file that was written a moment ago, before it has noticed.
    await config.update('inputs', undefined, vscode.ConfigurationTarget.Workspace);
    await write('workspace', { kind: 'remove', name: 'team' });
  });

  it('is undone to the letter, unless somebody has changed the file since', async () => {
    await write('user', { kind: 'set', name: 'a', entry: off });
    const before = await readFile(path, 'utf8');
    const removed = await write('user', { kind: 'remove', name: 'a' });
    assert.ok(await removed.revert());
    assert.equal(await readFile(path, 'utf8'), before);
    assert.deepEqual(servers(), { a: off });
    const again = await write('user', { kind: 'remove', name: 'a' });
    await write('user', { kind: 'set', name: 'b', entry: off });
    assert.equal(await again.revert(), false);
    assert.deepEqual(servers(), { b: off });
  });

  it('changes nothing in a file that is malformed, in conflict, not UTF-8 or read-only, and says so', async () => {
    const refused = async (text: string, words: RegExp): Promise<void> => {
      await assert.rejects(
        write('user', { kind: 'set', name: 'a', entry: off }),
        (error) => error instanceof SettingsError && words.test(error.message),
      );
      assert.equal(await readFile(path, 'utf8'), text);
    };
    const malformed = `${original.replace(/\}\s*$/, '')},\n  "a": \n`;
    await writeFile(path, malformed);
    await refused(malformed, /^settings\.json was not changed\. The JSON is not valid: .* in line \d+/);
    const conflict = `<<<<<<< mine\n${original}=======\n{}\n>>>>>>> theirs\n`;
    await writeFile(path, conflict);
    await refused(conflict, /merge conflict in line 1/);
    const latin1 = Buffer.concat([Buffer.from(original), Buffer.from('// caf\xe9\n', 'latin1')]);
    await writeFile(path, latin1);
    await refused(latin1.toString('utf8'), /settings\.json is not valid UTF-8\. Nothing was changed\./);
    assert.deepEqual(await readFile(path), latin1);
    await writeFile(path, original);
    await chmod(path, 0o444);
    await refused(original, /settings\.json is read-only\. Nothing was changed\./);
  });

  it('leaves unsaved changes to the user', async () => {
    const { uri } = await settingsFile('workspace');
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document);
    await editor.edit((edit) => edit.insert(new vscode.Position(0, 0), ' '));
    await assert.rejects(write('workspace', { kind: 'set', name: 'a', entry: off }), /has unsaved changes/);
    await vscode.commands.executeCommand('workbench.action.revertAndCloseActiveEditor');
  });
});
