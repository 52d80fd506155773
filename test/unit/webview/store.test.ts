/** The chat's copy of the host's state: numbering, snapshots, patches, earlier items. */
import assert from 'node:assert/strict';
import { effect } from '@preact/signals';
import type {
  Approval,
  CallView,
  ChatMessage,
  ChatStatus,
  Item,
  Patch,
} from '../../../src/protocol/index.ts';
import { ChatStore, type Numbered } from '../../../src/webview/state/store.ts';

const idle: ChatStatus = { turn: 'idle', model: 'm', servers: { connected: 1, total: 1, tools: 2 } };
const user = (id: string): Item => ({ kind: 'user', id, text: `text of ${id}` });
const answer = (id: string, text = ''): Item => ({ kind: 'assistant', id, text, streaming: true });
const call: CallView = {
  source: { kind: 'native' },
  toolName: 'read_file',
  wireName: 'read_file',
  argsText: '{}',
  status: 'running',
  startedAt: 5000,
};

function snapshot(items: readonly Item[], seq = 0, earlier = 0, conversation = 'c1'): Numbered {
  return { type: 'snapshot', conversation, seq, items, earlier, status: idle };
}

function patch(seq: number, ...patches: readonly Patch[]): Numbered {
  return { type: 'patch', conversation: 'c1', seq, patches };
}

function open(...messages: readonly Numbered[]) {
  const posted: ChatMessage[] = [];
  const store = new ChatStore(
    (message) => posted.push(message),
    () => 1000,
    (run) => run(),
  );
  store.start();
  posted.length = 0;
  store.apply(messages);
  const ids = (): string[] => store.rows.value.map(({ id }) => id);
  const textOf = (id: string): string | undefined => {
    const item = store.item(id)?.value;
    return item && 'text' in item ? item.text : undefined;
  };
  return { store, posted, ids, textOf };
}

describe('the chat store', () => {
  it('says ready at the start', () => {
    const posted: ChatMessage[] = [];
    new ChatStore(
      (message) => posted.push(message),
      Date.now,
      (run) => run(),
    ).start();
    assert.deepEqual(posted, [{ type: 'ready' }]);
  });

  it('applies patches in order', () => {
    const { store, ids, textOf } = open(
      snapshot([user('u')], 4),
      patch(5, { op: 'add', item: answer('a', 'One') }, { op: 'text', id: 'a', text: ' two' }),
      patch(6, { op: 'reasoning', id: 'a', text: 'hm' }, { op: 'settled', id: 'a' }),
      patch(7, { op: 'add', item: { kind: 'call', id: 'c', step: 1, call } }),
      patch(8, { op: 'call', id: 'c', change: { status: 'success', durationMs: 7 } }),
      patch(9, { op: 'status', status: { ...idle, turn: 'running' } }, { op: 'remove', id: 'u' }),
    );
    assert.deepEqual(ids(), ['a', 'c']);
    assert.equal(textOf('a'), 'One two');
    assert.deepEqual(store.item('a')?.value, {
      kind: 'assistant',
      id: 'a',
      text: 'One two',
      reasoning: 'hm',
      streaming: false,
    });
    const item = store.item('c')?.value;
    assert.deepEqual(item?.kind === 'call' && item.call, { ...call, status: 'success', durationMs: 7 });
    assert.equal(store.status.value?.turn, 'running');
    assert.equal(store.item('u'), undefined);
  });

  it('ignores what it already has, late or twice', () => {
    const { ids, posted } = open(
      snapshot([user('u')], 4),
      patch(4, { op: 'add', item: user('old') }),
      patch(5, { op: 'add', item: user('new') }),
      patch(5, { op: 'add', item: user('twice') }),
    );
    assert.deepEqual(ids(), ['u', 'new']);
    assert.deepEqual(posted, []);
  });

  it('asks once when a number is missing, and goes on from the snapshot', () => {
    const { store, ids, posted } = open(
      snapshot([user('u')]),
      patch(2, { op: 'add', item: user('x') }),
      patch(3),
    );
    assert.deepEqual(posted, [{ type: 'ready' }]);
    assert.deepEqual(ids(), ['u']);
    store.apply([snapshot([user('u'), user('v')], 3), patch(4, { op: 'add', item: user('w') })]);
    assert.deepEqual(ids(), ['u', 'v', 'w']);
    assert.equal(posted.length, 1);
  });

  it('asks once when a patch is of another conversation', () => {
    const other: Numbered = { type: 'patch', conversation: 'c2', seq: 1, patches: [] };
    const { store, posted, ids } = open(snapshot([user('u')]), other, other);
    assert.deepEqual(posted, [{ type: 'ready' }]);
    store.apply([snapshot([answer('u')], 1, 0, 'c2')]);
    assert.deepEqual(ids(), ['u']);
    assert.equal(store.conversation.value, 'c2');
  });

  it('takes nothing in before the first snapshot', () => {
    const { ids, posted } = open(patch(1, { op: 'add', item: user('u') }));
    assert.deepEqual(ids(), []);
    assert.deepEqual(posted, []);
  });

  it('tells only the item that changed', () => {
    const { store } = open(snapshot([user('u'), answer('a', 'Well, ')]));
    const seen: string[] = [];
    effect(() => void seen.push(`rows ${store.rows.value.length}`));
    effect(() => void seen.push(`user ${store.item('u')?.value.id}`));
    effect(() => void seen.push(`answer ${store.item('a')?.value.id}`));
    seen.length = 0;
    store.apply([
      patch(1, { op: 'text', id: 'a', text: 'x' }, { op: 'text', id: 'a', text: 'y' }),
      patch(2, { op: 'text', id: 'a', text: 'z' }),
    ]);
    assert.deepEqual(seen, ['answer a']);
  });

  it('keeps the signals of items that a new snapshot still has, and those of earlier ones', () => {
    const { store, ids } = open(snapshot([user('b'), answer('c')], 0, 3));
    store.apply([{ type: 'earlier', conversation: 'c1', items: [user('a')], earlier: 2 }]);
    const before = ['a', 'b', 'c'].map((id) => store.item(id));
    store.apply([snapshot([user('b'), answer('c', 'more'), user('d')], 9, 3)]);
    assert.deepEqual(ids(), ['a', 'b', 'c', 'd']);
    assert.deepEqual(
      ['a', 'b', 'c'].map((id) => store.item(id)),
      before,
    );
    assert.equal(store.earlier.value, 2);
  });

  it('forgets everything with another conversation, even where ids are the same', () => {
    const { store, ids } = open(snapshot([user('a'), user('b')]));
    const before = store.item('a');
    store.apply([snapshot([user('b'), answer('a')], 0, 0, 'c2')]);
    assert.deepEqual(ids(), ['b', 'a']);
    assert.notEqual(store.item('a'), before);
  });

  it('asks for earlier items once at a time, and puts them before the others', () => {
    const { store, ids, posted } = open(snapshot([user('c')], 0, 2));
    store.askEarlier();
    store.askEarlier();
    assert.deepEqual(posted, [{ type: 'earlier', before: 'c', through: undefined }]);
    const other: Numbered = { type: 'earlier', conversation: 'c2', items: [user('x')], earlier: 0 };
    store.apply([other, { type: 'earlier', conversation: 'c1', items: [user('a'), user('b')], earlier: 0 }]);
    assert.deepEqual(ids(), ['a', 'b', 'c']);
    assert.equal(store.earlier.value, 0);
    assert.equal(store.loadingEarlier.value, false);
  });

  it('knows how far the clock of the host is ahead once a call starts', () => {
    const { store } = open(
      snapshot([]),
      patch(1, { op: 'add', item: { kind: 'call', id: 'c', step: 1, call } }),
    );
    assert.equal(store.clockSkew, 4000);
  });

  it('announces the start and the end of every call, also of those that come together, and once', () => {
    const { store } = open(snapshot([]));
    const said: string[] = [];
    effect(() => void said.push(store.announcer.announced.value.text));
    const item = (id: string, title: string, status: CallView['status']): Patch => ({
      op: 'add',
      item: { kind: 'call', id, step: 1, call: { ...call, title, status } },
    });
    store.apply([patch(1, item('c', 'One', 'running')), patch(2, item('d', 'Two', 'pending'))]);
    store.apply([patch(3, { op: 'call', id: 'c', change: { progress: { progress: 1 } } })]);
    store.apply([
      patch(4, { op: 'call', id: 'd', change: { status: 'running' } }),
      patch(5, { op: 'call', id: 'c', change: { status: 'success' } }),
    ]);
    store.apply([patch(6, { op: 'call', id: 'd', change: { status: 'cancelled' } })]);
    assert.deepEqual(said, [
      '',
      'One has started.',
      'Two has started. One is complete.',
      'Two was cancelled.',
    ]);
  });

  it('announces that a call waits for permission, and what is wrong with its edited arguments', () => {
    const { store } = open(snapshot([{ kind: 'call', id: 'c', step: 1, call: { ...call, title: 'One' } }]));
    const said: string[] = [];
    effect(() => void said.push(store.announcer.announced.value.text));
    const approval: Approval = { changed: false, says: [], coverages: [] };
    const problem = 'The arguments must be a JSON object.';
    store.apply([patch(1, { op: 'call', id: 'c', change: { status: 'pending', approval } })]);
    store.apply([patch(2, { op: 'call', id: 'c', change: { approval: { ...approval, problem } } })]);
    assert.deepEqual(said, ['', 'One is waiting for your approval.', problem]);
  });

  it('turns questions, and announces those that come, are answered or are withdrawn', () => {
    const question = { kind: 'form', server: 'demo', message: 'Well?', fields: [] } as const;
    const waiting = { status: 'open', problems: [] } as const;
    const { store } = open(snapshot([]));
    const said: string[] = [];
    effect(() => void said.push(store.announcer.announced.value.text));
    store.apply([patch(1, { op: 'add', item: { kind: 'question', id: 'q', question, state: waiting } })]);
    store.apply([patch(2, { op: 'add', item: { kind: 'question', id: 'r', question, state: waiting } })]);
    store.apply([patch(3, { op: 'question', id: 'r', state: { status: 'declined' } })]);
    store.apply([patch(4, { op: 'question', id: 'q', state: { status: 'withdrawn' } })]);
    assert.deepEqual(store.item('q')?.value, {
      kind: 'question',
      id: 'q',
      question,
      state: { status: 'withdrawn' },
    });
    assert.deepEqual(said, [
      '',
      'The server demo asks for your input: Well?',
      'The server demo asks for your input: Well?',
      'You denied the request of demo.',
      'Request of demo cancelled',
    ]);
  });

  it('announces starts, ends and failures, and no text', () => {
    const { store } = open(snapshot([answer('a')]));
    const said: string[] = [];
    effect(() => void said.push(store.announcer.announced.value.text));
    const failing: Item = { kind: 'call', id: 'c', step: 1, call: { ...call, title: 'Read file' } };
    store.apply([patch(1, { op: 'status', status: { ...idle, turn: 'running' } })]);
    store.apply([patch(2, { op: 'text', id: 'a', text: 'x' }, { op: 'add', item: failing })]);
    store.apply([patch(3, { op: 'call', id: 'c', change: { status: 'error' } })]);
    store.apply([patch(4, { op: 'call', id: 'c', change: { status: 'timeout' } })]);
    store.apply([patch(5, { op: 'status', status: idle })]);
    store.apply([patch(6, { op: 'status', status: { ...idle, turn: 'running' } })]);
    store.apply([
      patch(
        7,
        { op: 'add', item: { kind: 'notice', id: 'n', level: 'error', text: 'No key.', actions: [] } },
        { op: 'status', status: idle },
      ),
    ]);
    assert.deepEqual(said, [
      '',
      'Working on an answer.',
      'Read file has started.',
      'Read file failed.',
      'Read file timed out.',
      'The answer is complete.',
      'Working on an answer.',
      'Error: No key.',
    ]);
  });
});
