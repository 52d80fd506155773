/** Questions of servers in the conversation: they wait side by side, and each ends exactly once. */
import assert from 'node:assert/strict';
import { observableValue } from '../../../src/base/common/observable.ts';
import type { TurnEvent } from '../../../src/agent/index.ts';
import { ChatController } from '../../../src/editor/chat/controller.ts';
import type { HostMessage, Item, Question } from '../../../src/protocol/index.ts';
import { playTurn } from '../../fixtures/turnEvents.ts';

const form = (message: string): Question => ({
  kind: 'form',
  server: 'demo',
  message,
  fields: [{ kind: 'text', name: 'x', title: 'X', required: true }],
});
const page: Question = {
  kind: 'url',
  server: 'demo',
  message: 'Go',
  url: 'https://e.example/a',
  host: 'e.example',
};
const never = new AbortController().signal;

function setup(
  runTurn: (ask: ChatController['asks']['ask'], signal: AbortSignal) => AsyncIterable<TurnEvent>,
) {
  const seen = { shown: 0, announced: [] as string[], opened: [] as string[], opens: true };
  let ids = 0;
  const controller: ChatController = new ChatController({
    runChatTurn: (_, signal, asks, onEvent) =>
      playTurn(
        runTurn((...given) => asks.ask(...given), signal),
        onEvent,
      ),
    status: () => observableValue({ servers: { connected: 1, total: 1, tools: 1 } }),
    offer: () => observableValue({ prompts: [], hasResources: false }),
    expandMessage: () => Promise.reject(new Error('Nothing is attached here.')),
    onEvent: (event) => {
      if (event.kind !== 'needsUser') return;
      if (event.conversation === controller.shownId) seen.shown += 1;
      else seen.announced.push(event.conversation);
    },
    openPage: (url) => {
      seen.opened.push(url);
      return Promise.resolve(seen.opens);
    },
    newId: () => `conversation-${(ids += 1)}`,
    now: () => 0,
    monotonic: () => 0,
  });
  const messages: HostMessage[] = [];
  controller.attach({ post: (message) => void messages.push(message) });
  const questions = (): readonly Extract<Item, { kind: 'question' }>[] =>
    controller.shown.items.filter((item) => item.kind === 'question');
  return { controller, messages, questions, seen };
}

async function* quiet(): AsyncGenerator<TurnEvent> {
  yield { type: 'turnEnd', end: { why: 'answered' } };
}

describe('questions of servers', () => {
  it('stand side by side and are answered in any order', async () => {
    const { controller, questions, seen } = setup(quiet);
    const [first, second] = [
      controller.asks.ask(form('1'), { signal: never }),
      controller.asks.ask(form('2'), { signal: never }),
    ];
    const [one, two] = questions();
    assert.ok(one && two);
    assert.equal(seen.shown, 2);
    await controller.asks.answer(two.id, { action: 'accept', values: { x: 'two' } });
    await controller.asks.answer(one.id, { action: 'decline' });
    assert.deepEqual(await second, { action: 'accept', content: { x: 'two' } });
    assert.deepEqual(await first, { action: 'decline' });
    assert.deepEqual(
      questions().map(({ state }) => state),
      [{ status: 'declined' }, { status: 'accepted', given: [{ label: 'X', text: 'two' }] }],
    );
  });

  it('stay open until the form is right, and tell every chat why', async () => {
    const { controller, questions, messages } = setup(quiet);
    const answer = controller.asks.ask(form('1'), { signal: never });
    const id = questions()[0]?.id ?? '';
    await controller.asks.answer(id, { action: 'accept', values: { x: ' ' } });
    const problems = [{ name: 'x', message: 'A value is required.' }];
    assert.deepEqual(questions()[0]?.state, { status: 'open', problems });
    const last = messages.at(-1);
    assert.ok(last?.type === 'patch');
    assert.deepEqual(last.patches.at(-1), { op: 'question', id, state: { status: 'open', problems } });
    await controller.asks.answer('nobody', { action: 'decline' });
    assert.equal(questions()[0]?.state.status, 'open');
    await controller.asks.answer(id, { action: 'cancel' });
    await controller.asks.answer(id, { action: 'accept', values: { x: 'late' } });
    assert.deepEqual(await answer, { action: 'cancel' });
    assert.equal(questions()[0]?.state.status, 'cancelled');
  });

  it('are withdrawn by their signal, and not even asked when it is too late', async () => {
    const { controller, questions, seen } = setup(quiet);
    const abort = new AbortController();
    const answer = controller.asks.ask(form('1'), { signal: abort.signal });
    abort.abort();
    assert.deepEqual(await answer, { action: 'cancel' });
    assert.deepEqual(await controller.asks.ask(form('2'), { signal: abort.signal }), { action: 'cancel' });
    assert.deepEqual(
      questions().map(({ state }) => state),
      [{ status: 'withdrawn' }],
    );
    assert.equal(seen.shown, 1);
  });

  it('open a page only after consent, once, and stay when it does not open', async () => {
    const { controller, questions, seen } = setup(quiet);
    const answer = controller.asks.ask(page, { signal: never });
    const id = questions()[0]?.id ?? '';
    assert.deepEqual(seen.opened, []);
    seen.opens = false;
    const accept = { action: 'accept', values: {} } as const;
    await Promise.all([controller.asks.answer(id, accept), controller.asks.answer(id, accept)]);
    assert.deepEqual(seen.opened, ['https://e.example/a']);
    assert.equal(questions()[0]?.state.status, 'open');
    seen.opens = true;
    await controller.asks.answer(id, accept);
    assert.deepEqual(await answer, { action: 'accept', content: {} });
  });

  it('wait for the end of what the user does on the page, where the call is to be retried', async () => {
    const { controller, questions, seen } = setup(quiet);
    const accept = { action: 'accept', values: {} } as const;
    const finished = new AbortController();
    const byServer = controller.asks.ask(page, {
      signal: never,
      page: { finished: finished.signal, waits: true },
    });
    const byUser = controller.asks.ask(page, { signal: never, page: { finished: never, waits: true } });
    for (const { id } of questions()) await controller.asks.answer(id, accept);
    assert.deepEqual(
      questions().map(({ state }) => state.status),
      ['opened', 'opened'],
    );
    finished.abort();
    await controller.asks.answer(questions()[1]?.id ?? '', accept);
    assert.deepEqual([(await byServer).action, (await byUser).action], ['accept', 'accept']);
    assert.equal(seen.opened.length, 2);
    assert.ok(questions().every(({ state }) => state.status === 'finished'));
  });

  it('are in the snapshot of a chat that appears while they wait', async () => {
    const { controller, messages } = setup(quiet);
    const answer = controller.asks.ask(form('1'), { signal: never });
    controller.sendSnapshot({ post: (message) => void messages.push(message) });
    const snapshot = messages.at(-1);
    assert.ok(snapshot?.type === 'snapshot');
    const [item] = snapshot.items;
    assert.ok(item?.kind === 'question' && item.state.status === 'open');
    await controller.dispose();
    assert.deepEqual(await answer, { action: 'cancel' });
  });

  it('are withdrawn when their turn is stopped, whoever forgets them', async () => {
    const { controller, questions } = setup(async function* (ask) {
      // As every turn, which asks for its model first.
      await Promise.resolve();
      await ask(form('1'), { signal: never });
      yield { type: 'turnEnd', end: { why: 'cancelled' } };
    });
    controller.send('hi');
    await new Promise((resolve) => setImmediate(resolve));
    assert.equal(questions()[0]?.state.status, 'open');
    controller.stop();
    assert.equal(questions()[0]?.state.status, 'withdrawn');
    await controller.dispose();
  });

  it('stay open in their conversation when another one is shown, and the user is told of new ones', async () => {
    const answers: string[] = [];
    const { controller, questions, seen } = setup(async function* (ask) {
      answers.push((await ask(form('1'), { signal: never })).action);
      answers.push((await ask(form('2'), { signal: never })).action);
      yield { type: 'turnEnd', end: { why: 'answered' } };
    });
    controller.send('hi');
    await new Promise((resolve) => setImmediate(resolve));
    const { shownId: before, asks } = controller;
    const id = questions()[0]?.id ?? '';
    controller.newChat();
    assert.deepEqual([questions(), answers, seen.announced], [[], [], []]);
    await asks.answer(id, { action: 'decline' });
    await new Promise((resolve) => setImmediate(resolve));
    assert.deepEqual([questions(), answers, seen.announced], [[], ['decline'], [before]]);
    controller.openSaved(before);
    await controller.asks.answer(questions()[1]?.id ?? '', { action: 'decline' });
    await controller.dispose();
    assert.deepEqual(answers, ['decline', 'decline']);
  });

  it('to open a page show it as finished once the server says so, although they are answered', async () => {
    const { controller, questions } = setup(quiet);
    const finished = new AbortController();
    const answer = controller.asks.ask(page, {
      signal: never,
      page: { finished: finished.signal, waits: false },
    });
    await controller.asks.answer(questions()[0]?.id ?? '', { action: 'accept', values: {} });
    assert.deepEqual(await answer, { action: 'accept', content: {} });
    assert.equal(questions()[0]?.state.status, 'accepted');
    finished.abort();
    assert.equal(questions()[0]?.state.status, 'finished');
  });
});
