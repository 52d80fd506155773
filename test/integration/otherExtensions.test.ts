/** Tools of other extensions, and servers that they add (features.md, E6). */
import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { callsReply, startEndpoint, textReply } from '../fixtures/endpoint.ts';
import { askInChat, configure, parts, tooltip, when } from './support.ts';

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
    for (const key of ['model.baseUrl', 'model.name', 'tools.approval']) await configure(key, undefined);
  });

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
    await configure('tools.approval', 'never');
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
