/** A server's request to the model, from the card to the answer: withdrawn, cancelled, failed, limited. */
import assert from 'node:assert/strict';
import { observableValue } from '../../../src/base/common/observable.ts';
import { RateLimit } from '../../../src/agent/index.ts';
import { createSampler } from '../../../src/editor/chat/sampler.ts';
import { ChatController } from '../../../src/editor/chat/controller.ts';
import type { SamplingParams } from '../../../src/mcp/index.ts';
import { ModelError, type ChatModel, type ModelRequest } from '../../../src/models/index.ts';
import type { Item } from '../../../src/protocol/index.ts';
import { until } from '../until.ts';

const params: SamplingParams = {
  messages: [{ role: 'user', content: { type: 'text', text: 'Hi' } }],
  maxTokens: 10,
};

function setup({ allowed = false, perMinute = 10, canCallTools = true, reviews = false } = {}) {
  const seen = { requests: [] as ModelRequest[], allowed: [] as string[], logged: [] as string[] };
  const controller = new ChatController({
    runChatTurn: (_conversation, _signal, _asks, onEvent) =>
      Promise.resolve(onEvent({ type: 'turnEnd', end: { why: 'answered' } })),
    status: () => observableValue({ servers: { connected: 1, total: 1, tools: 1 } }),
    onEvent: () => undefined,
    openPage: () => Promise.resolve(true),
    newId: () => 'id',
    now: () => 0,
    monotonic: () => 0,
    offer: () => observableValue({ prompts: [], hasResources: false }),
    expandMessage: () => Promise.reject(new Error('Nothing is attached here.')),
  });
  const asked = Promise.withResolvers<AbortSignal>();
  /** Answers once `release` is called, or ends with its signal. */
  const { promise: released, resolve: release, reject: fail } = Promise.withResolvers<string>();
  const model: ChatModel = {
    name: 'm',
    canCallTools,
    key: 'm',
    lookUpContextWindow: () => Promise.resolve(undefined),
    async *stream(request, signal) {
      seen.requests.push(request);
      asked.resolve(signal);
      const aborted = new Promise<never>((_, reject) =>
        signal.addEventListener('abort', () => reject(signal.reason as Error)),
      );
      const text = await Promise.race([released, aborted]);
      yield { type: 'answer', message: { role: 'assistant', text, calls: [] }, truncated: false };
    },
  };
  const sampler = createSampler({
    limit: new RateLimit(
      () => perMinute,
      () => 0,
    ),
    permissions: {
      allows: () => Promise.resolve(allowed),
      allow: async (server) => void seen.allowed.push(server),
    },
    show: (...given) => controller.asks.showSampling(...given),
    model: () => Promise.resolve(model),
    reviews: () => reviews,
    log: (_, text) => void seen.logged.push(text),
    newId: () => 'id',
  });
  const cards = (): readonly Extract<Item, { kind: 'question' }>[] =>
    controller.shown.items.filter((item) => item.kind === 'question');
  const status = () => cards().map(({ state }) => state.status);
  const ask = (signal = new AbortController().signal, request = params) =>
    sampler(request, { server: 'demo', signal });
  /** The id of the card, once it is there. */
  const card = async (): Promise<string> => {
    await until(() => cards().length > 0);
    return cards()[0]?.id ?? '';
  };
  return { controller, asked: asked.promise, release, fail, seen, status, ask, card };
}

describe('sampling in the chat', () => {
  it('asks the model only with consent, and remembers it if that is wanted', async () => {
    const { controller, release, seen, status, ask, card } = setup();
    const answer = ask();
    const id = await card();
    assert.deepEqual([status(), seen.requests.length], [['open'], 0]);
    release('Hello');
    await controller.asks.answer(id, { action: 'accept', values: { '0.0': 'Ho', always: true, other: 'x' } });
    assert.deepEqual((await answer).content, { type: 'text', text: 'Hello' });
    assert.deepEqual(seen.requests[0]?.messages, [{ role: 'user', text: 'Ho' }]);
    assert.deepEqual([status(), seen.allowed], [['accepted'], ['demo']]);
  });

  it('is an error of the protocol when it is refused', async () => {
    const { controller, seen, status, ask, card } = setup();
    const answer = ask();
    await controller.asks.answer(await card(), { action: 'decline' });
    await assert.rejects(answer, { code: -1, message: 'User rejected sampling request' });
    assert.deepEqual([status(), seen.requests.length], [['declined'], 0]);
  });

  it('tells the server why it is refused', async () => {
    const { controller, ask, card } = setup();
    const answer = ask();
    await controller.asks.answer(await card(), {
      action: 'decline',
      reason: ` no money${'!'.repeat(3_000)}`,
    });
    await assert.rejects(answer, ({ message }: Error) => {
      assert.match(message, /^User rejected sampling request: no money!+$/);
      return message.length < 2_100;
    });
  });

  it('tells the server why the user does not pass the answer on', async () => {
    const { controller, release, status, ask, card } = setup({ allowed: true, reviews: true });
    const answer = ask();
    release('Hello');
    await until(() => status()[0] === 'review');
    await controller.asks.answer(await card(), { action: 'decline', reason: 'too rude' });
    await assert.rejects(answer, { code: -1, message: 'User rejected the answer of the model: too rude' });
    assert.deepEqual(status(), ['declined']);
  });

  it('aborts the request to the model when the server, the user or a new chat ends it', async () => {
    for (const [end, state] of [
      ['server', 'withdrawn'],
      ['user', 'cancelled'],
      ['chat', undefined],
    ] as const) {
      const { controller, asked, status, ask, card } = setup({ allowed: true });
      const abort = new AbortController();
      const rejected = assert.rejects(ask(abort.signal), { code: -1 });
      const signal = await asked;
      assert.deepEqual(status(), ['answering']);
      if (end === 'server') abort.abort();
      if (end === 'user') await controller.asks.answer(await card(), { action: 'cancel' });
      if (end === 'chat') controller.newChat();
      await rejected;
      assert.ok(signal.aborted);
      assert.equal(status()[0], state);
    }
  });

  it('says why the model did not answer to the user, and to the server only of what kind that is', async () => {
    for (const [error, sent] of [
      [new ModelError('unreachable', 'ai.intranet:8080 refused the connection.'), 'unreachable'],
      [new TypeError('x of https://ai.intranet is not a function'), 'internal'],
    ] as const) {
      const { controller, asked, fail, ask } = setup({ allowed: true });
      const message = `The model did not answer (${sent}).`;
      const rejected = assert.rejects(ask(), { code: -32_603, message });
      await asked;
      fail(error);
      await rejected;
      const [card] = controller.shown.items;
      assert.ok(card?.kind === 'question' && card.state.status === 'failed');
      assert.equal(card.state.message, error.message);
    }
  });

  it('says to the server that the model cannot call tools where the server requires that', async () => {
    const { ask } = setup({ allowed: true, canCallTools: false });
    const tools = [{ name: 'x', inputSchema: { type: 'object' as const } }];
    await assert.rejects(ask(undefined, { ...params, tools, toolChoice: { mode: 'required' } }), {
      code: -32_603,
      message: 'The model did not answer (no-tools).',
    });
  });

  it('shows one card for all requests beyond the limit', async () => {
    const { seen, status, ask } = setup({ perMinute: 0 });
    for (let count = 0; count < 3; count++) await assert.rejects(ask(), { code: -1, message: /too many/ });
    assert.deepEqual([status(), seen.logged.length], [['failed'], 1]);
  });
});
