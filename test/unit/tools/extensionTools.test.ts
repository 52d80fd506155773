/** Tools of other extensions: what is made of what the editor gives, and of their results (features.md, E6). */
import assert from 'node:assert/strict';
import {
  Enablement,
  ExtensionTools,
  Permissions,
  type FoundExtensionTool,
  type Tool,
} from '../../../src/tools/index.ts';
import { extensionSource } from '../../../src/tools/enablement.ts';
import { fromEditorContent } from '../../../src/tools/extensionResult.ts';
import { extensionWireNames } from '../../../src/tools/wireNames.ts';

const weather: FoundExtensionTool = {
  name: 'weather',
  extension: 'Acme.Sky',
  title: 'Weather report',
  description: 'Tells the weather.',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] },
};

type Invoke = (
  name: string,
  args: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
) => Promise<unknown>;

function offered(
  found: readonly FoundExtensionTool[],
  invoke: Invoke = () => Promise.resolve([]),
  timeoutMs = 60_000,
) {
  const state = { found, changes: 0, problems: [] as string[] };
  const tools = new ExtensionTools({
    list: () => state.found,
    invoke,
    timeoutMs: () => timeoutMs,
    onProblem: (message) => state.problems.push(message),
  });
  tools.source.onDidChange(() => (state.changes += 1));
  tools.reload();
  return { tools, state };
}

function first({ tools }: ExtensionTools): Tool {
  const [tool] = tools;
  assert.ok(tool);
  return tool;
}

const context = (signal = new AbortController().signal) => ({
  signal,
  onProgress: () => undefined,
  approved: [],
});

describe('tools of other extensions', () => {
  it('ask before each call, and count as tools that bring content of others and can send', async () => {
    const tool = first(offered([weather]).tools);
    assert.deepEqual(tool.source, { kind: 'extension', extension: 'acme.sky' });
    assert.deepEqual([tool.title, tool.description], ['Weather report', 'Tells the weather.']);
    assert.deepEqual(await tool.approvalNeed({}), { kind: 'ask', reasons: [] });
    assert.equal(tool.bringsOutsideContent, 'extension acme.sky');
    assert.equal((await tool.destination?.({}, []))?.isRemote, true);
  });

  it('show hidden characters in a description, and are bounded', () => {
    const { tools } = offered([
      { ...weather, title: `A\n${'b'.repeat(500)}`, description: `Do\u200B this. ${'x'.repeat(20_000)}` },
    ]);
    const { title = '', description } = first(tools);
    assert.match(description, /^Do<U\+200B> this\./);
    assert.ok(description.length <= 8_000);
    assert.ok(title.length <= 120 && !title.includes('\n'));
  });

  it('are left out, and named in the log once, where name or schema cannot be used', () => {
    const { tools, state } = offered([
      { ...weather, name: 'two words' },
      { ...weather, name: 'array', inputSchema: { type: 'array' } },
      { ...weather, name: 'large', inputSchema: { type: 'object', description: 'x'.repeat(300_000) } },
      { ...weather, name: 'without', inputSchema: undefined },
    ]);
    tools.reload();
    assert.deepEqual(
      tools.tools.map(({ name, inputSchema }) => [name, inputSchema]),
      [['without', { type: 'object', properties: {} }]],
    );
    assert.equal(state.problems.length, 3);
  });

  it('stay the same objects, and report a change only if there is one', () => {
    const { tools, state } = offered([weather]);
    const before = first(tools);
    tools.reload();
    assert.equal(first(tools), before);
    assert.equal(state.changes, 1);
    state.found = [{ ...weather, description: 'Deletes everything.' }];
    tools.reload();
    assert.equal(state.changes, 2);
    assert.notEqual(first(tools).fingerprint().definition, before.fingerprint().definition);
    assert.equal(first(tools).fingerprint().origin, before.fingerprint().origin);
  });

  it('are run with the arguments that their schema takes, and with no others', async () => {
    const seen: unknown[] = [];
    const { tools } = offered([weather], (name, args) => {
      seen.push([name, args]);
      return Promise.resolve([{ value: 'Rain.' }]);
    });
    const tool = first(tools);
    assert.equal((await tool.call({ city: 1 }, context())).status, 'error');
    assert.deepEqual(await tool.call({ city: 'Bern' }, context()), {
      status: 'success',
      content: [{ type: 'text', text: 'Rain.' }],
    });
    assert.deepEqual(seen, [['weather', { city: 'Bern' }]]);
  });

  it('are not run once the editor no longer offers them, as before workspace trust', async () => {
    let calls = 0;
    const { tools, state } = offered([weather], () => Promise.resolve([(calls += 1)]));
    const tool = first(tools);
    state.found = [];
    const { status, content } = await tool.call({ city: 'Bern' }, context());
    assert.equal(status, 'error');
    assert.match(JSON.stringify(content), /not available any more/);
    state.found = [{ ...weather, extension: 'other.extension' }];
    assert.equal((await tool.call({ city: 'Bern' }, context())).status, 'error');
    assert.equal(calls, 0);
  });

  it('are cancelled with the turn, and at their time limit, whether they listen or not', async () => {
    const signals: AbortSignal[] = [];
    const never: Invoke = (_name, _args, signal) => {
      signals.push(signal);
      return new Promise(() => undefined);
    };
    const stop = new AbortController();
    const running = first(offered([weather], never).tools).call({ city: 'Bern' }, context(stop.signal));
    await Promise.resolve();
    stop.abort(new Error('Stop.'));
    assert.equal((await running).status, 'cancelled');
    const late = await first(offered([weather], never, 1).tools).call({ city: 'Bern' }, context());
    assert.equal(late.status, 'timeout');
    assert.deepEqual(
      signals.map(({ aborted }) => aborted),
      [true, true],
    );
  });

  it('that fail say why, in bounds, and what the editor’s "Canceled" means', async () => {
    const failing = async (reason: Error) => {
      const { tools } = offered([weather], () => Promise.reject(reason));
      const { status, content } = await first(tools).call({ city: 'Bern' }, context());
      return [status, JSON.stringify(content)] as const;
    };
    const [status, said] = await failing(new Error(`No such city. ${'x'.repeat(50_000)}`));
    assert.equal(status, 'error');
    assert.match(said, /No such city/);
    assert.ok(said.length < 3_000);
    assert.match((await failing(new Error('Canceled')))[1], /by the user in a dialog/);
  });

  it('are covered by a permission as they are, of their extension alone', async () => {
    const memory = new Map<string, unknown>();
    const store = {
      get: (key: string) => memory.get(key),
      set: (key: string, value: unknown) => void memory.set(key, value),
    };
    const permissions = new Permissions({ workspace: store, always: store });
    const decide = async (found: FoundExtensionTool) =>
      permissions.decide(first(offered([found]).tools), { city: 'Bern' }, { conversation: 'c' });
    const asked = await decide(weather);
    assert.ok(asked.kind === 'ask');
    asked.remember('always', 'tool');
    assert.equal((await decide(weather)).kind, 'allowed');
    assert.equal((await decide({ ...weather, extension: 'other.sky' })).kind, 'ask');
    const changed = await decide({ ...weather, description: 'Deletes everything.' });
    assert.equal(changed.kind === 'ask' && changed.changed, 'changed');
    const flow = await permissions.decide(
      first(offered([weather]).tools),
      {},
      {
        conversation: 'c',
        marks: [{ kind: 'secret', source: '.env' }],
      },
    );
    assert.equal(flow.kind, 'ask');
  });

  it('go with their extension, and one of the same name of another extension is off', () => {
    const { tools, state } = offered([weather]);
    const enablement = new Enablement({ get: () => undefined, set: () => undefined });
    enablement.set('extension acme.sky', ['weather'], true);
    state.found = [];
    tools.reload();
    assert.deepEqual([tools.tools, state.changes], [[], 2]);
    state.found = [{ ...weather, extension: 'other.sky' }];
    tools.reload();
    const isOn = ({ source, name }: Tool): boolean =>
      enablement.isEnabled(source.kind === 'extension' ? extensionSource(source.extension) : '', name);
    assert.deepEqual(tools.tools.map(isOn), [false]);
    state.found = [weather];
    tools.reload();
    assert.deepEqual(tools.tools.map(isOn), [true]);
  });

  it('have wire names of their own, each unique', () => {
    const of = (tool: string) => ({ server: 'extension a.b', tool });
    const names = extensionWireNames([of('weather'), of('a.b'), of('a_b'), of('x'.repeat(90))]);
    assert.equal(names[0], 'ext__weather');
    assert.equal(new Set(names).size, 4);
    assert.ok(names.every((name) => /^ext__[\w-]{1,59}$/.test(name)));
  });
});

describe('the result of a tool of another extension', () => {
  const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

  it('keeps texts, images, sounds, JSON and other data', () => {
    assert.deepEqual(
      fromEditorContent([
        { value: 'text' },
        { mimeType: 'image/png', data: bytes('png') },
        { mimeType: 'audio/wav', data: bytes('wav') },
        { mimeType: 'application/json', data: bytes('{"a":1}') },
        { mimeType: 'text/x-json', data: bytes('[1]') },
        { mimeType: 'application/json', data: bytes('{') },
        { mimeType: 'text/markdown', data: bytes('# A') },
        { mimeType: 'application/zip', data: bytes('zip') },
      ]),
      [
        { type: 'text', text: 'text' },
        { type: 'image', mimeType: 'image/png', data: 'cG5n' },
        { type: 'audio', mimeType: 'audio/wav', data: 'd2F2' },
        { type: 'json', value: { a: 1 } },
        { type: 'json', value: [1] },
        { type: 'text', text: '{' },
        { type: 'text', text: '# A' },
        { type: 'resource', uri: '', mimeType: 'application/zip', blob: 'emlw' },
      ],
    );
  });

  it('has the texts of a rendered prompt, in their order', () => {
    const leaf = (text: string, lineBreakBefore = 0) => ({ type: 2, text, lineBreakBefore });
    const node = { type: 1, children: [leaf('a'), { type: 1, children: [leaf('b', 1)] }, leaf('c')] };
    assert.deepEqual(fromEditorContent([{ value: { node } }]), [{ type: 'text', text: 'a\nbc' }]);
  });

  it('passes over what is of no known kind, and no nesting or number of parts ends anything', () => {
    let deep: object = { text: 'deep' };
    for (let level = 0; level < 50_000; level++) deep = { children: [deep] };
    assert.deepEqual(fromEditorContent(undefined), []);
    assert.deepEqual(
      fromEditorContent([1, null, {}, { value: {} }, { data: 'x', mimeType: 'image/png' }]),
      [],
    );
    assert.deepEqual(fromEditorContent([{ value: { node: deep } }]), [{ type: 'text', text: '' }]);
    const many = fromEditorContent(Array.from({ length: 5_000 }, () => ({ value: 'x' })));
    assert.equal(many.length, 1_001);
    assert.match(JSON.stringify(many.at(-1)), /too large and was left out/);
  });

  it('leaves out what is too large, and says so', () => {
    const large = new Uint8Array(15_000_000);
    const content = fromEditorContent([
      { mimeType: 'image/png', data: large },
      { mimeType: 'image/png', data: large },
      { value: 'after' },
    ]);
    assert.deepEqual(
      content.map(({ type }) => type),
      ['image', 'text', 'text'],
    );
  });
});
