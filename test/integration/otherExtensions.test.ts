/** Tools of other extensions, and servers that they add (features.md, E6). */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { PatchbayApi, ServerDefinitions, ServerRegistration } from '../../api/patchbay.d.ts';
import { needsConfirmation } from '../../src/editor/servers/confirmations.ts';
import { callsReply, startEndpoint, textReply } from '../fixtures/endpoint.ts';
import { askInChat, configure, fixture, parts, serverIn, tooltip, when } from './support.ts';

/** What test/fixtures/extensions/tools exports. */
interface ToolsFixture {
  readonly api: {
    invoke: (
      options: { readonly input: Record<string, unknown> },
      token: vscode.CancellationToken,
    ) => Promise<vscode.LanguageModelToolResult> | vscode.LanguageModelToolResult;
    readonly calls: readonly unknown[];
  };
  result(...parts: readonly unknown[]): vscode.LanguageModelToolResult;
  patchbay(): Promise<PatchbayApi>;
  readonly extension: vscode.Extension<unknown>;
  reset(): void;
}

const all = { text: '', server: 'extension', tool: '', status: '' } as const;
const SOURCE = 'extension patchbay-test.tools';

const fixtureTools = (): vscode.Extension<ToolsFixture> => {
  const found = vscode.extensions.getExtension<ToolsFixture>('patchbay-test.tools');
  if (!found) throw new Error('The extension with the scripted tools is not installed.');
  return found;
};

/** The rows below "Other extensions" that belong to the fixture. */
async function rows(): Promise<vscode.TreeItem[]> {
  const { tree } = await parts();
  // Without a server or a model the view shows its welcome instead.
  await configure('model.name', 'scripted');
  const root = (await tree.getChildren()).find(({ kind }) => kind === 'extensions');
  const nodes = root ? await tree.getChildren(root) : [];
  return nodes
    .filter((node) => node.kind === 'extensionTool' && node.source === SOURCE)
    .map((node) => tree.getTreeItem(node));
}

describe('tools of other extensions', () => {
  before(async () => {
    const { tools } = await (await parts()).engine();
    await when(() => tools.extensionTools.find(({ tool }) => tool.name === 'scripted_weather'));
  });
  afterEach(async () => {
    if (fixtureTools().isActive) fixtureTools().exports.reset();
    for (const key of ['model.baseUrl', 'model.name']) await configure(key, undefined);
  });

  // The first test of this host that needs the extension, because nothing ends one that is active.
  it('are rows with a checkbox that is off, and are found without their extension being activated', async () => {
    const [picture, weather, ...others] = await rows();
    assert.deepEqual(others, []);
    assert.deepEqual([picture?.label, weather?.label], ['Take a picture', 'Weather report']);
    assert.equal(weather?.description, 'patchbay-test.tools');
    assert.ok(weather);
    assert.match(tooltip(weather), /Tells the weather of a city\./);
    assert.match(tooltip(weather), /ext__scripted_weather/);
    const state = weather.checkboxState as { readonly state: vscode.TreeItemCheckboxState };
    assert.equal(state.state, vscode.TreeItemCheckboxState.Unchecked);
    const { tools } = await (await parts()).engine();
    assert.equal(tools.snapshot().has('ext__scripted_weather'), false);
    assert.equal(fixtureTools().isActive, false);
  });

  it('leave out the tools of the editor itself', async () => {
    const { tools } = await (await parts()).engine();
    const known = new Set(vscode.extensions.all.map(({ id }) => `extension ${id.toLowerCase()}`));
    assert.ok(tools.extensionTools.every(({ source }) => known.has(source)));
    assert.ok(vscode.lm.tools.length > tools.extensionTools.length);
  });

  it('are called by the model once they are on, with results and pictures as of any tool', async () => {
    const { engine } = await parts();
    const { enablement, history } = await engine();
    const before = history?.list(all, { limit: 1 })[0]?.seq ?? 0;
    enablement.set(SOURCE, ['scripted_weather', 'scripted_picture'], true);
    const endpoint = await startEndpoint([
      callsReply([
        { id: 'a', name: 'ext__scripted_weather', args: { city: 'Bern' } },
        { id: 'b', name: 'ext__scripted_picture', args: {} },
      ]),
      textReply('Rain.'),
    ]);
    await configure('model.baseUrl', endpoint.baseURL);
    await configure('model.name', 'scripted');
    const items = await askInChat('The weather?');
    await endpoint.close();
    const calls = items.flatMap((item) => (item.kind === 'call' ? [item.call] : []));
    assert.deepEqual(
      calls.map(({ source, title, status }) => [source, title, status]),
      [
        [{ kind: 'extension', extension: 'patchbay-test.tools' }, 'Weather report', 'success'],
        [{ kind: 'extension', extension: 'patchbay-test.tools' }, 'Take a picture', 'success'],
      ],
    );
    assert.deepEqual(calls[0]?.result, [{ type: 'text', text: 'Rain in Bern.' }]);
    assert.deepEqual(
      calls[1]?.result?.map(({ type }) => type),
      ['text', 'image', 'json'],
    );
    assert.deepEqual(calls[0]?.marks, [{ kind: 'outside', source: SOURCE }]);
    assert.deepEqual(fixtureTools().exports.api.calls, [{ city: 'Bern' }]);
    const saved = history?.list(all, { limit: 10 }).filter(({ seq }) => seq > before) ?? [];
    assert.deepEqual(
      saved.map(({ title, status }) => [title, status]),
      [
        ['Take a picture', 'success'],
        ['Weather report', 'success'],
      ],
    );
    enablement.set(SOURCE, ['scripted_weather', 'scripted_picture'], false);
  });

  it('are cancelled by Stop, and what an extension throws is what the model reads', async () => {
    const { api, result } = (await fixtureTools().activate()) && fixtureTools().exports;
    const { tools } = await (await parts()).engine();
    const tool = tools.extensionTools.find(({ tool: { name } }) => name === 'scripted_weather')?.tool;
    assert.ok(tool);
    const stop = new AbortController();
    const context = { signal: stop.signal, onProgress: () => undefined, approved: [] };
    api.invoke = () => Promise.reject(new Error('No such city.'));
    assert.deepEqual(await tool.call({ city: 'Nowhere' }, context), {
      status: 'error',
      content: [{ type: 'text', text: 'No such city.' }],
    });
    const cancelled = Promise.withResolvers<void>();
    api.invoke = async (_, token) => {
      token.onCancellationRequested(() => cancelled.resolve());
      stop.abort(new Error('Stop.'));
      await cancelled.promise;
      return result();
    };
    assert.equal((await tool.call({ city: 'Bern' }, context)).status, 'cancelled');
    await cancelled.promise;
  });
});

describe('servers that another extension adds', () => {
  const registrations: ServerRegistration[] = [];
  afterEach(async () => {
    for (const each of registrations.splice(0)) each.dispose();
    await configure('servers', undefined);
  });

  async function add(servers: ServerDefinitions): Promise<ServerRegistration> {
    const { patchbay, extension } = await fixtureTools().activate();
    const registration = (await patchbay()).registerServerDefinitions(extension, servers);
    registrations.push(registration);
    return registration;
  }
  /** Resolves with the server once it waits for a review. */
  async function waiting(name: string) {
    const { manager } = await (await parts()).engine();
    return when(() => {
      const server = manager.server(name);
      return server && needsConfirmation(server) ? server : undefined;
    });
  }
  const rowOf = async (name: string): Promise<vscode.TreeItem | undefined> => {
    const { tree } = await parts();
    const node = (await tree.getChildren()).find(
      (each) => each.kind === 'server' && each.server.name === name,
    );
    return node && tree.getTreeItem(node);
  };

  it('wait until the user has confirmed them, and again when they change, and go with their extension', async () => {
    const { confirmations, engine } = await parts();
    const { manager } = await engine();
    const registration = await add({ added: fixture('recorder') });
    const server = await waiting('added');
    assert.ok(server.state.kind === 'error');
    assert.match(server.state.failure.message.english, /The extension patchbay-test\.tools adds the server/);
    const row = await rowOf('added');
    assert.match(String(row?.description), /^from patchbay-test\.tools · waiting for your confirmation/);
    await confirmations.decide([server.definition], true, confirmations.everythingFor);
    await serverIn('added', 'connected');
    registration.update({ added: fixture('recorder', '--other') });
    const changed = await waiting('added');
    assert.ok(changed.state.kind === 'error');
    assert.match(changed.state.failure.message.english, /has changed the definition/);
    registration.update({ added: fixture('recorder') });
    await serverIn('added', 'connected');
    registration.dispose();
    assert.equal(manager.server('added'), undefined);
    assert.throws(() => registration.update({}), TypeError);
  });

  it('get nothing of the user’s own before it is granted, and no name that the user has', async () => {
    const { engine, confirmations } = await parts();
    const { manager } = await engine();
    await configure('servers', { mine: fixture('recorder') });
    const mine = await serverIn('mine', 'connected');
    await add({
      MINE: { command: 'evil' },
      mine: { command: 'evil' },
      needy: { ...fixture('recorder'), env: { TOKEN: '${secret:token}' } },
      'not valid': { command: 'x' },
      broken: { command: '' },
    });
    const needy = await waiting('needy');
    assert.equal(manager.server('mine'), mine);
    for (const name of ['MINE', 'not valid', 'broken']) assert.equal(manager.server(name), undefined);
    assert.deepEqual(manager.invalid, []);
    await confirmations.decide([needy.definition], true, () => ({ granted: [] }));
    const still = await waiting('needy');
    assert.ok(still.state.kind === 'error');
    assert.match(still.state.failure.message.english, /has not|have not granted/);
  });

  it('are refused from a caller that names no installed extension, and in no other form than documented', async () => {
    const { patchbay, extension } = await fixtureTools().activate();
    const { registerServerDefinitions: register, version } = await patchbay();
    const refused = (by: unknown, servers: unknown): void =>
      assert.throws(() => register(by as { id: string }, servers as Record<string, never>));
    assert.equal(version, 1);
    const good = { s: { command: 'x' } };
    refused({ id: 'nobody.nothing' }, good);
    refused({ id: 'patchbay.patchbay' }, good);
    refused(undefined, good);
    refused(extension, undefined);
    refused(extension, [good]);
    refused(extension, { s: 'x' });
    refused(extension, { s: { command: 'x'.repeat(70_000) } });
    refused(extension, Object.fromEntries(Array.from({ length: 21 }, (_, index) => [`s${index}`, good.s])));
  });
});
