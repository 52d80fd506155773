/** The one conversation behind all chats: they never disagree, and nothing the user wrote is lost. */
import assert from 'node:assert/strict';
import { observableValue } from '../../../src/base/common/observable.ts';
import type { Conversation, TurnEnd, TurnEvent } from '../../../src/agent/index.ts';
import type { ChatHost } from '../../../src/editor/chat/chatHost.ts';
import { ChatController } from '../../../src/editor/chat/controller.ts';
import { compact } from '../../../src/editor/chat/compact.ts';
import type { Engine } from '../../../src/engine.ts';
import { ModelError, type ChatModel } from '../../../src/models/index.ts';
import { FileChanges } from '../../../src/editor/builtInTools/fileChanges.ts';
import type { CommandView, HostMessage, Item, Offer } from '../../../src/protocol/index.ts';
import { until } from '../until.ts';
import { playTurn } from '../../fixtures/turnEvents.ts';

type Turn = (signal: AbortSignal, conversation: Conversation) => AsyncIterable<TurnEvent>;

/** Reads everything at once. */
const readAll: ChatHost['expandMessage'] = (text, attachments) =>
  Promise.resolve({ content: { text, attachments }, messages: [{ role: 'user', text }] });

function setup(
  turn: Turn,
  openMessage = readAll,
  { changes, followFiles, commands }: Pick<ChatHost, 'changes' | 'followFiles' | 'commands'> = {},
) {
  let ids = 0;
  let now = 0;
  const ended: unknown[] = [];
  const offer = observableValue<Offer>({ prompts: [], hasResources: false });
  const controller = new ChatController({
    runChatTurn: (conversation, signal, _, onEvent) => playTurn(turn(signal, conversation), onEvent),
    status: () => observableValue({ model: 'm', servers: { connected: 1, total: 2, tools: 3 } }),
    offer: () => offer,
    expandMessage: openMessage,
    ...(changes && { changes }),
    ...(followFiles && { followFiles }),
    ...(commands && { commands }),
    onEvent: (event) => {
      if (event.kind === 'turnEnded') ended.push([event.conversation, event.answered, event.ms]);
    },
    openPage: () => Promise.resolve(true),
    newId: () => `conversation-${(ids += 1)}`,
    now: () => (now += 100),
    monotonic: () => (now += 100),
  });
  const open = () => {
    const messages: HostMessage[] = [];
    const client = { post: (message: HostMessage) => void messages.push(message) };
    controller.attach(client);
    return { client, messages };
  };
  return { controller, open, offer, ended };
}

async function* answer(): AsyncGenerator<TurnEvent> {
  yield { type: 'text', text: 'Hello' };
  yield { type: 'turnEnd', end: { why: 'answered' } };
}

/** A call of a built-in tool begins. */
function* callOf(id: string): Generator<TurnEvent> {
  const source = { kind: 'native' } as const;
  yield { type: 'callStart', id, step: 1, source, toolName: 'w', wireName: 'w', argsText: '{}' };
}

/** Ends only when it is stopped. */
async function* endless(signal: AbortSignal): AsyncGenerator<TurnEvent> {
  yield { type: 'text', text: 'Working' };
  if (!signal.aborted)
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  yield { type: 'turnEnd', end: { why: 'cancelled' } };
}

function itemsOf(messages: readonly HostMessage[]): readonly Item[] {
  const last = messages.findLast((message) => message.type === 'snapshot');
  assert.ok(last?.type === 'snapshot');
  return last.items;
}

describe('the chat controller', () => {
  it('gives the keyboard to a page once it has loaded, and again when the editor had taken it away', () => {
    const { controller, open } = setup(answer);
    const { client, messages } = open();
    const focuses = () => messages.filter(({ type }) => type === 'focus').length;
    controller.clients.focus(client);
    assert.equal(focuses(), 0, 'Its page cannot hear it yet.');
    controller.sendSnapshot(client);
    assert.equal(messages.at(-1)?.type, 'focus');
    controller.sendSnapshot(client);
    assert.equal(focuses(), 1);
    controller.clients.focus(client);
    assert.equal(focuses(), 2);
    controller.clients.lost(client, { type: 'focus' });
    controller.sendSnapshot(client);
    assert.equal(focuses(), 3, 'The editor had taken the page away.');
  });

  it('gives the keyboard, and what is for a composer, to a page that was hidden only once it has loaded anew', () => {
    const { controller, open } = setup(answer);
    const { client, messages } = open();
    const given = () =>
      messages.flatMap(({ type }) => (type === 'focus' || type === 'compose' ? [type] : []));
    controller.sendSnapshot(client);
    controller.clients.hidden(client);
    controller.composer().compose({ text: 'selected' });
    controller.clients.focus(client);
    assert.deepEqual(given(), []);
    controller.sendSnapshot(client);
    assert.deepEqual(given(), ['compose', 'focus']);
  });

  it('gives the keyboard to the page of a new tab, and not to the page that shows the chat already', () => {
    const { controller, open } = setup(answer);
    const side = open();
    controller.sendSnapshot(side.client);
    const tab = open();
    controller.clients.focusNext();
    controller.sendSnapshot(tab.client);
    const focuses = [side, tab].map(({ messages }) => messages.filter(({ type }) => type === 'focus').length);
    assert.deepEqual(focuses, [0, 1]);
  });

  it('gives the keyboard to one page alone where two show the chat', () => {
    const { controller, open } = setup(answer);
    const [side, tab] = [open(), open()];
    const focuses = () =>
      [side, tab].map(({ messages }) => messages.filter(({ type }) => type === 'focus').length);
    controller.sendSnapshot(side.client);
    controller.clients.focus(tab.client);
    controller.sendSnapshot(side.client);
    assert.deepEqual(focuses(), [0, 0], 'The tab has not loaded yet.');
    controller.sendSnapshot(tab.client);
    assert.deepEqual(focuses(), [0, 1]);
    controller.clients.focus(side.client);
    assert.deepEqual(focuses(), [1, 1]);
  });

  it('does not stay running when the end of a turn cannot be shown', async () => {
    const fail = (): never => {
      throw new Error('broken');
    };
    const { controller } = setup(answer, readAll, { changes: { close: fail, knows: () => true } });
    controller.send('hi');
    await assert.rejects(controller.close(), /broken/);
    assert.equal(controller.isRunning, false);
  });

  it('ends a turn as it ended though the changes of files cannot be told', async () => {
    let ends = 0;
    const end = (): Promise<never> => {
      ends += 1;
      return Promise.reject(new Error('disk'));
    };
    const followFiles = () => ({ saved: () => Promise.resolve(), handle: () => undefined, end });
    const broken = async function* (): AsyncGenerator<TurnEvent> {
      yield* callOf('c1');
      await Promise.reject(new Error('x'));
    };
    for (const [turn, answered] of [
      [answer, true],
      [broken, false],
    ] as const) {
      const { controller, ended } = setup(turn, readAll, { followFiles });
      controller.send('hi');
      await new Promise((resolve) => setImmediate(resolve));
      assert.deepEqual(
        ended.map((each) => (each as unknown[])[1]),
        [answered],
      );
    }
    assert.equal(ends, 2);
  });

  it('tells every open chat the same increments', async () => {
    const { controller, open } = setup(answer);
    const [one, two] = [open(), open()];
    controller.send('hi');
    await controller.dispose();
    assert.ok(one.messages.length > 0);
    assert.deepEqual(one.messages, two.messages);
  });

  it('gives a chat that appears in the middle what the others have', async () => {
    const { controller, open } = setup(endless);
    controller.send('hi');
    await new Promise((resolve) => setImmediate(resolve));
    const late = open();
    controller.sendSnapshot(late.client);
    assert.deepEqual(
      itemsOf(late.messages).map((item) =>
        item.kind === 'notice' ? item.kind : 'text' in item ? item.text : item.kind,
      ),
      ['hi', 'Working'],
    );
    await controller.dispose();
  });

  it('tells how a turn ended, unless the user stopped it', async () => {
    const failing = async function* (): AsyncGenerator<TurnEvent> {
      yield { type: 'turnEnd', end: { why: 'limit', reached: { kind: 'steps', limit: 3 } } };
    };
    for (const [turn, answered] of [
      [answer, true],
      [failing, false],
    ] as const) {
      const { controller, ended } = setup(turn);
      controller.send('hi');
      await new Promise((resolve) => setImmediate(resolve));
      const [[id, how, ms] = []] = ended as [string, boolean, number][];
      assert.deepEqual([ended.length, id, how], [1, 'conversation-1', answered]);
      assert.ok(ms !== undefined && ms > 0);
    }
    const { controller, ended } = setup(endless);
    controller.send('hi');
    await new Promise((resolve) => setImmediate(resolve));
    await controller.dispose();
    assert.deepEqual(ended, []);
  });

  it('ends a turn that an error of its own breaks, says so, and runs the next', async () => {
    let turns = 0;
    const { controller, open, ended } = setup(async function* () {
      turns += 1;
      if (turns > 1) return yield* answer();
      yield* callOf('c1');
      await Promise.reject(new TypeError('x is not a function'));
    });
    const { client, messages } = open();
    controller.send('hi');
    await new Promise((resolve) => setImmediate(resolve));
    controller.sendSnapshot(client);
    const notice = itemsOf(messages).at(-1);
    assert.ok(notice?.kind === 'notice');
    assert.match(notice.text, /^An error in Patchbay ended the response\./);
    assert.match(notice.detail ?? '', /x is not a function/);
    controller.send('again');
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([turns, ended.length], [2, 2]);
    await controller.dispose();
  });

  it('shows the commands of its conversation, and tells the model with the next message what has ended', async () => {
    const running = observableValue<readonly CommandView[]>([]);
    const news = ['The server has ended.'];
    const seen: unknown[] = [];
    const { controller, open } = setup(
      (_, conversation) => {
        const last = conversation.messages.at(-1);
        seen.push(last?.role === 'user' && last.text);
        return answer();
      },
      readAll,
      { commands: { views: () => running, takeNews: () => news.splice(0) } },
    );
    const { client, messages } = open();
    controller.sendSnapshot(client);
    const dev = { id: 'c', command: 'dev', line: '', startedAt: 0, isBackground: true };
    running.set([dev]);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(
      messages.flatMap((message) => (message.type === 'commands' ? [message.commands] : [])),
      [[], [dev]],
    );
    for (const text of ['go on', 'and on']) {
      controller.send(text);
      await new Promise((resolve) => setImmediate(resolve));
    }
    assert.deepEqual(seen, ['The server has ended.\n\ngo on', 'and on']);
    const users = controller.shown.items.flatMap((item) => (item.kind === 'user' ? [item.text] : []));
    assert.deepEqual(users, ['go on', 'and on']);
    await controller.dispose();
  });

  describe('with messages that come while a turn runs', () => {
    /** Each turn is answered when it is let go, or ends as it is told to. */
    function scripted() {
      const turns: ((end?: TurnEnd) => void)[] = [];
      const parts = setup(async function* (signal) {
        const end = await new Promise<TurnEnd>((resolve) => {
          turns.push((how = { why: 'answered' }) => resolve(how));
          if (signal.aborted) resolve({ why: 'cancelled' });
          signal.addEventListener('abort', () => resolve({ why: 'cancelled' }), { once: true });
        });
        yield { type: 'turnEnd', end };
      });
      const { client, messages } = parts.open();
      const said = () => {
        parts.controller.sendSnapshot(client);
        return itemsOf(messages).flatMap((item) => (item.kind === 'user' ? [item.text] : []));
      };
      const waiting = () => {
        const last = messages.findLast((message) => message.type === 'queue');
        return last?.messages.map(({ text, state }) => (state === 'held' ? `${text} (held)` : text)) ?? [];
      };
      const settled = () => new Promise((resolve) => setImmediate(resolve));
      const idOf = (text: string): string => {
        const last = messages.findLast((message) => message.type === 'queue');
        return last?.messages.find((each) => each.text === text)?.id ?? '';
      };
      return { ...parts, client, messages, turns, said, waiting, settled, idOf };
    }

    it('sends them one after the other, each when the turn before has ended well', async () => {
      const { controller, turns, said, waiting, settled } = scripted();
      ['one', 'two', 'three'].forEach((text) => controller.send(text));
      assert.deepEqual([said(), waiting()], [['one'], ['two', 'three']]);
      await settled();
      turns[0]?.();
      await settled();
      assert.deepEqual([said(), waiting()], [['one', 'two'], ['three']]);
      turns[1]?.();
      await settled();
      assert.deepEqual([said(), waiting()], [['one', 'two', 'three'], []]);
      await controller.dispose();
    });

    it('holds them back after a stop, but sends what is written after it', async () => {
      const { controller, client, said, waiting, settled, idOf } = scripted();
      controller.send('one');
      controller.send('two');
      controller.stop();
      controller.send('rather this');
      await settled();
      assert.deepEqual([said(), waiting()], [['one', 'rather this'], ['two (held)']]);
      controller.unqueue(idOf('two'), 'ask', client);
      assert.deepEqual(waiting(), ['two']);
      await controller.dispose();
    });

    it('holds them back after a failure until the user says so', async () => {
      const { controller, client, turns, said, waiting, settled, idOf } = scripted();
      ['one', 'two', 'three'].forEach((text) => controller.send(text));
      await settled();
      turns[0]?.({ why: 'limit', reached: { kind: 'steps', limit: 10 } });
      await settled();
      assert.deepEqual([said(), waiting()], [['one'], ['two (held)', 'three (held)']]);
      controller.unqueue(idOf('three'), 'ask', client);
      assert.deepEqual([said(), waiting()], [['one', 'three'], ['two']]);
      await controller.dispose();
    });

    it('gives one back to be edited, takes one away, and loses none with a new chat', async () => {
      const { controller, client, messages, waiting, idOf, settled } = scripted();
      controller.sendSnapshot(client);
      ['one', 'two', 'three', 'four', 'five'].forEach((text) => controller.send(text));
      controller.unqueue(idOf('two'), 'edit', client);
      controller.unqueue(idOf('three'), 'remove', client);
      controller.unqueue('nonsense', 'edit', client);
      const composed = () => messages.flatMap((each) => (each.type === 'compose' ? [each.text] : []));
      assert.deepEqual([composed(), waiting()], [['two'], ['four', 'five']]);
      controller.stop();
      await settled();
      controller.newChat();
      // The page puts each before what it has: "four" comes to stand before "five".
      assert.deepEqual([composed(), waiting()], [['two', 'five', 'four'], []]);
    });

    it('sends them in the conversation they were written in, also when another one is shown', async () => {
      const { controller, turns, said, waiting, settled } = scripted();
      const first = controller.shownId;
      ['one', 'two', 'three'].forEach((text) => controller.send(text));
      controller.newChat();
      assert.deepEqual([said(), waiting()], [[], []]);
      controller.send('elsewhere');
      await settled();
      turns[0]?.();
      await settled();
      assert.deepEqual([said(), waiting()], [['elsewhere'], []]);
      controller.openSaved(first);
      assert.deepEqual([said(), waiting()], [['one', 'two'], ['three']]);
      controller.newChat();
      turns[2]?.({ why: 'limit', reached: { kind: 'steps', limit: 10 } });
      await settled();
      controller.openSaved(first);
      assert.deepEqual([said(), waiting()], [['one', 'two'], ['three (held)']]);
      await controller.dispose();
    });
  });

  it('says what a turn has changed, with its last words and before what is said of its end', async () => {
    const changes = new FileChanges();
    const { controller } = setup(
      async function* () {
        yield* callOf('c1');
        changes.addEdit('c1', { uri: 'file:///a', label: 'a', before: 'one', after: 'two' });
        yield { type: 'text', text: 'Half' };
        yield { type: 'turnEnd', end: { why: 'limit', reached: { kind: 'steps', limit: 1 } } };
      },
      readAll,
      { changes },
    );
    controller.send('hi');
    await until(() => !controller.isRunning);
    const [, , said, changed, notice] = controller.shown.items;
    assert.ok(said?.kind === 'assistant' && said.took);
    assert.ok(changed?.kind === 'changes' && notice?.kind === 'notice');
    assert.deepEqual([changed.files, changed.state], [['a'], { status: 'made' }]);
    controller.resume();
    assert.ok(controller.shown.items.includes(changed), 'It stays when the turn goes on.');
    controller.stop();
    await controller.dispose();
  });

  it('says what a call has changed that the user had made again, whose own turn it is', async () => {
    const changes = new FileChanges();
    const { controller } = setup(answer, readAll, { changes });
    controller.runManualCalls(async (_id, _signal, _asks, onEvent) => {
      for (const event of callOf('c1')) onEvent(event);
      changes.addEdit('c1', { uri: 'file:///a', label: 'a', before: undefined, after: '' });
    });
    await until(() => !controller.isRunning);
    assert.equal(controller.shown.items.at(-1)?.kind, 'changes');
    await controller.dispose();
  });

  it('compacts when the user says so, tells what came of it, and then sends what was written meanwhile', async () => {
    const { controller } = setup(answer);
    const outcomes: (() => Promise<boolean>)[] = [
      () => Promise.resolve(false),
      () => Promise.resolve(false),
      () => Promise.reject(new ModelError('server', 'The endpoint failed.')),
    ];
    const engine = { turns: { compact: () => outcomes.shift()?.() } } as unknown as Engine;
    const compacted = async (): Promise<void> => {
      compact(controller, () => Promise.resolve(engine), { current: () => Promise.resolve({} as ChatModel) });
      await until(() => !controller.isRunning);
    };
    controller.send('hi');
    await until(() => !controller.isRunning);
    await compacted();
    await compacted();
    const said = (): readonly unknown[] =>
      controller.shown.items.map((item) =>
        item.kind === 'notice' ? [item.text, ...item.actions] : item.kind,
      );
    const nothing = ['Nothing was summarized: the earlier messages are short, or already summarized.'];
    assert.deepEqual(said(), ['user', 'assistant', nothing]);
    const last = compacted();
    controller.send('more');
    assert.equal(controller.sessions[0]?.queued.length, 1);
    await last;
    await until(() => controller.shown.items.length === 6);
    assert.deepEqual(said(), ['user', 'assistant', nothing, ['The endpoint failed.'], 'user', 'assistant']);
    await controller.dispose();
  });

  it('ignores a message of nothing but space', () => {
    const { controller, open } = setup(answer);
    const { client, messages } = open();
    controller.send('  \n ');
    controller.sendSnapshot(client);
    assert.deepEqual(itemsOf(messages), []);
  });

  it('lets the running turn go on when a new chat begins, and shows it again as it is by then', async () => {
    const go = Promise.withResolvers<void>();
    const { controller, open } = setup(async function* (signal) {
      await go.promise;
      yield* endless(signal);
    });
    const { messages } = open();
    controller.send('hi');
    const first = controller.shownId;
    controller.newChat();
    const snapshot = messages.at(-1);
    assert.ok(snapshot?.type === 'snapshot');
    assert.deepEqual(
      [snapshot.conversation, snapshot.items, snapshot.status.turn],
      ['conversation-2', [], 'idle'],
    );
    const told = messages.length;
    go.resolve();
    const unseen = controller.sessions.find(({ id }) => id === first);
    await until(() => unseen?.open.transcript.items.length === 2);
    unseen?.open.patches.flush();
    assert.equal(messages.length, told, 'What goes on unseen is told to nobody.');
    controller.openSaved(first);
    const again = messages.at(-1);
    assert.ok(again?.type === 'snapshot');
    assert.deepEqual(
      [again.conversation, again.items.map(({ kind }) => kind), again.status.turn],
      ['conversation-1', ['user', 'assistant'], 'running'],
    );
    controller.newChat();
    await controller.endDeleted(first);
    assert.throws(() => controller.openSaved(first), /no longer exists/);
  });

  it('goes on after a stop by asking, because a model does not answer its own words', async () => {
    const read: string[][] = [];
    const { controller, open } = setup((signal, conversation) => {
      read.push(
        conversation.messages.map(({ role, ...rest }) => `${role}: ${'text' in rest ? rest.text : ''}`),
      );
      if (read.length > 1) return answer();
      conversation.append({ role: 'assistant', text: 'Working', calls: [] });
      return endless(signal);
    });
    const { client, messages } = open();
    controller.send('hi');
    await new Promise((resolve) => setImmediate(resolve));
    controller.stop();
    await new Promise((resolve) => setImmediate(resolve));
    controller.resume();
    await controller.dispose();
    controller.sendSnapshot(client);
    assert.deepEqual(read, [['user: hi'], ['user: hi', 'assistant: Working', 'user: Continue.']]);
    assert.deepEqual(
      itemsOf(messages).flatMap((item) => (item.kind === 'notice' ? [item.text, item.isPast] : [])),
      ['Stopped.', true],
    );
  });

  it('goes on once for two quick clicks, the second of which comes when the answer is there', async () => {
    let turns = 0;
    const { controller } = setup(async function* () {
      turns += 1;
      if (turns === 1) yield { type: 'turnEnd', end: { why: 'limit', reached: { kind: 'steps', limit: 1 } } };
      else yield* answer();
    });
    controller.send('hi');
    await until(() => !controller.isRunning);
    controller.resume();
    await until(() => !controller.isRunning);
    controller.resume();
    assert.equal(controller.isRunning, false);
    assert.equal(turns, 2);
    await controller.dispose();
  });

  it('ends the turn of a conversation that is deleted, shown or not, before it is gone', async () => {
    const ended: string[] = [];
    const { controller, open } = setup(async function* (signal, { id }) {
      yield* endless(signal);
      ended.push(id);
    });
    const { messages } = open();
    controller.send('first');
    const first = controller.shownId;
    controller.newChat();
    controller.send('second');
    const second = controller.shownId;
    await new Promise((resolve) => setImmediate(resolve));
    await controller.endDeleted(first);
    assert.deepEqual([ended, controller.shownId], [[first], second]);
    await controller.endDeleted(second);
    assert.deepEqual(ended, [first, second]);
    assert.deepEqual([itemsOf(messages), controller.sessions.length, controller.isRunning], [[], 1, false]);
  });

  it('sends a long conversation in parts: the newest items first, earlier ones on demand', () => {
    const { controller, open } = setup(answer);
    for (let index = 0; index < 450; index++) controller.shown.addUser({ text: `m${index}` });
    const { client, messages } = open();
    controller.sendSnapshot(client);
    const snapshot = messages.at(-1);
    assert.ok(snapshot?.type === 'snapshot');
    assert.deepEqual([snapshot.items.length, snapshot.earlier], [200, 250]);
    controller.sendEarlier(client, snapshot.items[0]?.id ?? '');
    const earlier = messages.at(-1);
    assert.ok(earlier?.type === 'earlier');
    assert.deepEqual([earlier.items.length, earlier.earlier], [200, 50]);
    assert.equal(earlier.items.at(-1)?.kind === 'user' && earlier.items.at(-1)?.id, 'i250');
  });

  const note = { kind: 'resource', server: 's', uri: 'memo://note', name: 'note' } as const;

  it('begins a turn with what is attached once that is read', async () => {
    const { controller, open } = setup(answer);
    const { client, messages } = open();
    controller.send('Read', client, [note]);
    await new Promise((resolve) => setImmediate(resolve));
    await controller.dispose();
    controller.sendSnapshot(client);
    const [first, second] = itemsOf(messages);
    assert.deepEqual(first, {
      kind: 'user',
      id: 'i1',
      text: 'Read',
      prompt: undefined,
      attachments: [note],
    });
    assert.equal(second?.kind, 'assistant');
  });

  it('puts a message that the user goes back to into the composer of the conversation that opens', async () => {
    const { controller, open } = setup(answer);
    const { client, messages } = open();
    controller.sendSnapshot(client);
    controller.send('Read', undefined, [note]);
    await until(
      () => controller.shown.items.some(({ kind }) => kind === 'assistant') && !controller.isRunning,
    );
    const before = controller.shownId;
    controller.goBackTo('i1');
    const [shown, composed] = messages.slice(-2);
    assert.ok(shown?.type === 'snapshot');
    assert.notEqual(shown.conversation, before);
    assert.deepEqual(composed, {
      type: 'compose',
      conversation: shown.conversation,
      text: 'Read',
      attachments: [note],
    });
  });

  it('keeps what is for a composer until there is a page, and until a page takes it', () => {
    const { controller, open } = setup(answer);
    const of = (messages: readonly HostMessage[]) =>
      messages.flatMap((each) => (each.type === 'compose' ? [`${each.conversation}: ${each.text}`] : []));
    const first = controller.shownId;
    const composer = controller.composer();
    composer.compose({ text: 'early' });
    controller.newChat();
    const { client, messages } = open();
    controller.sendSnapshot(client);
    assert.deepEqual(of(messages), [`${first}: early`]);
    composer.compose({ text: 'for the one before' });
    const [lost] = messages.slice(-1);
    assert.ok(lost);
    controller.clients.lost(client, lost);
    const second = open();
    controller.sendSnapshot(second.client);
    assert.deepEqual(of(second.messages), [`${first}: for the one before`]);
  });

  it('gives text and attachments back when something cannot be read, and changes nothing else', async () => {
    const { controller, open } = setup(answer, () => Promise.reject(new Error('It is gone.')));
    const { client, messages } = open();
    controller.sendSnapshot(client);
    controller.send('Read', client, [note]);
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual(
      messages.find((message) => message.type === 'compose'),
      {
        type: 'compose',
        conversation: controller.shownId,
        text: 'Read',
        attachments: [note],
        problem: 'It is gone.',
      },
    );
    controller.sendSnapshot(client);
    assert.deepEqual(itemsOf(messages), []);
    controller.send('Without it');
    await controller.dispose();
    controller.sendSnapshot(client);
    assert.equal(itemsOf(messages).length, 2);
  });

  it('ends what a turn begins with when it is stopped', async () => {
    const { controller, open } = setup(answer);
    const { client, messages } = open();
    const problem = controller.begin(
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('x')))),
    );
    assert.match((await controller.begin(() => assert.fail())) ?? '', /still answering/);
    controller.stop();
    assert.equal(await problem, 'Stopped.');
    controller.sendSnapshot(client);
    assert.deepEqual(itemsOf(messages), []);
  });

  it('posts to the pages what servers offer when it is something else, until the chat is closed', async () => {
    const { controller, open, offer } = setup(answer);
    const { client, messages } = open();
    const offers = () => messages.filter((message) => message.type === 'offer').length;
    controller.sendSnapshot(client);
    assert.equal(offers(), 1);
    offer.set({ prompts: [], hasResources: true });
    await Promise.resolve();
    assert.equal(offers(), 2);
    await controller.dispose();
    assert.equal(offer.get().hasResources, true);
    offer.set({ prompts: [], hasResources: false });
    await Promise.resolve();
    assert.equal(offers(), 2);
  });
});
