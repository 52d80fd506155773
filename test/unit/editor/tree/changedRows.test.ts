/** Which rows of the servers tree are drawn again after a change. */
import assert from 'node:assert/strict';
import type { Disposable } from '../../../../src/base/common/event.ts';
import { observableValue } from '../../../../src/base/common/observable.ts';
import { followRows, type ChangedRows } from '../../../../src/editor/tree/changedRows.ts';
import { ServerOrder } from '../../../../src/editor/servers/serverOrder.ts';
import { Conversation } from '../../../../src/agent/index.ts';
import { Engine } from '../../../../src/engine.ts';
import type { ExtensionToolsOptions } from '../../../../src/tools/index.ts';
import { bareEngine } from '../../../fixtures/bareEngine.ts';

describe('the rows of the servers tree', () => {
  let engine: Engine;
  let following: Disposable;
  let redrawn: ChangedRows[];
  let listed: ReturnType<ExtensionToolsOptions['list']>;
  const conversation = observableValue<Conversation | undefined>(undefined);
  const questions = observableValue<ReadonlyMap<string, number>>(new Map());
  const approvals = observableValue<ReadonlyMap<string, number>>(new Map());
  const order = new ServerOrder({ get: () => undefined, set: () => undefined });

  const off = { command: 'none', enabled: false };
  const offered = {
    basis: { model: 'm', budget: 1, maxTokens: 1 },
    sent: new Set(['a']),
    found: new Set<string>(),
  };

  beforeEach(async () => {
    listed = [];
    engine = new Engine({
      ...bareEngine(),
      extensionTools: {
        list: () => listed,
        invoke: () => Promise.reject(new Error('No tool is called.')),
        timeoutMs: () => 1_000,
        onProblem: () => undefined,
      },
    });
    engine.configure({ one: off, two: off });
    await Promise.resolve();
    conversation.set(new Conversation('first'));
    redrawn = [];
    const facts = {
      questions,
      approvals,
      // As the editor's settings are read: another object each time.
      model: { get: () => ({ name: 'm', contextWindow: undefined }), onDidChange: approvals.onDidChange },
      order,
      extensionOf: () => undefined,
      conversation,
    };
    following = followRows(engine, facts, (changed) => redrawn.push(changed));
  });
  afterEach(async () => {
    following.dispose();
    await engine.dispose();
  });

  /** Does what changes something, and says which rows are drawn again, by what was changed at once. */
  async function after(...changes: (() => void)[]): Promise<unknown[]> {
    redrawn = [];
    for (const change of changes) change();
    await Promise.resolve();
    return redrawn.map(({ all, builtIn, extensions, servers }) =>
      all
        ? 'all'
        : [
            ...servers.map(({ name }) => name),
            ...(builtIn ? ['built-in'] : []),
            ...(extensions ? ['extensions'] : []),
          ],
    );
  }

  it('are drawn again for a server of which a tool was switched, and for no other', async () => {
    assert.deepEqual(await after(() => engine.enablement.set('two', ['x'], false)), [['two']]);
  });

  it('are drawn again once for all that changed together', async () => {
    const changes = [
      () => engine.enablement.set('two', ['x'], false),
      () => engine.enablement.set(engine.tools.builtInSource, ['y'], false),
      () => questions.set(new Map([['one', 1]])),
    ];
    assert.deepEqual(await after(...changes), [['one', 'two', 'built-in']]);
  });

  it('are drawn again for what the newest request carried, and for the tool set of the conversation', async () => {
    const every = [['one', 'two', 'built-in']];
    assert.deepEqual(await after(() => conversation.get()?.offerTools(offered)), every);
    assert.deepEqual(await after(() => conversation.get()?.offerTools(offered)), []);
    // A row of its own says which set is in use.
    assert.deepEqual(await after(() => conversation.get()?.chooseToolSet('Set')), ['all']);
    assert.deepEqual(await after(() => engine.toolSets.useInWorkspace('Set')), every);
  });

  it('are drawn again for what the newest request carried of tools of other extensions', async () => {
    listed = [{ extension: 'a.b', name: 'look', title: 'Look', description: '', inputSchema: undefined }];
    assert.deepEqual(await after(() => engine.extensions?.reload()), ['all']);
    assert.deepEqual(await after(() => conversation.get()?.offerTools(offered)), [
      ['one', 'two', 'built-in', 'extensions'],
    ]);
  });

  it('follow the conversation that is open, and no longer the one before', async () => {
    const before = conversation.get();
    assert.deepEqual(await after(() => conversation.set(new Conversation('second'))), ['all']);
    assert.deepEqual(await after(() => before?.offerTools(offered)), []);
    assert.deepEqual(await after(() => conversation.get()?.offerTools(offered)), [
      ['one', 'two', 'built-in'],
    ]);
  });

  it('are all drawn again where rows appear, go or move', async () => {
    assert.deepEqual(await after(() => engine.configure({ one: off, two: off, three: off })), ['all']);
    assert.deepEqual(await after(() => engine.configure({ one: off, wrong: 3 })), ['all']);
    assert.deepEqual(await after(() => order.move(['one'], 'one', undefined)), ['all']);
  });

  it('stay as they are where only the status of the view changes, which is shown all the same', async () => {
    assert.deepEqual(await after(() => approvals.set(new Map([['c', 1]]))), [[]]);
  });

  it('are not followed any more after that was disposed of', async () => {
    following.dispose();
    assert.deepEqual(await after(() => engine.enablement.set('two', ['x'], false)), []);
  });
});
