/** Variables of servers in the editor: values reach the process and nothing else (features.md, A12). */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { serverView } from '../../src/editor/serverPage/view.ts';
import { serverItem } from '../../src/editor/tree/nodes.ts';
import { callText, configure, fixture, parts, scratch, serverIn, when } from './support.ts';

const secret = 'correct "horse" battery\\staple';
/** What every spelling of the secret has in common. */
const trace = /horse|staple/i;

async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

/** Everything the editor has written down or shows. */
async function traces(): Promise<string> {
  const { context, globalState, engine } = await parts();
  const { manager } = await engine();
  const logs = await Promise.all(
    (await filesBelow(dirname(context.logUri.fsPath))).map((path) => readFile(path, 'utf8')),
  );
  const rows = manager.servers.map((server) => {
    const { tooltip, description, accessibilityInformation } = serverItem(server, {
      enabledTools: 0,
      totalTools: 0,
      modelTools: 0,
      searchable: 0,
      tokens: 0,
      window: { size: 1, model: undefined, isAssumed: true },
      questions: 0,
      extension: undefined,
      filter: undefined,
    });
    const page = serverView(server, {
      scope: 'user',
      host: 'here',
      now: 0,
      isEnabled: () => true,
      tokensOf: () => undefined,
    });
    const shown = typeof tooltip === 'string' ? tooltip : tooltip?.value;
    return JSON.stringify([
      shown,
      description,
      accessibilityInformation,
      server.state,
      server.definition,
      page,
      server.wire.rows(),
    ]);
  });
  const state = globalState.keys().map((key) => JSON.stringify([key, globalState.get(key)]));
  const workspaceState = context.workspaceState
    .keys()
    .map((key) => JSON.stringify([key, context.workspaceState.get(key)]));
  const settings = JSON.stringify(vscode.workspace.getConfiguration('patchbay'));
  const workspace = await readFile(join(scratch, 'test.code-workspace'), 'utf8');
  return [...logs, ...rows, ...state, ...workspaceState, settings, workspace].join('\n');
}

describe('variables of servers in the editor', () => {
  afterEach(async () => {
    await configure('servers', undefined);
    await configure('inputs', undefined);
    const { variables } = await parts();
    await variables.forget(await variables.stored());
  });

  it('give a secret to the process, and to no setting, state, log, tooltip or error text', async () => {
    const { context } = await parts();
    await context.secrets.store('patchbay.secret:pass', secret);
    const { command, args } = fixture('recorder');
    const speak = `console.error('pass is', process.env.PASS); await import(${JSON.stringify(args[0])})`;
    await configure('servers', {
      good: { command, args: ['--input-type=module', '-e', speak], env: { PASS: '${secret:pass}' } },
      missing: { command: '/nowhere/${secret:pass}' },
      prints: { command, args: ['-e', 'console.error(process.argv[1]);process.exit(3)', '${secret:pass}'] },
      folder: { command, args, envFile: '${workspaceFolder}/${secret:pass}.env' },
      remote: { url: 'http://user:${secret:pass}@127.0.0.1:1/mcp' },
    });
    await Promise.all(['missing', 'prints', 'folder', 'remote'].map((name) => serverIn(name, 'error')));
    assert.equal(await callText('good', 'env', { name: 'PASS' }), secret);
    const deadline = Date.now() + 10_000;
    let found = await traces();
    // Logs are written when the editor gets round to it.
    while (!found.includes('pass is ${secret:pass}') && Date.now() < deadline) found = await traces();
    assert.match(found, /pass is \$\{secret:pass\}/);
    assert.doesNotMatch(found, trace);
  });

  it('ask for inputs in dialogs, once', async () => {
    const { globalState } = await parts();
    await configure('inputs', [
      { id: 'greeting', type: 'promptString', description: 'A greeting', default: 'hello' },
      { id: 'stage', type: 'pickString', options: ['test', 'live'], default: 'live' },
    ]);
    await configure('servers', {
      demo: { ...fixture('recorder'), env: { A: '${input:greeting} ${input:stage}' } },
    });
    await serverIn('demo', 'connecting');
    // Enter, until both questions have come and gone.
    const accept = setInterval(() => void vscode.commands.executeCommand('quickInput.accept'), 100);
    try {
      assert.equal(await callText('demo', 'env', { name: 'A' }), 'hello live');
    } finally {
      clearInterval(accept);
    }
    assert.equal(globalState.get('patchbay.input:greeting'), 'hello');
    const engine = await (await parts()).engine();
    await engine.manager.server('demo')?.reconnect();
    assert.equal(await callText('demo', 'env', { name: 'A' }), 'hello live');
  });

  it('fail a server whose question is dismissed, and try again when the input is defined otherwise', async () => {
    await configure('servers', { demo: { ...fixture('recorder'), env: { A: '${input:later}' } } });
    const { state } = await serverIn('demo', 'error');
    assert.equal(state.failure.reason, 'variable');
    assert.match(
      state.failure.message.localized,
      /\$\{input:later\} in patchbay\.servers\.demo\.env\.A has no value/,
    );
    await configure('inputs', [{ id: 'later', type: 'promptString', password: true }]);
    const dismiss = setInterval(
      () => void vscode.commands.executeCommand('workbench.action.closeQuickOpen'),
      100,
    );
    const engine = await (await parts()).engine();
    try {
      await when(() => {
        const now = engine.manager.server('demo')?.state;
        return now?.kind === 'error' && /dismissed/.test(now.failure.message.localized) ? true : undefined;
      });
    } finally {
      clearInterval(dismiss);
    }
  });
});
