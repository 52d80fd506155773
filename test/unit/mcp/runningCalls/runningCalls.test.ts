/** Questions in the middle of calls: whose they are, and that the user's time is not the call's. */
import assert from 'node:assert/strict';
import { everythingCommand } from '../../../../scripts/demo/everything.ts';
import type { Asking, Interaction } from '../../../../src/mcp/index.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { startLegacyHttp } from '../../../fixtures/servers/http.ts';
import { startModernHttp } from '../../../fixtures/servers/modern.ts';
import { FakeClock } from '../fakeClock.ts';
import { Bench, eventually, textOf } from '../support.ts';

/** A question that the test answers when it wants to. */
interface Asked extends Asking {
  readonly message: string;
  answer(name: string): void;
}

describe('a question in the middle of a call', function () {
  this.timeout(30_000);
  let bench: Bench;
  let clock: FakeClock;
  let asked: Asked[];
  const servers: { close(): Promise<void> }[] = [];
  const form: Interaction['form'] = ({ message }, from) =>
    new Promise((resolve) => {
      from.signal.addEventListener('abort', () => resolve({ action: 'cancel' }));
      asked.push({
        ...from,
        message,
        answer: (name) => resolve({ action: 'accept', content: { name } }),
      });
    });
  const connect = async (definition: object) => {
    asked = [];
    clock = new FakeClock();
    bench = new Bench({ interaction: { form }, clock, random: () => 1 });
    await bench.start({ demo: { timeout: 1_000, maxTimeout: 10_000, ...definition } });
  };
  const started = async <T extends { readonly url: string; close(): Promise<void> }>(
    starting: Promise<T>,
  ) => {
    const server = await starting;
    servers.push(server);
    return server.url;
  };
  const ask = (id: string) => bench.call('demo', 'ask', { question: `for ${id}` }, { id });
  const questions = (count: number) =>
    eventually(() => asked.length === count && asked, `${count} questions are open`);
  afterEach(async () => {
    await bench.dispose();
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  const streamable = async () => ({
    type: 'http',
    url: await started(startLegacyHttp({ kind: 'streamable' })),
  });
  const sse = async () => ({ type: 'sse', url: await started(startLegacyHttp({ kind: 'sse' })) });
  const modernHttp = async () => ({ type: 'http', url: await started(startModernHttp()) });
  const modernStdio = async () => fixtureCommand('modern');

  for (const [over, definition] of [
    ['Streamable HTTP', streamable],
    ['HTTP in the modern era', modernHttp],
    ['stdio in the modern era', modernStdio],
  ] as const) {
    it(`belongs to its own call where several run, over ${over}`, async () => {
      await connect(await definition());
      const calls = [ask('one'), ask('two'), ask('three')];
      for (const { call, message } of await questions(3)) assert.equal(message, `for ${call}`);
      for (const { call, answer } of asked) answer(`${call}!`);
      const texts = (await Promise.all(calls)).map(textOf);
      assert.deepEqual(
        texts.map((text) => /(\w+)!$/.exec(text)?.[1]),
        ['one', 'two', 'three'],
      );
    });
  }

  it('belongs to the only call there is where nothing else tells, and to none of several', async () => {
    await connect(await sse());
    const alone = ask('alone');
    const [first] = await questions(1);
    assert.equal(first?.call, 'alone');
    first.answer('x');
    await alone;
    asked = [];
    const calls = [ask('one'), ask('two')];
    for (const { call } of await questions(2)) assert.equal(call, undefined);
    clock.advance(5_000);
    for (const { answer } of asked) answer('x');
    await Promise.all(calls);
  });

  it('belongs to the call whose task asks', async () => {
    await connect(fixtureCommand('tasks'));
    const stop = new AbortController();
    const other = bench.call('demo', 'dig', {}, { id: 'other', signal: stop.signal });
    const asking = bench.call('demo', 'dig', { ask: true }, { id: 'asking' });
    const [question] = await questions(1);
    assert.equal(question?.call, 'asking');
    question.answer('x');
    await asking;
    stop.abort();
    await assert.rejects(other);
  });

  it('says which call needs the page that has to be visited first', async () => {
    asked = [];
    const calls: (string | undefined)[] = [];
    bench = new Bench({
      interaction: {
        url: async (_, { call }) => {
          calls.push(call);
          return { action: 'accept' };
        },
      },
    });
    await bench.start({ demo: everythingCommand });
    await bench.when(() => {
      const { state } = bench.server('demo');
      const tools = state.kind === 'connected' ? state.catalog.tools : [];
      return tools.some(({ name }) => name === 'trigger-url-elicitation') || undefined;
    });
    const args = { url: 'https://example.com/pay', errorPath: true };
    await bench.call('demo', 'trigger-url-elicitation', args, { id: 'paying' });
    assert.deepEqual(calls, ['paying', 'paying']);
  });

  for (const [over, definition] of [
    ['the older era', streamable],
    ['the modern era', modernHttp],
  ] as const) {
    it(`does not let the time of the call run out while the user thinks, in ${over}`, async () => {
      await connect(await definition());
      const call = ask('one');
      const [question] = await questions(1);
      clock.advance(9_000);
      assert.equal(question?.signal.aborted, false);
      question.answer('Ada');
      assert.match(textOf(await call), /Ada/);
      assert.equal(bench.server('demo').state.kind, 'connected');
    });

    it(`ends with the call when its time in all is over, in ${over}`, async () => {
      await connect(await definition());
      const call = ask('one');
      const [question] = await questions(1);
      clock.advance(10_000);
      await assert.rejects(call, {
        reason: 'timeout',
        message: 'Tool execution timed out after 10000 ms',
      });
      await eventually(() => question?.signal.aborted, 'the question is withdrawn');
    });
  }

  it('stops the time of its own call only, and lets it go on after the answer', async () => {
    await connect(await streamable());
    const asking = ask('asking');
    const [question] = await questions(1);
    const silent = bench.call('demo', 'hang', {}, { id: 'silent' });
    await eventually(() => clock.pending >= 2, 'the time of the other call runs');
    clock.advance(1_000);
    await assert.rejects(silent, { message: 'Tool execution timed out after 1000 ms' });
    question?.answer('Ada');
    assert.match(textOf(await asking), /Ada/);
    const again = bench.call('demo', 'hang', { ask: true }, { id: 'again' });
    const [, later] = await questions(2);
    clock.advance(5_000);
    later?.answer('Ada');
    await eventually(() => clock.nextIn <= 1_000, 'the time of the call runs again');
    clock.advance(1_000);
    await assert.rejects(again, { message: 'Tool execution timed out after 1000 ms' });
  });
});
