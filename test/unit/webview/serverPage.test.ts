/** The page of a server: its filter, its form, and how it follows the host (src/webview/server). */
import assert from 'node:assert/strict';
import {
  dispatch,
  type ServerPageMessage,
  type ServerView,
  type ToolField,
  type WireRow,
} from '../../../src/protocol/index.ts';
import { argumentsOf, startForm } from '../../../src/webview/server/args.ts';
import { ServerPageState, filtered, merge, noFilter } from '../../../src/webview/server/state.ts';

const row = (seq: number, change: Partial<WireRow> = {}): WireRow => ({
  seq,
  at: 0,
  from: 'server',
  kind: 'result',
  method: 'tools/call',
  size: 2,
  text: '{}',
  isCut: false,
  ...change,
});
const seqs = (rows: readonly WireRow[]): number[] => rows.map(({ seq }) => seq);

describe('the messages on a page', () => {
  it('take the place of what they were before, and go when the record has lost them', () => {
    const before = [row(1), row(2), row(3)];
    const after = merge(before, [row(4), row(2, { ms: 5 })], { first: 2 });
    assert.deepEqual(seqs(after), [2, 3, 4]);
    assert.equal(after[0]?.ms, 5);
    assert.deepEqual(merge(after, [], { first: 5 }), []);
  });

  it('are filtered by words, kind and direction together', () => {
    const rows = [
      row(1, { kind: 'request', from: 'patchbay', about: 'echo' }),
      row(2, { text: '{"text":"Needle"}' }),
      row(3, { kind: 'notification', method: 'notifications/progress' }),
      row(4, { kind: 'error', about: '-32602: no' }),
      row(5, { kind: 'note', from: 'patchbay', method: 'Connecting' }),
    ];
    const by = (change: object): number[] => seqs(filtered(rows, { ...noFilter, ...change }));
    assert.deepEqual(by({}), [1, 2, 3, 4, 5]);
    assert.deepEqual(by({ text: 'needle call' }), [2]);
    assert.deepEqual(by({ text: 'ECHO' }), [1]);
    assert.deepEqual(by({ kind: 'calls' }), [1, 2, 4]);
    assert.deepEqual(by({ kind: 'notifications' }), [3]);
    assert.deepEqual(by({ kind: 'errors', from: 'patchbay' }), []);
    assert.deepEqual(by({ from: 'patchbay' }), [1]);
  });
});

describe("a tool's form", () => {
  const base = { title: 'x', required: false };
  const fields: readonly ToolField[] = [
    { ...base, kind: 'text', name: 'path', required: true },
    { ...base, kind: 'text', name: 'note' },
    { ...base, kind: 'number', name: 'count', integer: true, default: 3 },
    { ...base, kind: 'boolean', name: 'deep' },
    { ...base, kind: 'boolean', name: 'safe', default: true },
    { ...base, kind: 'choices', name: 'tags', options: [{ value: 'a', label: 'A' }] },
    { ...base, kind: 'choice', name: 'unit', options: [{ value: 'm', label: 'Metres' }] },
    { ...base, kind: 'json', name: 'filter', default: '{"all": true}' },
  ];

  it('begins with the defaults of the schema', () => {
    assert.deepEqual(startForm(fields), {
      path: '',
      note: '',
      count: '3',
      deep: false,
      safe: true,
      tags: [],
      unit: '',
      filter: '{"all": true}',
    });
  });

  it('leaves out what was left empty, but not what is required or stands for itself otherwise', () => {
    assert.deepEqual(argumentsOf(fields, { ...startForm(fields), count: '', filter: '', safe: false }), {
      ok: true,
      args: { path: '', safe: false },
    });
  });

  it('gives each value its type', () => {
    const values = {
      path: 'a',
      note: 'b',
      count: '4',
      deep: true,
      safe: true,
      tags: ['a'],
      unit: 'm',
      filter: '[1]',
    };
    assert.deepEqual(argumentsOf(fields, values), {
      ok: true,
      args: { path: 'a', note: 'b', count: 4, deep: true, safe: true, tags: ['a'], unit: 'm', filter: [1] },
    });
  });

  it('says at each field what cannot be a value of it', () => {
    const made = argumentsOf(
      [...fields, { ...base, kind: 'choice', name: 'must', required: true, options: [] }],
      { ...startForm(fields), count: 'many', filter: 'word', must: '' },
    );
    assert.ok(!made.ok);
    assert.deepEqual([...made.problems.keys()], ['count', 'filter', 'must']);
  });
});

describe("a server's page", () => {
  const view = (change: Partial<ServerView> = {}): ServerView => ({
    name: 'demo',
    state: { kind: 'connected', words: '', at: 0 },
    signedIn: false,
    problems: [],
    facts: [],
    environment: [],
    tools: [{ name: 'echo', label: 'echo', hints: [], enabled: true }],
    toolsAreRemembered: false,
    past: [],
    ...change,
  });
  let said: ServerPageMessage[];
  let state: ServerPageState;
  beforeEach(() => {
    said = [];
    state = new ServerPageState((message) => said.push(message));
    state.start();
    dispatch(state.handlers, { type: 'server', server: view() });
  });

  it('ignores the definition of a tool that is not shown any more', () => {
    state.showTool('echo');
    state.showTool('other');
    dispatch(state.handlers, { type: 'tool', name: 'echo', definition: '{}' });
    assert.equal(state.definition.value, undefined);
    dispatch(state.handlers, { type: 'tool', name: 'other', definition: '{}' });
    assert.deepEqual(state.definition.value, { type: 'tool', name: 'other', definition: '{}' });
  });

  it('asks for the definition again when the server has come back, and leaves a tool that is gone', () => {
    state.showTool('echo');
    dispatch(state.handlers, {
      type: 'server',
      server: view({ state: { kind: 'connecting', words: '', at: 0 } }),
    });
    said.length = 0;
    dispatch(state.handlers, { type: 'server', server: view() });
    assert.deepEqual(said, [{ type: 'tool', name: 'echo' }]);
    dispatch(state.handlers, { type: 'server', server: view({ tools: [] }) });
    assert.equal(state.tool.value, undefined);
  });

  it('says that its server is gone, until it is there again', () => {
    dispatch(state.handlers, { type: 'gone' });
    assert.equal(state.isGone.value, true);
    dispatch(state.handlers, { type: 'server', server: view() });
    assert.equal(state.isGone.value, false);
  });
});
