/** Servers that are lost and come back, as real processes and over real HTTP (features.md, A11). */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { CallFailure, type ServerState } from '../../../../src/mcp/index.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { startLegacyHttp, statusServer } from '../../../fixtures/servers/http.ts';
import { startModernHttp } from '../../../fixtures/servers/modern.ts';
import { readLog, receivedMessages } from '../../../fixtures/servers/recorderLog.ts';
import { FakeClock } from '../fakeClock.ts';
import { Bench, eventually, KILLED, textOf } from '../support.ts';

type ErrorState = Extract<ServerState, { kind: 'error' }>;

describe('staying connected', function () {
  this.timeout(30_000);
  let clock: FakeClock;
  let bench: Bench;
  const servers: { close(): Promise<void> }[] = [];
  beforeEach(() => {
    clock = new FakeClock();
    bench = new Bench({ clock, random: () => 1 });
  });
  afterEach(async () => {
    await bench.dispose();
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  const opened = async <T extends { close(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const server = await starting;
    servers.push(server);
    return server;
  };
  /** Ends the server. Resolves when the client has heard of it: what is sent sooner may have arrived. */
  const close = async (server: { close(): Promise<void> }): Promise<void> => {
    await server.close();
    await eventually(
      () => bench.log.some((line) => /SSE (stream disconnected|error)/.test(line)),
      'the client hears that the server is gone',
    );
  };
  const portOf = (url: string) => Number(new URL(url).port);
  const kill = async (): Promise<ErrorState> => {
    process.kill(bench.server('demo').pid ?? 0, 'SIGKILL');
    return bench.until('demo', 'error');
  };
  /** A call by somebody who has held the tool since the server was up. */
  const echo = () => {
    const { state } = bench.server('demo');
    assert.ok(state.kind === 'connected');
    const tool = state.catalog.tools.find(({ name }) => name === 'echo');
    assert.ok(tool);
    return async (text: string, signal = new AbortController().signal) =>
      textOf(await bench.server('demo').callTool(tool, { text }, { signal, onProgress: () => undefined }));
  };
  const failureOf = async (call: Promise<unknown>): Promise<CallFailure> => {
    const error = await call.then(
      () => undefined,
      (reason: unknown) => reason,
    );
    assert.ok(error instanceof CallFailure, String(error));
    return error;
  };
  const launches = () => bench.log.filter((line) => line.includes('patchbay: Connecting (')).length;

  describe('a process', () => {
    it('that was killed is started again when its wait is over; till then its end is in sight', async () => {
      await bench.start({ demo: fixtureCommand('recorder') });
      const { failure, retry } = await kill();
      assert.match(failure.message.localized, KILLED);
      assert.match(failure.message.localized, /while it was connected/);
      assert.deepEqual(retry, { attempt: 1, at: clock.now() + 1_000 });
      clock.advance(1_000);
      const { state } = bench.server('demo');
      assert.match((state.kind === 'connecting' && state.after?.message.english) || '', KILLED);
      await bench.until('demo', 'connected');
      assert.equal(launches(), 2);
    });

    it('that was killed is started by the next call, once for all who call', async () => {
      const log = join(await bench.folder(), 'log');
      await bench.start({ demo: fixtureCommand('recorder', '--log', log) });
      const call = echo();
      await kill();
      const before = readLog(log).filter((line) => 'event' in line && line.event === 'start').length;
      assert.deepEqual(await Promise.all(['a', 'b', 'c'].map((text) => call(text))), ['a', 'b', 'c']);
      const after = readLog(log).filter((line) => 'event' in line && line.event === 'start').length;
      assert.deepEqual([after - before, clock.pending], [1, 0]);
    });

    it('that ends again and again is left down, and says so; a call may still try', async () => {
      await bench.start({ demo: fixtureCommand('misbehaving', 'die-in-call') });
      const call = echo();
      for (let attempt = 1; attempt <= 5; attempt++) {
        assert.equal((await failureOf(bench.call('demo', 'die'))).reason, 'lost');
        assert.equal((await bench.until('demo', 'error')).retry?.attempt, attempt);
        clock.advance(attempt === 5 ? 16_000 : 8_000);
        await bench.until('demo', 'connected');
      }
      await failureOf(bench.call('demo', 'die'));
      const { failure, retry } = await bench.until('demo', 'error');
      assert.match(failure.message.localized, /exit code 7 .*restarted 5 times.*not restarted again/s);
      assert.deepEqual([retry, clock.pending], [undefined, 0]);
      assert.equal(await call('still'), 'still');
    });

    it('that never came up is not started again by itself', async () => {
      await bench.start({ demo: fixtureCommand('misbehaving', 'exit-at-once') });
      const state = await bench.until('demo', 'error');
      assert.deepEqual([state.retry, clock.pending], [undefined, 0]);
    });

    it('that the user disconnects while it waits stays down, and calls are refused', async () => {
      await bench.start({ demo: fixtureCommand('recorder') });
      const call = echo();
      await kill();
      await bench.server('demo').disconnect();
      clock.advance(100_000);
      assert.equal(bench.server('demo').state.kind, 'disconnected');
      const failure = await failureOf(call('x'));
      assert.deepEqual(
        [failure.reason, failure.message],
        ['not-connected', 'Server "demo" is not connected. The server was disconnected.'],
      );
    });

    for (const command of ['connect', 'reconnect'] as const) {
      it(`that waits for its next attempt obeys ${command} at once`, async () => {
        await bench.start({ demo: fixtureCommand('recorder') });
        await kill();
        await bench.server('demo')[command]();
        assert.deepEqual([bench.server('demo').state.kind, clock.pending], ['connected', 0]);
      });
    }

    it('that waits for its next attempt is started at once for a turn', async () => {
      await bench.start({ demo: fixtureCommand('recorder') });
      await kill();
      await bench.manager.settled(10_000, new AbortController().signal);
      assert.equal(bench.server('demo').state.kind, 'connected');
    });

    it('that dies in mid-call is not asked to do it again', async () => {
      const log = join(await bench.folder(), 'log');
      await bench.start({ demo: fixtureCommand('recorder', '--log', log) });
      const call = failureOf(bench.call('demo', 'sleep', { ms: 30_000 }));
      await eventually(() => receivedMessages(log, 'tools/call').length === 1, 'the call arrives');
      await kill();
      const failure = await call;
      assert.equal(failure.reason, 'lost');
      assert.match(failure.message, KILLED);
      clock.advance(1_000);
      await bench.until('demo', 'connected');
      assert.equal(receivedMessages(log, 'tools/call').length, 1);
    });

    it('gives up waiting for a start when the call is cancelled', async () => {
      await bench.start({ demo: fixtureCommand('recorder', '--delay', '1000') });
      const call = echo();
      await kill();
      const abort = new AbortController();
      const failing = failureOf(call('x', abort.signal));
      abort.abort();
      assert.equal((await failing).reason, 'cancelled');
    });
  });

  for (const kind of ['streamable', 'sse'] as const) {
    describe(`a server over ${kind === 'sse' ? 'SSE' : 'Streamable HTTP'}`, () => {
      const definition = (url: string) => ({ type: kind === 'sse' ? 'sse' : 'http', url });

      it('that forgot the session gets one new one for all calls, and each call once more', async () => {
        const server = await opened(startLegacyHttp({ kind }));
        await bench.start({ demo: definition(server.url) });
        const call = echo();
        server.forgetSessions();
        assert.deepEqual(await Promise.all(['a', 'b', 'c'].map((text) => call(text))), ['a', 'b', 'c']);
        assert.equal(launches(), 2);
        assert.equal(bench.server('demo').state.kind, 'connected');
      });

      it('that was restarted answers the next call', async () => {
        const server = await startLegacyHttp({ kind });
        await bench.start({ demo: definition(server.url) });
        const call = echo();
        await close(server);
        await opened(startLegacyHttp({ kind, port: portOf(server.url) }));
        assert.equal(await call('again'), 'again');
      });

      it('that is gone is noticed without a call, and is back when it is there again', async () => {
        const server = await startLegacyHttp({ kind });
        await bench.start({ demo: definition(server.url) });
        const call = echo();
        await server.close();
        const { retry } = await bench.until('demo', 'error');
        assert.equal(retry?.attempt, 1);
        const failure = await failureOf(call('x'));
        assert.equal(failure.reason, 'not-connected');
        assert.match(failure.message, /cannot be reached: the connection was refused/);
        const again = await bench.until('demo', 'error');
        assert.equal(again.retry?.attempt, 2);
        await opened(startLegacyHttp({ kind, port: portOf(server.url) }));
        clock.advance(2_000);
        await bench.until('demo', 'connected');
        assert.equal(await call('y'), 'y');
      });

      it('that goes away in mid-call: the call is lost, at once and for good', async () => {
        const server = await startLegacyHttp({ kind });
        await bench.start({ demo: definition(server.url) });
        const underWay = Promise.withResolvers<void>();
        const call = failureOf(
          bench.call('demo', 'sleep', { ms: 25_000 }, { onProgress: () => underWay.resolve() }),
        );
        await underWay.promise;
        await server.close();
        assert.equal((await call).reason, 'lost');
        await bench.until('demo', 'error');
      });

      it('that forgot the session during a pause is asked first', async () => {
        const server = await opened(startLegacyHttp({ kind }));
        await bench.start({ demo: definition(server.url) });
        const call = echo();
        server.forgetSessions();
        clock.advance(5 * 60_000 + 1);
        assert.equal(await call('after the pause'), 'after the pause');
        assert.equal(launches(), 2);
      });
    });
  }

  it('a server of the modern era that was restarted answers the next call', async () => {
    const server = await startModernHttp();
    await bench.start({ demo: { type: 'http', url: server.url } });
    const { state } = bench.server('demo');
    const tool = state.kind === 'connected' && state.catalog.tools.find(({ name }) => name === 'add');
    assert.ok(tool);
    const add = () =>
      bench
        .server('demo')
        .callTool(
          tool,
          { a: 1, b: 2 },
          { signal: new AbortController().signal, onProgress: () => undefined },
        );
    await server.close();
    await failureOf(add());
    const again = await opened(startModernHttp({ port: portOf(server.url) }));
    assert.equal(again.url, server.url);
    assert.equal(textOf(await add()), '3');
  });

  it('a URL that refuses the credentials is not asked again and again', async () => {
    const server = await startLegacyHttp({ kind: 'streamable' });
    await bench.start({ demo: { type: 'http', url: server.url } });
    const call = echo();
    await server.close();
    await bench.until('demo', 'error');
    await opened(statusServer(401, {}, portOf(server.url)));
    assert.match((await failureOf(call('x'))).message, /401/);
    const { failure, retry } = await bench.until('demo', 'error');
    assert.deepEqual([failure.reason, retry], ['unauthorized', undefined]);
  });

  describe('after a pause', () => {
    const pings = (log: string) => receivedMessages(log, 'ping').length;

    it('a server is asked once whether it is still there, and not while it is in use', async () => {
      const log = join(await bench.folder(), 'log');
      await bench.start({ demo: fixtureCommand('recorder', '--log', log) });
      const call = echo();
      clock.advance(5 * 60_000);
      await call('in time');
      assert.equal(pings(log), 0);
      clock.advance(5 * 60_000 + 1);
      await Promise.all([call('one'), call('two')]);
      await call('three');
      assert.equal(pings(log), 1);
    });

    it('also when the machine slept, which the process does not feel', async () => {
      const log = join(await bench.folder(), 'log');
      await bench.start({ demo: fixtureCommand('recorder', '--log', log) });
      clock.sleep(60_000);
      await echo()('awake');
      assert.equal(pings(log), 1);
    });

    it('one that does not answer is replaced, and the call goes to the new one', async function () {
      // There is no way to pause a process there.
      if (process.platform === 'win32') this.skip();
      await bench.start({ demo: fixtureCommand('recorder') });
      const call = echo();
      const { pid = 0 } = bench.server('demo');
      process.kill(pid, 'SIGSTOP');
      clock.sleep(3_600_000);
      assert.equal(await call('hello'), 'hello');
      assert.notEqual(bench.server('demo').pid, pid);
      assert.match(bench.log.join('\n'), /did not answer a ping within 5000 ms/);
    });
  });
});
