/** Conversations of the chat that are kept: over restarts, in other words, as files (features.md, D6). */
import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  fromJson,
  titleFor,
  toJson,
  toMarkdown,
  type Conversation,
  type TurnEvent,
} from '../../../../src/agent/index.ts';
import { observableValue } from '../../../../src/base/common/observable.ts';
import { ChatController } from '../../../../src/editor/chat/controller.ts';
import { OpenChats } from '../../../../src/editor/chat/openChats.ts';
import { ReadOnlyChats } from '../../../../src/editor/conversations/readOnlyChats.ts';
import { Conversations } from '../../../../src/editor/conversations/conversations.ts';
import { FileChanges } from '../../../../src/editor/builtInTools/fileChanges.ts';
import type { ChatModel, ModelRequest } from '../../../../src/models/index.ts';
import type { HostMessage, Item } from '../../../../src/protocol/index.ts';
import { ConversationStore } from '../../../../src/store/index.ts';
import { until } from '../../until.ts';
import { playTurn } from '../../../fixtures/turnEvents.ts';

type Turn = (conversation: Conversation, signal: AbortSignal) => AsyncIterable<TurnEvent>;

let folder: string;
const open: { controller: ChatController; conversations: Conversations }[] = [];
let ids = 0;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'patchbay-kept-'));
});
afterEach(async () => {
  for (const window of open.splice(0)) await close(window);
  await rm(folder, { recursive: true, force: true });
});

async function close({ controller, conversations }: (typeof open)[number]): Promise<void> {
  await controller.dispose();
  conversations.dispose();
}

/** A window whose turns are these. */
function start(
  turn: Turn,
  { title, secret, changes: given }: { title?: string; secret?: string; changes?: FileChanges } = {},
) {
  const asked: ModelRequest[] = [];
  const problems: string[] = [];
  const model = {
    async *stream(request: ModelRequest) {
      asked.push(request);
      if (title === '') throw new Error('no title today');
      const message = { role: 'assistant', text: title ?? '', calls: [] } as const;
      yield { type: 'answer', message, truncated: false } as const;
    },
  } as Partial<ChatModel> as ChatModel;
  const conversations = new Conversations({
    store: () =>
      new ConversationStore({
        folder,
        workspace: 'here',
        onProblem: ({ english }) => assert.fail(english),
        now: () => Date.now(),
        monotonic: () => Date.now(),
      }),
    redact: (text) => (secret === undefined ? text : text.replaceAll(secret, '${secret:x}')),
    titlesByModel: () => title !== undefined,
    titleFor: ({ messages }, signal) => titleFor(model, messages, signal),
    log: (message) => problems.push(message),
  });
  const changes = given ?? new FileChanges(() => conversations.changes);
  const controller = new ChatController({
    storage: conversations.forSideBar(),
    runChatTurn: (conversation, signal, _, onEvent) => playTurn(turn(conversation, signal), onEvent),
    changes,
    status: () => observableValue({ servers: { connected: 0, total: 0, tools: 0 } }),
    offer: () => observableValue({ prompts: [], hasResources: false }),
    expandMessage: (text, attachments) =>
      Promise.resolve({
        content: { text, attachments },
        messages: [{ role: 'user', text, content: [{ type: 'text', text: 'the note' }] }],
        ...(attachments.length > 0 && {
          onlyServers: attachments.flatMap((each) => (each.kind === 'server' ? each.server : [])),
        }),
      }),
    onEvent: () => undefined,
    openPage: () => Promise.resolve(true),
    newId: () => `conversation-${(ids += 1)}`,
    now: () => 0,
    monotonic: () => 0,
  });
  const messages: HostMessage[] = [];
  const client = { post: (message: HostMessage) => void messages.push(message) };
  controller.attach(client);
  controller.sendSnapshot(client);
  const window = { controller, conversations };
  open.push(window);
  const idle = () => until(() => !controller.isRunning);
  /** The turn of `endless` waits to be stopped. */
  const working = () => until(() => controller.shown.call('c00000001')?.status === 'success');
  return {
    ...window,
    changes,
    client,
    idle,
    working,
    asked,
    problems,
    store: conversations.store,
    end: () => close(window),
  };
}

/** Says the user's last words again. */
const echo: Turn = async function* (conversation) {
  const last = conversation.messages.at(-1);
  const text = `You said: ${last?.role === 'user' ? last.text : ''}`;
  yield { type: 'stepStart', step: 1, tools: 0 };
  yield { type: 'text', text };
  conversation.spend({ inputTokens: 7, outputTokens: 3 });
  yield { type: 'stepEnd', step: 1 };
  conversation.append({ role: 'assistant', text, calls: [] });
  yield { type: 'turnEnd', end: { why: 'answered' } };
};

/** Begins a call and an answer, and ends only when it is stopped. */
const endless: Turn = async function* (conversation, signal) {
  const calls = [
    { id: 'c00000001', name: 'one', argsText: '{}' },
    { id: 'c00000002', name: 'two', argsText: '{"door":"hunter22"}' },
  ];
  conversation.append({ role: 'assistant', text: '', calls });
  for (const { id, name, argsText } of calls)
    yield {
      type: 'callStart',
      id,
      step: 1,
      source: { kind: 'native' },
      toolName: name,
      wireName: name,
      argsText,
    };
  const content = [{ type: 'text', text: `opened by hunter22 ${'z'.repeat(40_000)}` }] as const;
  yield { type: 'callEnd', id: 'c00000001', result: { status: 'success', content }, durationMs: 4 };
  await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
  yield { type: 'turnEnd', end: { why: 'cancelled' } };
};

const words = (items: readonly Item[]) =>
  items.map((item) => ('text' in item ? item.text : item.kind === 'call' ? item.call.status : item.kind));

describe('the conversations of the chat', () => {
  it('come back after a restart and go on', async () => {
    const first = start(echo);
    first.controller.send('Hello');
    await first.idle();
    first.controller.send('Read', first.client, [
      { kind: 'resource', server: 's', uri: 'memo://note', name: 'note' },
    ]);
    await first.idle();
    await first.end();
    const second = start(echo);
    assert.deepEqual(words(second.controller.shown.items), [
      'Hello',
      'You said: Hello',
      'Read',
      'You said: Read',
    ]);
    assert.deepEqual(second.controller.shown.usage, { inputTokens: 14, outputTokens: 6 });
    second.controller.send('More');
    await second.idle();
    const all = second.controller.shown.items.map(({ id }) => id);
    assert.equal(new Set(all).size, 6);
    const kept = second.store.read(second.controller.shownId);
    assert.deepEqual(
      kept?.messages.map(({ message }) => (message as { role: string }).role),
      ['user', 'assistant', 'user', 'assistant', 'user', 'assistant'],
    );
    assert.deepEqual((kept?.messages[2]?.message as { content?: unknown } | undefined)?.content, [
      { type: 'text', text: 'the note' },
    ]);
  });

  it('show what was under way when the window ended as interrupted, and go on from there', async () => {
    const first = start(endless);
    first.controller.send('Do it');
    await first.working();
    await first.end();
    let asked: readonly unknown[] = [];
    const second = start(async function* (conversation) {
      asked = conversation.messages;
      yield { type: 'turnEnd', end: { why: 'answered' } };
    });
    const { items } = second.controller.shown;
    assert.deepEqual(words(items).slice(0, 3), ['Do it', 'success', 'interrupted']);
    const notice = items.at(-1);
    assert.ok(notice?.kind === 'notice' && notice.actions.includes('continue'));
    assert.match(notice.text, /reloaded or closed/);
    assert.equal(second.controller.shown.call('c00000001')?.cutBytes, 20_019);
    second.controller.resume();
    await second.idle();
    assert.deepEqual(
      asked.map((message) => [
        (message as { role: string }).role,
        (message as { isError?: boolean }).isError,
      ]),
      [
        ['user', undefined],
        ['assistant', undefined],
        ['tool', false],
        ['tool', true],
      ],
    );
    // What was cut says so for ever, after another start, too.
    await second.end();
    for (const { controller } of [second, start(echo)]) {
      const cut = controller.shown.items.find((item) => item.kind === 'notice');
      assert.match(cut?.text ?? '', /reloaded or closed/);
      assert.deepEqual([cut?.actions, cut?.isPast], [[], true]);
    }
  });

  it('have what waited for the end of the turn wait for a word of the user after a restart', async () => {
    const first = start(endless);
    first.controller.send('Do it');
    await first.working();
    const note = { kind: 'resource', server: 's', uri: 'memo://note', name: 'note' } as const;
    first.controller.send('And then?', first.client, [note]);
    first.controller.send('And this', first.client);
    await first.end();
    const second = start(echo);
    const waiting = () => second.controller.sessions[0]?.queued ?? [];
    assert.deepEqual(
      waiting().map(({ text, attachments, state }) => ({ text, attachments, state })),
      [
        { text: 'And then?', attachments: [note], state: 'held' },
        { text: 'And this', attachments: [], state: 'held' },
      ],
    );
    second.controller.unqueue(waiting()[0]?.id ?? '', 'remove', second.client);
    second.controller.unqueue(waiting()[0]?.id ?? '', 'ask', second.client);
    await second.idle();
    assert.equal(words(second.controller.shown.items).at(-1), 'You said: And this');
    await second.end();
    assert.deepEqual(start(echo).controller.sessions[0]?.queued, []);
  });

  it('keep no secret, in no form', async () => {
    const first = start(endless, { secret: 'hunter22' });
    first.controller.send('The door is hunter22');
    await first.working();
    first.controller.stop();
    await first.idle();
    const { shownId } = first.controller;
    assert.match(JSON.stringify(first.store.read(shownId)), /opened by \$\{secret:x\}/);
    await first.end();
    for (const ending of ['', '-wal']) {
      const bytes = await readFile(join(folder, `conversations.sqlite${ending}`), 'latin1').catch(() => '');
      assert.equal(bytes.includes('hunter22'), false);
    }
  });

  it('go on as another one when a message is sent again in other words, and the old one stays', async () => {
    const { controller, store, idle } = start(echo);
    controller.send('One');
    await idle();
    controller.send('Two');
    await idle();
    const before = controller.shownId;
    const two = controller.shown.items[2]?.id ?? '';
    controller.resend(two, 'Three');
    await idle();
    assert.notEqual(controller.shownId, before);
    assert.deepEqual(words(controller.shown.items), ['One', 'You said: One', 'Three', 'You said: Three']);
    assert.deepEqual(
      store.list('', 5).map(({ title, isBranch }) => [title, isBranch]),
      [
        ['One (2)', true],
        ['One', false],
      ],
    );
    controller.openSaved(before);
    assert.deepEqual(words(controller.shown.items), ['One', 'You said: One', 'Two', 'You said: Two']);
  });

  /** A turn that changes this file, and how the last item stands, if it says what was changed. */
  const file = { uri: 'file:///a', label: 'a', before: 'one', after: 'two' };
  const changing = (changes: () => FileChanges, edit = file, end?: Promise<void>): Turn =>
    async function* () {
      const source = { kind: 'native' } as const;
      // Saves the conversation, without which there is nothing to save changes with.
      yield { type: 'stepStart', step: 1, tools: 1 };
      yield { type: 'callStart', id: 'c1', step: 1, source, toolName: 'w', wireName: 'w', argsText: '{}' };
      changes().addEdit('c1', edit);
      await end;
      yield { type: 'turnEnd', end: { why: 'answered' } };
    };
  const changesOf = ({ controller }: { readonly controller: ChatController }) => {
    const last = controller.shown.items.findLast(({ kind }) => kind === 'changes');
    return last?.kind === 'changes' ? last : undefined;
  };

  it('keep what a turn has changed, with what the files were and what became of them', async () => {
    const first = start(changing(() => first.changes));
    first.controller.send('Write');
    await first.idle();
    await first.end();
    const second = start(echo);
    const { state, turn = '' } = changesOf(second) ?? {};
    assert.deepEqual(state, { status: 'made' });
    assert.deepEqual(second.changes.of(turn), [{ ...file, standing: 'made' }]);
    second.changes.recordUndo(turn, [{ ...file, standing: 'undone' }]);
    await second.end();
    const third = start(echo);
    assert.ok(changesOf(third));
    assert.deepEqual(third.changes.stateOf(turn), { status: 'undone', left: 0 });
  });

  it('keep what a turn has changed that the window cuts off', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    const first = start(changing(() => first.changes, file, promise));
    first.controller.send('Write');
    await until(() => first.controller.shown.items.length >= 2);
    const ended = first.end();
    resolve();
    await ended;
    const second = start(echo);
    assert.deepEqual(
      second.controller.shown.items.map(({ kind }) => kind),
      ['user', 'call', 'changes', 'notice'],
    );
    const { state, turn = '' } = changesOf(second) ?? {};
    assert.deepEqual(state, { status: 'made' });
    assert.deepEqual(second.changes.of(turn), [{ ...file, standing: 'made' }]);
  });

  it('write no secret of a changed file down, and say that its change can no longer be undone', async () => {
    const secret = 'hunter22';
    const edit = { ...file, after: `door=${secret}` };
    const first = start(
      changing(() => first.changes, edit),
      { secret },
    );
    first.controller.send('Write');
    await first.idle();
    assert.deepEqual(changesOf(first)?.state, { status: 'made' });
    await first.end();
    const second = start(echo);
    assert.deepEqual(changesOf(second)?.state, { status: 'past', wasUndone: false });
    await second.end();
    assert.ok(!(await readFile(join(folder, 'conversations.sqlite'), 'latin1')).includes(secret));
  });

  it('mark the changes of a turn as past if their contents are not saved', async () => {
    const changes = new FileChanges();
    const first = start(
      changing(() => changes),
      { changes },
    );
    const state = (window: { readonly controller: ChatController }) => changesOf(window)?.state;
    first.controller.send('Write');
    await first.idle();
    const id = first.controller.shownId;
    first.controller.newChat();
    first.controller.openSaved(id);
    assert.deepEqual(state(first), { status: 'made' });
    await first.end();
    const second = start(echo, { changes: new FileChanges() });
    assert.equal(second.controller.shownId, id);
    assert.deepEqual(state(second), { status: 'past', wasUndone: false });
  });

  it('have another answer when it is asked for, with what was attached', async () => {
    let answers = 0;
    const seen: unknown[] = [];
    const { controller, client, idle } = start(async function* (conversation) {
      seen.push(conversation.messages.at(-1));
      const text = `Answer ${(answers += 1)}`;
      yield { type: 'text', text };
      conversation.append({ role: 'assistant', text, calls: [] });
      yield { type: 'turnEnd', end: { why: 'answered' } };
    });
    const note = { kind: 'resource', server: 's', uri: 'memo://note', name: 'note' } as const;
    controller.send('Read', client, [note]);
    await idle();
    controller.regenerate(controller.shown.items.at(-1)?.id ?? '');
    await idle();
    assert.deepEqual(words(controller.shown.items), ['Read', 'Answer 2']);
    assert.deepEqual((controller.shown.items[0] as { attachments?: unknown }).attachments, [note]);
    assert.deepEqual(seen[0], seen[1]);
  });

  it('keep to the servers that a message names: over Continue, a restart, and other words for the message', async () => {
    const restrictions: unknown[] = [];
    const noting: Turn = async function* (conversation) {
      restrictions.push(conversation.onlyServers);
      conversation.append({ role: 'assistant', text: 'Half', calls: [] });
      yield { type: 'turnEnd', end: { why: 'truncated' } };
    };
    const first = start(noting);
    first.controller.send('Look', first.client, [{ kind: 'server', server: 'files', name: 'files' }]);
    await first.idle();
    first.controller.resume();
    await first.idle();
    await first.end();
    const second = start(noting);
    second.controller.resume();
    await second.idle();
    second.controller.regenerate(second.controller.shown.items.at(-1)?.id ?? '');
    await second.idle();
    second.controller.resend(second.controller.shown.items[0]?.id ?? '', 'Look again');
    await second.idle();
    assert.deepEqual(restrictions, [['files'], ['files'], ['files'], ['files'], ['files']]);
  });

  it('begin anew with a message that is sent again with more attachments, which are read then', async () => {
    const { controller, client, idle } = start(echo);
    const attached = (name: string) => ({ kind: 'file', uri: `file:///${name}`, name }) as const;
    controller.send('Look', client, [attached('a.ts')]);
    await idle();
    controller.resend(controller.shown.items[0]?.id ?? '', 'Look again', [attached('b.ts')]);
    await idle();
    const [shown] = controller.shown.items;
    assert.ok(shown?.kind === 'user');
    assert.deepEqual(
      [shown.text, shown.attachments?.map(({ name }) => name)],
      ['Look again', ['a.ts', 'b.ts']],
    );
    const [message] = controller.shownConversation.conversation.messages;
    assert.ok(message?.role === 'user');
    assert.deepEqual([message.text, message.content?.length], ['Look again', 2]);
  });

  it("are not changed in these ways while a turn runs, nor at an item that is not the user's", async () => {
    const { controller, idle, working } = start(endless);
    controller.send('Do it');
    await working();
    const before = controller.shownId;
    controller.resend(controller.shown.items[0]?.id ?? '', 'Other');
    assert.equal(controller.shownId, before);
    controller.stop();
    await idle();
    controller.resend('c00000001', 'Other');
    controller.resend('i999');
    controller.regenerate('i999');
    assert.equal(controller.shownId, before);
  });

  it('stay when a new chat begins, and an empty one is the same after a restart', async () => {
    const first = start(echo);
    first.controller.send('Hello');
    await first.idle();
    const old = first.controller.shownId;
    first.controller.newChat();
    const empty = first.controller.shownId;
    await first.end();
    const second = start(echo);
    assert.deepEqual([second.controller.shownId, second.controller.shown.items], [empty, []]);
    assert.deepEqual(
      second.store.list('', 5).map(({ id }) => id),
      [old],
    );
    assert.throws(() => second.controller.openSaved('nowhere'), /no longer exists/);
  });

  it('have their questions withdrawn when another one is shown', async () => {
    const { controller, idle } = start(echo);
    controller.send('Hello');
    await idle();
    const old = controller.shownId;
    const ask = () =>
      controller.asks.ask(
        { kind: 'form', server: 's', message: 'Well?', fields: [] },
        { signal: new AbortController().signal },
      );
    for (const leave of [
      () => controller.newChat(),
      () => controller.resend(controller.shown.items[0]?.id ?? '', 'Other'),
    ]) {
      const answer = ask();
      leave();
      assert.deepEqual(await answer, { action: 'cancel' });
      await idle();
      controller.openSaved(old);
    }
    assert.deepEqual(
      controller.shown.items.flatMap((item) => (item.kind === 'question' ? [item.state.status] : [])),
      ['withdrawn', 'withdrawn'],
    );
  });

  it('begin anew where the one that was shown is open in another window', async () => {
    const first = start(echo);
    first.controller.send('Hello');
    await first.idle();
    const second = start(echo);
    assert.notEqual(second.controller.shownId, first.controller.shownId);
    assert.deepEqual(second.controller.shown.items, []);
  });

  it('are read-only where another window has them open, and can be written once it has not', async () => {
    const first = start(endless);
    first.controller.send('Hello');
    await first.working();
    const id = first.controller.shownId;
    await until(() => first.store.read(id)?.results.length === 1);
    const second = start(echo);
    const chats = new OpenChats(second.controller, () => assert.fail('no tab'));
    const readOnly = new ReadOnlyChats(second.store, { isVisible: () => true }, chats);
    const showIt = (): void => {
      second.controller.openSaved(id, readOnly.elsewhere(id));
      readOnly.follow(id);
    };
    showIt();
    const statuses = (): unknown[] =>
      second.controller.shown.items.map((item) => (item.kind === 'call' ? item.call.status : item.kind));
    assert.equal(second.controller.isReadOnly, true);
    // What runs there is not said to have been interrupted, and its arguments are there.
    assert.deepEqual(statuses(), ['user', 'success', 'running']);
    const saved = first.store.read(id);
    second.controller.stop();
    // Nor is it written by what goes past the page.
    const shown = second.controller.shown.items.length;
    second.controller.send('Mine');
    second.controller.resume();
    second.controller.runWork(() => assert.fail('it has run'));
    second.controller.runManualCalls(() => assert.fail('it has run'));
    const problem = await second.controller.begin(() => assert.fail('it has run'));
    assert.equal(problem, 'This conversation is open in another window.');
    second.controller.useToolSet('other');
    assert.deepEqual([second.controller.isRunning, second.controller.shown.items.length], [false, shown]);
    showIt();
    assert.deepEqual(first.store.read(id), saved);
    first.controller.stop();
    await first.idle();
    readOnly.checkOwners();
    assert.deepEqual([second.controller.isReadOnly, statuses().at(-1)], [true, 'notice']);
    first.controller.newChat();
    readOnly.checkOwners();
    assert.equal(second.controller.isReadOnly, false);
    second.controller.send('Again');
    await second.idle();
    assert.equal(first.store.isOpenElsewhere(id), true);
    assert.match(words(second.store.read(id)?.items ?? []).join(), /You said: Again/);
    readOnly.dispose();
    await second.end();
  });

  it('get a title from the model after the first answer, once, unless the user has given one', async () => {
    const window = start(echo, { title: '**"Greeting the World."**' });
    window.controller.send('Hello, please answer hunter22');
    await window.idle();
    const title = () => window.conversations.titleOf(window.controller.shownId);
    await until(() => title() !== 'Hello, please answer hunter22');
    assert.deepEqual(title(), 'Greeting the World');
    window.controller.send('Again');
    await window.idle();
    assert.equal(window.asked.length, 1);
    assert.deepEqual(window.asked[0]?.tools, []);
    window.controller.newChat();
    assert.equal(window.conversations.titleOf(window.controller.shownId), undefined);
  });

  it('keep their first words as the title when the model gives none', async () => {
    const window = start(echo, { title: '' });
    window.controller.send('Hello there');
    await window.idle();
    await until(() => window.problems.length > 0);
    assert.equal(window.conversations.titleOf(window.controller.shownId), 'Hello there');
    assert.match(window.problems.join(), /no title today/);
  });

  it('can be written as JSON and read in again as the same', async () => {
    const first = start(endless);
    first.controller.send('Do it');
    await first.working();
    first.controller.stop();
    await first.idle();
    const kept = first.store.read(first.controller.shownId);
    assert.ok(kept);
    const json = toJson(kept, 'A title');
    const read = fromJson(json, 'new');
    assert.equal(read.title, 'A title');
    assert.equal(
      toJson(read.kept, 'A title'),
      json.replace(/"actions": \[\s*"continue"\s*\]/, '"actions": []'),
    );
    for (const [wrong, why] of [
      ['{}', /not a conversation/],
      ['{"format":"patchbay-conversation","version":2}', /another version/],
      [json.replace('"callId": "c00000002"', '"callId": "c9"'), /damaged/],
      [json.replace('"kind": "user"', '"kind": "script"'), /damaged/],
      [json.replace('"i1"', '"c00000001"'), /same ID/],
      ['[', /JSON/],
    ] as const)
      assert.throws(() => fromJson(wrong, 'new'), why);
  });

  it('can be read as markdown', async () => {
    const first = start(endless);
    first.controller.send('Do ```it``` now');
    await first.working();
    first.controller.stop();
    await first.idle();
    const kept = first.store.read(first.controller.shownId);
    assert.ok(kept);
    const text = toMarkdown(kept, 'A\ntitle');
    assert.match(text, /^# A title\n\n## You\n\nDo ```it``` now\n/);
    assert.match(text, /\*\*Call: `one`\*\* \(success, 4 ms\)\n\n```\n\{\}\n```/);
    assert.match(text, /more characters\]\n```\n/);
  });
});
