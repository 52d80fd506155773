/** Requests that are made again by themselves (features.md, C17), over real HTTP with waits that take no time. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { setImmediate } from 'node:timers/promises';
import { lastingPort } from '../../../scripts/host/lastingPort.ts';
import { createOpenAiModel, withRetries, type ModelEvent } from '../../../src/models/index.ts';
import { retryPolicy, retryWait } from '../../../src/models/retries.ts';
import {
  apis,
  chunk,
  errorReply,
  rawReply,
  streamReply,
  textReply,
  type Reply,
} from '../../fixtures/endpoint.ts';
import { asking, modelErrorOf, useEndpoints } from './support.ts';

/** Everything that came, and the error if there was one. */
interface Outcome {
  readonly events: readonly ModelEvent[];
  readonly error?: unknown;
  readonly waits: readonly number[];
}

async function ask(api: (typeof apis)[number], baseURL: string, stopAt = Infinity): Promise<Outcome> {
  const waits: number[] = [];
  const stop = new AbortController();
  const model = withRetries(
    createOpenAiModel({ api, baseURL, model: 'scripted', canCallTools: true }),
    retryPolicy,
    {
      random: () => 0.5,
      wait: async (ms, signal) => {
        waits.push(ms);
        if (waits.length >= stopAt) {
          // As long as a real wait would be: only the abort ends it.
          const aborted = once(signal, 'abort');
          stop.abort(new Error('stopped'));
          await aborted;
          throw new Error('the wait was cut short');
        }
      },
    },
  );
  const events: ModelEvent[] = [];
  try {
    for await (const event of model.stream(asking('Hi'), stop.signal)) events.push(event);
    return { events, waits };
  } catch (error) {
    return { events, waits, error };
  }
}

const typesOf = ({ events }: Outcome): string[] => events.map(({ type }) => type);
const busy = (headers: Record<string, string> = {}): Reply =>
  errorReply(429, { error: { message: 'Slow down' } }, headers);
const overloaded = streamReply([{ error: { type: 'overloaded_error', message: 'Overloaded' } }], {
  done: false,
});

for (const api of apis)
  describe(`a request that fails in a way that passes (${api})`, () => {
    const start = useEndpoints();

    const passing: [what: string, reply: Reply][] = [
      ['a rate limit', busy()],
      ['a request that took the endpoint too long', errorReply(408)],
      ['a lock that was not free', errorReply(409, { error: { message: 'Lock timeout' } })],
      ['a failing server', errorReply(500, { error: { message: 'oops' } })],
      ['a gateway without its server', errorReply(502, '<html>Bad gateway</html>')],
      ['an overloaded server (529)', errorReply(529, { error: { type: 'overloaded_error' } })],
      ['an error at the begin of the stream', overloaded],
      ['an answer without a byte', rawReply([])],
      ['a connection cut before the answer', rawReply([': keep-alive\n\n'], { end: 'cut' })],
      ['a stream cut in its first call', streamReply([chunk({ tool_calls: [{ id: 'a' }] })], { end: 'cut' })],
    ];
    for (const [what, reply] of passing) {
      it(`is made again after ${what}`, async () => {
        const { baseURL, requests } = await start([reply, textReply('Hello')]);
        const outcome = await ask(api, baseURL);
        assert.deepEqual(typesOf(outcome), ['retrying', 'text', 'usage', 'answer']);
        assert.equal(requests.length, 2);
        assert.deepEqual(requests[1]?.chat, requests[0]?.chat);
      });
    }

    it('is made again after the connection was reset without a word', async () => {
      const { baseURL } = await start([textReply('Hello')]);
      let connections = 0;
      const server = createServer((socket) => {
        connections += 1;
        socket.on('error', () => undefined).once('data', () => socket.resetAndDestroy());
      }).listen(0, '127.0.0.1');
      await once(server, 'listening');
      const { port } = server.address() as AddressInfo;
      const { error, waits } = await ask(api, baseURL.replace(/:\d+/, `:${port}`));
      server.close();
      assert.equal((error as { kind?: string }).kind, 'unreachable');
      assert.equal(waits.length, 4);
      assert.equal(connections, 5);
    });

    it('says why, how long it waits, and which attempt it is', async () => {
      const { baseURL } = await start([busy(), busy({ 'retry-after': '7' }), textReply('Hello')]);
      const { events } = await ask(api, baseURL);
      const why = `${new URL(baseURL).host} limits the rate of requests for model "scripted" (HTTP 429): Slow down.`;
      assert.deepEqual(events.slice(0, 2), [
        { type: 'retrying', why, waitMs: 750, attempt: 1, attempts: 4 },
        { type: 'retrying', why, waitMs: 7_500, attempt: 2, attempts: 4 },
      ]);
    });

    it('is given up after four more attempts, with the last reason; the package adds none of its own', async () => {
      const { baseURL, requests } = await start(() => errorReply(503, { error: { message: 'starting' } }));
      const { error, waits } = await ask(api, baseURL);
      assert.equal((error as { kind?: string }).kind, 'server');
      assert.deepEqual(waits, [750, 1_500, 3_000, 6_000]);
      assert.equal(requests.length, 5);
    });

    const asked: [headers: Record<string, string>, waits: readonly number[]][] = [
      [{ 'retry-after': '20' }, [20_500]],
      [{ 'retry-after-ms': '1200', 'retry-after': '9' }, [1_700]],
      [{ 'retry-after': '0' }, [600]],
      [{ 'retry-after': '600' }, []],
    ];
    for (const [headers, waits] of asked) {
      const done = waits.length > 0 ? 'waits as long as asked' : 'fails at once when it would be too long';
      it(`${done} for ${JSON.stringify(headers)}`, async () => {
        const { baseURL } = await start([busy(headers), textReply('Hello')]);
        assert.deepEqual((await ask(api, baseURL)).waits, waits);
      });
    }

    it('waits until the date that the endpoint gives', async () => {
      const date = new Date(Date.now() + 30_000).toUTCString();
      const { baseURL } = await start([busy({ 'retry-after': date }), textReply('Hello')]);
      const { waits } = await ask(api, baseURL);
      assert.ok((waits[0] ?? 0) > 15_000 && (waits[0] ?? 0) <= 30_500, `${waits[0]}`);
    });

    it('waits no longer in all than is bearable, whatever the endpoint asks for', async () => {
      const { baseURL } = await start(() => busy({ 'retry-after': '30' }));
      assert.deepEqual((await ask(api, baseURL)).waits, [30_500, 30_500]);
    });

    it('ends at once when it is aborted while it waits', async () => {
      const { baseURL, requests } = await start(() => busy());
      const { error } = await ask(api, baseURL, 2);
      assert.equal((error as Error).message, 'stopped');
      assert.equal(requests.length, 2);
    });

    it('really waits, and stops waiting, without a clock of the test', async () => {
      const { baseURL } = await start(() => busy({ 'retry-after': '30' }));
      const stop = new AbortController();
      const retrying = Promise.withResolvers<undefined>();
      const model = withRetries(createOpenAiModel({ api, baseURL, model: 'scripted', canCallTools: true }));
      const reading = (async () => {
        for await (const { type } of model.stream(asking('Hi'), stop.signal))
          if (type === 'retrying') retrying.resolve(undefined);
      })();
      await retrying.promise;
      await setImmediate();
      stop.abort(new Error('stopped'));
      // At once, not when the 30 s are over.
      const waits = setImmediate('it waits');
      await assert.rejects(Promise.race([reading, waits]), /^Error: stopped$/);
    });
  });

for (const api of apis)
  describe(`a request that is not made again (${api})`, () => {
    const start = useEndpoints();

    for (const [status, body] of [
      [400, { error: { message: 'Bad' } }],
      [401, ''],
      [402, ''],
      [403, ''],
      [404, ''],
      [413, ''],
      [422, ''],
      [429, { error: { message: 'Quota', code: 'insufficient_quota' } }],
      [500, { error: { message: 'the request exceeds the available context size' } }],
      [501, ''],
    ] as const) {
      it(`was refused with status ${status} and ${JSON.stringify(body)}`, async () => {
        const { baseURL, requests } = await start(() => errorReply(status, body));
        const { waits } = await ask(api, baseURL);
        assert.deepEqual(waits, []);
        assert.equal(requests.length, 1);
      });
    }

    it('broke off after something was shown', async () => {
      for (const delta of [{ content: 'Hel' }, { reasoning_content: 'Hm' }]) {
        const { baseURL, requests } = await start(() => streamReply([chunk(delta)], { end: 'cut' }));
        const { error, events } = await ask(api, baseURL);
        assert.equal((error as { kind?: string }).kind, 'broken-stream');
        assert.equal(events.length, 1);
        assert.equal(requests.length, 1);
      }
    });

    it('found nobody at the address', async () => {
      const port = await lastingPort();
      const { waits, error } = await ask(api, `http://127.0.0.1:${port}/v1`);
      assert.deepEqual(waits, []);
      assert.match((await modelErrorOf(Promise.reject(error))).message, /ECONNREFUSED/);
    });
  });

describe('the wait before another attempt', () => {
  it('doubles up to a cap and is never less than half of that, whatever the chance', () => {
    const policy = { ...retryPolicy, attempts: 9 };
    const waits = (random: number): (number | undefined)[] =>
      [1, 2, 3, 4, 5, 6, 9, 10].map((attempt) => retryWait(policy, attempt, undefined, () => random));
    assert.deepEqual(waits(0), [500, 1_000, 2_000, 4_000, 8_000, 8_000, 8_000, undefined]);
    assert.deepEqual(waits(1), [1_000, 2_000, 4_000, 8_000, 16_000, 16_000, 16_000, undefined]);
  });
});
