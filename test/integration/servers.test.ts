/** Servers as the settings define them, in a real workspace (features.md, A2, A3, A9, B1). */
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { commands } from '../../src/contributions/index.ts';
import { poll } from '../e2e/support/poll.ts';
import { receivedMessages } from '../fixtures/servers/recorderLog.ts';
import { callText, configure, fixture, parts, realServer, scratch, serverIn, when } from './support.ts';

describe('servers in the editor', () => {
  afterEach(() => configure('servers', undefined));

  it('connect as soon as they stand in the settings, and leave with them', async () => {
    await configure('servers', { demo: fixture('recorder') });
    await serverIn('demo', 'connected');
    await configure('servers', {});
    const engine = await (await parts()).engine();
    await when(() => (engine.manager.server('demo') === undefined ? true : undefined));
  });

  it('are taken from the workspace too, whose entry replaces the user one of the same name whole', async () => {
    await configure('servers', { demo: { ...fixture('recorder'), env: { FROM: 'user' } } });
    const workspace = vscode.workspace.getConfiguration('patchbay');
    await workspace.update(
      'servers',
      { demo: fixture('recorder', '--name', 'workspace') },
      vscode.ConfigurationTarget.Workspace,
    );
    const engine = await (await parts()).engine();
    // It is the user's word that it waits for, and their own server is not started in its place.
    const waiting = await serverIn('demo', 'error');
    assert.equal(waiting.state.failure.reason, 'unconfirmed');
    const { confirmations } = await parts();
    await confirmations.decide([waiting.definition], true, confirmations.everythingFor);
    await when(() => {
      const state = engine.manager.server('demo')?.state;
      return state?.kind === 'connected' && state.catalog.server?.name === 'workspace' ? true : undefined;
    });
    assert.equal(await callText('demo', 'env', { name: 'FROM' }), 'not set');
    await workspace.update('servers', undefined, vscode.ConfigurationTarget.Workspace);
  });

  it('leave the settings as they were: what happens at run time is not written there', async () => {
    await configure('servers', { demo: fixture('recorder') });
    await serverIn('demo', 'connected');
    const value = vscode.workspace.getConfiguration('patchbay').inspect('servers')?.globalValue;
    assert.deepEqual(value, { demo: fixture('recorder') });
  });

  it('are told how much to log by the level of their output channel, also when it changes', async () => {
    const log = join(scratch, 'levels');
    const initial = vscode.env.logLevel;
    await configure('servers', { demo: fixture('recorder', '--log', log) });
    await serverIn('demo', 'connected');
    const told = (level: string) =>
      poll(`the level ${level}`, async () => {
        const { params } = receivedMessages(log, 'logging/setLevel').at(-1) ?? {};
        return params?.['level'] === level || undefined;
      });
    await told('info');
    // What "Developer: Set Log Level…" does; the channel has no level of its own.
    await vscode.commands.executeCommand('_extensionTests.setLogLevel', 'debug');
    await told('debug');
    await vscode.commands.executeCommand('_extensionTests.setLogLevel', 'error');
    await told('error');
    await vscode.commands.executeCommand(
      '_extensionTests.setLogLevel',
      vscode.LogLevel[initial].toLowerCase(),
    );
  });

  it('disconnect, connect and reconnect by command, each and all', async () => {
    await configure('servers', { a: fixture('recorder'), b: fixture('recorder') });
    await Promise.all(['a', 'b'].map((name) => serverIn(name, 'connected')));
    await vscode.commands.executeCommand(commands.disconnect, 'a');
    await serverIn('a', 'disconnected');
    await vscode.commands.executeCommand(commands.connect, 'a');
    const { pid } = await serverIn('a', 'connected');
    await vscode.commands.executeCommand(commands.reconnect, 'a');
    assert.notEqual((await serverIn('a', 'connected')).pid, pid);
    await vscode.commands.executeCommand(commands.disconnectAll);
    await Promise.all(['a', 'b'].map((name) => serverIn(name, 'disconnected')));
    await vscode.commands.executeCommand(commands.reconnectAll);
    await Promise.all(['a', 'b'].map((name) => serverIn(name, 'connected')));
    await vscode.commands.executeCommand(commands.disconnectAll);
    await vscode.commands.executeCommand(commands.connectAll);
    await Promise.all(['a', 'b'].map((name) => serverIn(name, 'connected')));
  });

  it('hear of a folder that is added to the workspace, and can then list its files', async () => {
    await configure('servers', { filesystem: realServer('server-filesystem/dist/index.js') });
    const [one, two] = [join(scratch, 'one'), join(scratch, 'two')];
    // The server asks for the roots by itself; until the answer is in, it refuses.
    const listing = async (path: string, expected: RegExp): Promise<string> => {
      const deadline = Date.now() + 10_000;
      for (;;) {
        const text = await callText('filesystem', 'list_directory', { path });
        if (expected.test(text) || Date.now() > deadline) return text;
      }
    };
    assert.match(await listing(one, /first\.txt/), /first\.txt/);
    assert.match(await listing(two, /denied/i), /denied/i);
    const added = new Promise((resolve) => vscode.workspace.onDidChangeWorkspaceFolders(resolve));
    vscode.workspace.updateWorkspaceFolders(1, 0, { uri: vscode.Uri.file(two) });
    await added;
    assert.match(await listing(two, /second\.txt/), /second\.txt/);
    vscode.workspace.updateWorkspaceFolders(1, 1);
    assert.match(await readFile(join(scratch, 'test.code-workspace'), 'utf8'), /"one"/);
  });

  it('keep unchecked tools unchecked over a reconnect, and keep them from the model', async () => {
    await configure('servers', { demo: fixture('recorder') });
    await serverIn('demo', 'connected');
    const engine = await (await parts()).engine();
    assert.ok(engine.tools.snapshot().has('mcp__demo__echo'));
    engine.enablement.set('demo', ['echo'], false);
    assert.equal(engine.tools.snapshot().has('mcp__demo__echo'), false);
    await vscode.commands.executeCommand(commands.reconnect, 'demo');
    await serverIn('demo', 'connected');
    assert.equal(engine.tools.snapshot().has('mcp__demo__echo'), false);
    await vscode.commands.executeCommand(commands.enableAllTools, 'demo');
    assert.ok(engine.tools.snapshot().has('mcp__demo__echo'));
    await vscode.commands.executeCommand(commands.disableAllTools, 'demo');
    assert.deepEqual(
      [...engine.tools.snapshot().keys()].filter((name) => name.startsWith('mcp__')),
      [],
    );
    await vscode.commands.executeCommand(commands.enableAllTools, 'demo');
  });

  it('are always sent to the model once they are pinned, and no longer when they are not', async () => {
    await configure('servers', { demo: fixture('recorder') });
    await serverIn('demo', 'connected');
    const pinned = () => vscode.workspace.getConfiguration('patchbay').get('tools.alwaysSend');
    const server = (await (await parts()).engine()).manager.server('demo');
    await vscode.commands.executeCommand(commands.toggleAlwaysSend, 'demo');
    await vscode.commands.executeCommand(commands.toggleAlwaysSend, {
      kind: 'tool',
      server,
      tool: { name: 'echo' },
    });
    assert.deepEqual(pinned(), ['demo', 'demo/echo']);
    await vscode.commands.executeCommand(commands.toggleAlwaysSend, 'demo');
    assert.deepEqual(pinned(), ['demo/echo']);
    await configure('tools.alwaysSend', undefined);
  });

  it('are left alone by a command of a row that VS Code reads anew just then, and the user is told', async () => {
    await configure('servers', { demo: fixture('recorder') });
    await serverIn('demo', 'connected');
    const { showInformationMessage, showQuickPick } = vscode.window;
    const shown: string[] = [];
    Object.assign(vscode.window, {
      showInformationMessage: (text: string) => void shown.push(text),
      showQuickPick: () => void shown.push('a list'),
    });
    try {
      const ofRow = [
        commands.disconnect,
        commands.toggleAlwaysSend,
        commands.moveServerDown,
        commands.removeServer,
        commands.showServer,
        commands.reviewServers,
        commands.openSkill,
        commands.openCustomTool,
      ];
      // What VS Code passes then for the row, and for the selected ones.
      for (const id of ofRow) await vscode.commands.executeCommand(id, undefined, undefined);
      assert.deepEqual(
        shown,
        ofRow.map(() => 'The list changed while you were choosing. Nothing was done. Run the command again.'),
      );
      await vscode.commands.executeCommand(commands.disconnect);
      assert.equal(shown.at(-1), 'a list');
    } finally {
      Object.assign(vscode.window, { showInformationMessage, showQuickPick });
    }
    await serverIn('demo', 'connected');
  });
});
