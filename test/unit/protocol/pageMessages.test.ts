/** Messages of pages are validated by their schemas before anything handles them. */
import assert from 'node:assert/strict';
import {
  chatMessages,
  historyPageMessages,
  receive,
  requestPageMessages,
  serverPageMessages,
  type Attachment,
  type ChatMessage,
  type HistoryPageMessage,
  type RequestPageMessage,
  type ServerPageMessage,
} from '../../../src/protocol/index.ts';

type Message = { readonly type: string };
/** Valid messages of each type; the first has no field that may be absent. */
type Examples<M extends Message> = {
  readonly [T in M['type']]: readonly Omit<Extract<M, { type: T }>, 'type'>[];
};

const range = { startLine: 0, startCharacter: 0, endLine: 2, endCharacter: 1 };
const attachments: readonly Attachment[] = [
  { kind: 'resource', name: 'n', server: 's', uri: 'u' },
  { kind: 'file', name: 'n', uri: 'u', note: 'cut' },
  { kind: 'folder', name: 'n', uri: 'u' },
  { kind: 'selection', name: 'n', uri: 'u', range },
  { kind: 'symbol', name: 'n', uri: 'u', range },
  { kind: 'problems', name: 'n' },
  { kind: 'server', name: 'n', server: 's' },
  { kind: 'data', name: 'n', id: 'i', thumbnail: 'data:' },
];
const id = 'i';
const text = 't';
const seq = 3;
const filter = { text: '', server: '', tool: '', status: '' } as const;
const allow = { action: 'allow', scope: 'once', covers: 'tool' } as const;
const complete = { request: 1, server: 's', name: 'n', argument: 'a', value: 'v' };

const chat: Examples<ChatMessage> = {
  ready: [{}],
  focused: [{}],
  saveState: [{ state: { draft: text } }],
  send: [{ text }, { text, attachments }, { text, now: true }],
  decidePause: [{ id, decision: 'always' }],
  unqueue: [{ id, how: 'edit' }],
  suggest: [{ request: 1, trigger: '#', query: '' }],
  hold: [
    { name: 'n', data: 'QQ==' },
    { name: 'n', data: 'QQ==', thumbnail: 'data:', edit: id },
  ],
  drop: [{ uris: ['u'] }, { uris: [], edit: id }],
  openAttachment: attachments.map((attachment) => ({ attachment })),
  runPrompt: [{ server: 's', name: 'n', args: { constructor: 'a' } }],
  complete: [{ ...complete, others: {} }],
  useToolSet: [{ name: 'Review' }],
  showRequest: [{}, { id }],
  attach: [{ what: 'file' }],
  pickAttachment: [{}],
  stopCall: [{ id }],
  keepCommand: [{ id, forInput: true }],
  stopCommand: [{ id }],
  showCommand: [{ id }],
  typeIntoCommand: [{ id, line: text, isSecret: false }],
  openResource: [{ server: 's', uri: 'u' }],
  restore: [{ id: 'i' }],
  changedLines: [{ request: 1, id: 'i', file: 0 }],
  resend: [
    { id, text },
    { id, text, attachments },
  ],
  regenerate: [{ id }],
  duplicate: [{}],
  stop: [{}],
  compact: [{}],
  newChat: [{}],
  earlier: [{ before: id }, { before: id, through: id }],
  find: [{ request: 1, text }],
  action: [{ action: 'retry' }],
  answer: [
    { id, reply: { action: 'accept', values: { constructor: 'a', tags: ['a'], ok: true } } },
    { id, reply: { action: 'decline' } },
    { id, reply: { action: 'cancel' } },
  ],
  decide: [
    { id, decision: allow },
    { id, decision: { ...allow, argsText: '{}', releases: true } },
    { id, decision: { action: 'deny', reason: '' } },
  ],
  openLink: [{ href: 'h' }],
  findFiles: [{ request: 1, names: ['a.ts'] }],
  openFile: [{ name: 'n' }],
  openInstructions: [{ id: 'i1', file: 0, marked: false }],
  copy: [{ text }],
  insert: [{ text }],
  apply: [{ text }, { text, file: 'f' }],
  changes: [{ id, action: 'undo' }],
  runAgain: [{ id }],
  showServer: [{ server: 's' }],
  copyAnswer: [{ id }],
  copyConversation: [{}],
  copyResult: [{ id }],
  openCall: [{ id, what: 'result' }],
  openProposedEdit: [{ id }],
  pickApprovalMode: [{}],
  pickEffort: [{}],
};

const request: Examples<RequestPageMessage> = {
  ready: [{}],
  show: [{ id: 1 }],
  text: [{ id: 1, part: 0 }],
  openPart: [{ id: 1, part: 0 }],
  openText: [{ id: 1 }],
  copy: [{ id: 1 }],
};

const history: Examples<HistoryPageMessage> = {
  ready: [{}],
  query: [
    { id: 1, filter },
    { id: 1, filter: { ...filter, status: 'error' }, before: 3 },
  ],
  details: [{ seq }],
  statistics: [{ filter }],
  spending: [{ days: 30 }],
  open: [{ seq, what: 'arguments' }],
  runAgain: [{ seq, argsText: '{}' }],
  export: [{ filter }],
  deleteAll: [{}],
};

const server: Examples<ServerPageMessage> = {
  ready: [{}],
  connect: [{}],
  reconnect: [{}],
  disconnect: [{}],
  showLog: [{}],
  openSettings: [{}],
  act: [{ label: 'Reconnect' }],
  tool: [{ name: 'n' }],
  call: [{ tool: 'echo', argsText: '{}' }],
  cancelCall: [{}],
  record: [{ on: false }],
  clear: [{}],
  copy: [{ text }],
  export: [{ seqs: [1, 2] }],
};

/** Messages of the right fields with wrong values in them. */
const hostile: readonly (Message & Readonly<Record<string, unknown>>)[] = [
  { type: 'send', text, attachments: Array.from({ length: 21 }, () => ({ kind: 'problems', name: 'n' })) },
  { type: 'send', text, attachments: { length: 0 } },
  ...[
    null,
    { name: 'n' },
    { kind: 'toString', name: 'n' },
    { kind: 'constructor', name: 'n' },
    { kind: 'file', name: 'n' },
    { kind: 'file', name: 1, uri: 'u' },
    { kind: 'problems', name: 'n', uri: {} },
    { kind: 'symbol', name: 'n', uri: 'u', range: { ...range, endLine: -1 } },
    { kind: 'selection', name: 'n', uri: 'u', range: { ...range, startLine: 0.5 } },
    { kind: 'selection', name: 'n', uri: 'u', range: { ...range, endLine: 1e99 } },
    { kind: 'selection', name: 'n', uri: 'u' },
    { kind: 'data', name: 'n', id: 'i', thumbnail: 3 },
  ].map((attachment) => ({ type: 'openAttachment', attachment })),
  { type: 'unqueue', id, how: 'sell' },
  { type: 'send', text, now: 'yes' },
  { type: 'decidePause', id, decision: 'never' },
  { type: 'suggest', request: 1, trigger: '!', query: '' },
  { type: 'suggest', request: '1', trigger: '#', query: '' },
  { type: 'hold', name: 'n', data: 'QQ==', thumbnail: {} },
  { type: 'hold', name: 'n', data: 'QQ==', edit: {} },
  { type: 'resend', id, text, attachments: Array(21).fill(attachments[0]) },
  { type: 'drop', uris: Array(21).fill('u') },
  { type: 'drop', uris: [{}] },
  { type: 'findFiles', request: 1, names: Array(101).fill('a.ts') },
  { type: 'runPrompt', server: 's', name: 'n', args: ['a'] },
  { type: 'runPrompt', server: 's', name: 'n', args: { a: 1 } },
  { type: 'complete', ...complete, others: { a: {} } },
  { type: 'attach', what: 'toString' },
  { type: 'earlier', before: id, through: 1 },
  { type: 'apply', text, file: {} },
  { type: 'action', action: 'deleteAll' },
  { type: 'changes', id, action: 'delete' },
  { type: 'openCall', id, what: 'secrets' },
  ...[
    undefined,
    'accept',
    {},
    { action: 'evil' },
    { action: 'accept' },
    { action: 'accept', values: [] },
  ].map((reply) => ({ type: 'answer', id, reply })),
  { type: 'answer', id, reply: { action: 'accept', values: { a: 1 } } },
  { type: 'answer', id, reply: { action: 'accept', values: { a: [1] } } },
  ...[
    null,
    'allow',
    {},
    { action: 'allow' },
    { action: 'run' },
    { ...allow, scope: 'forever' },
    { ...allow, covers: 'everything' },
    { ...allow, argsText: {} },
    { ...allow, releases: 'yes' },
    { action: 'deny' },
    { action: 'deny', reason: {} },
  ].map((decision) => ({ type: 'decide', id, decision })),
  // The history's page.
  { type: 'query', id: Number.POSITIVE_INFINITY, filter },
  { type: 'query', id: 1, filter, before: '3' },
  { type: 'query', id: 1, filter: { ...filter, text: 1 } },
  { type: 'query', id: 1, filter: { ...filter, status: 'toString' } },
  { type: 'statistics', filter: {} },
  { type: 'open', seq, what: 'secrets' },
  { type: 'runAgain', seq, argsText: {} },
  // A server's page.
  { type: 'act', label: 0 },
  { type: 'record', on: 'yes' },
  { type: 'export', seqs: ['1'] },
];

const pages = [
  { name: 'chat', schemas: chatMessages, examples: chat },
  { name: 'call history', schemas: historyPageMessages, examples: history },
  { name: 'what the model gets', schemas: requestPageMessages, examples: request },
  { name: 'server page', schemas: serverPageMessages, examples: server },
] as const;

for (const { name, schemas, examples } of pages)
  describe(`messages of the ${name}`, () => {
    /** What is handled of a message: nothing if it is refused. */
    const handled = (message: unknown): unknown => {
      const echo = (taken: unknown): unknown => taken;
      const handlers = Object.fromEntries(Object.keys(schemas).map((type) => [type, echo]));
      return receive(schemas as typeof chatMessages, handlers as never, message);
    };
    const valid: readonly Message[] = Object.entries(examples).flatMap(([type, each]) =>
      (each as readonly object[]).map((fields) => ({ type, ...fields })),
    );

    it('are handled as they are, without fields that the schema lacks', () => {
      for (const message of valid) assert.deepEqual(handled({ ...message, isAdmin: true }), message);
    });

    it('are refused when a field is missing or of another type', () => {
      // The state of a page is its own, and can be anything.
      const checked = valid.filter(({ type }) => type !== 'saveState');
      for (const [type, [least]] of Object.entries(examples) as [string, object[]][])
        for (const field of type === 'saveState' ? [] : Object.keys(least ?? {}))
          assert.equal(handled({ type, ...least, [field]: undefined }), undefined, `${type}: ${field}`);
      for (const message of checked)
        for (const field of Object.keys(message))
          for (const other of [null, { toString: 7 }, Number.NaN, [{}]])
            assert.equal(handled({ ...message, [field]: other }), undefined, `${message.type}: ${field}`);
    });

    it('are refused if a value is not one of the allowed values', () => {
      for (const message of hostile)
        assert.equal(handled(message), undefined, JSON.stringify(message).slice(0, 200));
    });

    it('are refused when their type is unknown, or one that every object inherits', () => {
      for (const message of [undefined, null, 'ready', 7, [], {}, { type: {} }, { type: ['ready'] }])
        assert.equal(handled(message), undefined);
      for (const type of ['unknown', 'constructor', 'toString', '__proto__'])
        assert.equal(handled({ type }), undefined);
    });
  });

describe('a text that a server page copies', () => {
  it('is at most two million characters', () => {
    const handlers = { copy: () => 'copied' } as never;
    const copy = (length: number): unknown =>
      receive(serverPageMessages, handlers, { type: 'copy', text: 'x'.repeat(length) });
    assert.deepEqual([copy(2_000_000), copy(2_000_001)], ['copied', undefined]);
  });
});
