/** The life of servers as real processes (features.md, A1, A4 to A6, A9, B1, B4, B5). */
import assert from 'node:assert/strict';
import { join } from 'node:path';
import { CallFailure, type ServerState } from '../../../../src/mcp/index.ts';
import { isAlive } from '../../../fixtures/servers/alive.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { hangingServer, startLegacyHttp, statusServer } from '../../../fixtures/servers/http.ts';
import { startModernHttp } from '../../../fixtures/servers/modern.ts';
import { receivedMessages } from '../../../fixtures/servers/recorderLog.ts';
import { FakeClock } from '../fakeClock.ts';
import { Bench, eventually, folder, KILLED, textOf } from '../support.ts';

const failureOf = (state: ServerState) => (state.kind === 'error' ? state.failure : undefined);

async function rejection(promise: Promise<unknown>): Promise<CallFailure> {
  try {
    await promise;
  } catch (error) {
    assert.ok(error instanceof CallFailure, String(error));
    return error;
  }
  throw new Error('It did not reject.');
}

describe('servers', function () {
  this.timeout(30_000);
  let bench: Bench;
  beforeEach(() => {
    bench = new Bench();
  });
  afterEach(() => bench.dispose());

  describe('connecting', () => {
    it('starts all in parallel; one that exits, hangs or does not exist holds nobody back', async () => {
      const good = Object.fromEntries(
        Array.from({ length: 7 }, (_, index) => [
          `good${index}`,
          fixtureCommand('recorder', '--delay', '300'),
        ]),
      );
      await bench.start({
        ...good,
        exits: fixtureCommand('misbehaving', 'exit-at-once'),
        hangs: { ...fixtureCommand('misbehaving', 'hang-at-initialize'), setupTimeout: 3_000 },
        missing: { command: 'no-such-command-anywhere' },
      });
      const states = bench.manager.servers.map(({ state }) => state.kind);
      assert.deepEqual(states, [...Array.from({ length: 7 }, () => 'connected'), 'error', 'error', 'error']);
      const exits = failureOf(bench.server('exits').state);
      assert.equal(exits?.reason, 'exited');
      assert.match(exits?.message.localized ?? '', /exit code 3 before it was ready\. Last output: /);
      const hangs = failureOf(bench.server('hangs').state);
      assert.equal(hangs?.reason, 'setup-timeout');
      assert.match(hangs?.message.localized ?? '', /did not start within 3 s/);
      const missing = failureOf(bench.server('missing').state);
      assert.equal(missing?.reason, 'command-not-found');
      assert.match(
        `${missing?.message.localized} ${missing?.next.localized}`,
        /"no-such-command-anywhere" was not found.*PATH/,
      );
    });

    it('tells of each change once, and with a complete catalog', async () => {
      const seen: string[] = [];
      bench.manager.onDidChange((names) =>
        seen.push([...names].map((name) => bench.server(name).state.kind).join()),
      );
      await bench.start({ demo: fixtureCommand('recorder') });
      await Promise.resolve();
      assert.deepEqual(seen, ['connecting', 'connected']);
    });

    it('leaves a server down that is not enabled', async () => {
      await bench.start({ demo: { ...fixtureCommand('recorder'), enabled: false } });
      assert.equal(bench.server('demo').state.kind, 'disconnected');
    });

    it('gives the server its environment, its folder, and nothing of the endpoint key', async () => {
      process.env['OPENAI_API_KEY'] = 'sk-not-for-servers';
      const path = await bench.folder();
      bench.setFolders(folder(path));
      await bench.start({
        demo: { ...fixtureCommand('recorder'), env: { GREETING: 'a "quoted"\nvalue\\' } },
      });
      assert.equal(textOf(await bench.call('demo', 'env', { name: 'GREETING' })), 'a "quoted"\nvalue\\');
      assert.equal(textOf(await bench.call('demo', 'env', { name: 'OPENAI_API_KEY' })), 'not set');
      assert.equal(textOf(await bench.call('demo', 'cwd')), path);
      delete process.env['OPENAI_API_KEY'];
    });

    it('says which envFile cannot be read', async () => {
      await bench.start({ demo: { ...fixtureCommand('recorder'), envFile: '/nowhere/.env' } });
      assert.match(
        failureOf(bench.server('demo').state)?.message.localized ?? '',
        /envFile \/nowhere\/\.env cannot be read/,
      );
    });
  });

  describe('transports', () => {
    const servers: { close(): Promise<void> }[] = [];
    const opened = async <T extends { close(): Promise<void> }>(server: Promise<T>): Promise<T> => {
      servers.push(await server);
      return server;
    };
    afterEach(() => Promise.all(servers.splice(0).map((server) => server.close())));

    it('speaks Streamable HTTP with the configured headers', async () => {
      const { url } = await opened(startLegacyHttp({ kind: 'streamable' }));
      await bench.start({ demo: { type: 'http', url, headers: { 'x-team': 'blue' } } });
      assert.match(textOf(await bench.call('demo', 'headers')), /"x-team":\s*"blue"/);
    });

    it('speaks SSE with the configured headers', async () => {
      const { url } = await opened(startLegacyHttp({ kind: 'sse' }));
      await bench.start({ demo: { type: 'sse', url, headers: { 'x-team': 'red' } } });
      assert.match(textOf(await bench.call('demo', 'headers')), /"x-team":\s*"red"/);
    });

    it('finds out by itself that a URL without a type is an SSE server', async () => {
      const { url } = await opened(startLegacyHttp({ kind: 'sse' }));
      await bench.start({ demo: { url } });
      assert.equal(bench.server('demo').state.kind, 'connected', JSON.stringify(bench.server('demo').state));
    });

    it('speaks the modern era over stdio and over HTTP', async () => {
      const { url } = await opened(startModernHttp());
      await bench.start({ stdio: fixtureCommand('modern'), http: { url } });
      for (const name of ['stdio', 'http']) {
        const { state } = bench.server(name);
        assert.ok(state.kind === 'connected', JSON.stringify(state));
        assert.deepEqual([state.catalog.era, state.catalog.protocolVersion], ['modern', '2026-07-28']);
        assert.deepEqual((await bench.call(name, 'add', { a: 1, b: 2 })).isError ?? false, false);
      }
    });

    for (const [status, reason, words] of [
      [401, 'unauthorized', /responded with 401/],
      [403, 'unauthorized', /responded with 403/],
      [404, 'http-status', /responded with 404.*/],
      [500, 'http-status', /responded with 500/],
    ] as const) {
      it(`says so when the URL answers ${status}`, async () => {
        const { url } = await opened(statusServer(status, { body: 'no' }));
        await bench.start({ demo: { type: 'http', url } });
        const failure = failureOf(bench.server('demo').state);
        assert.equal(failure?.reason, reason, JSON.stringify(failure));
        assert.match(failure?.message.localized ?? '', words);
      });
    }

    it('says that nothing listens at the URL', async () => {
      const { url, close } = await startLegacyHttp({ kind: 'streamable' });
      await close();
      await bench.start({ demo: { url } });
      const failure = failureOf(bench.server('demo').state);
      assert.equal(failure?.reason, 'unreachable');
      assert.match(failure?.message.localized ?? '', /the connection was refused \(ECONNREFUSED\)/);
    });

    it('gives up on a URL that never answers', async () => {
      const { url } = await opened(hangingServer());
      await bench.start({ demo: { url, setupTimeout: 500 } });
      assert.equal(failureOf(bench.server('demo').state)?.reason, 'setup-timeout');
    });
  });

  describe('odd servers', () => {
    const cases: readonly (readonly [string, string, readonly string[]])[] = [
      ['writes lines to stdout that are no messages', 'garbage-on-stdout', []],
      ['floods stderr', 'flood-stderr', ['--megabytes', '8']],
      ['says a lot, and asks things under the id of a running call', 'chatty', []],
      ['ends when the first message is not initialize', 'no-discover-exit', []],
    ];
    for (const [what, behaviour, args] of cases) {
      it(`works with a server that ${what}`, async () => {
        await bench.start({ demo: fixtureCommand('misbehaving', behaviour, ...args) });
        assert.match(textOf(await bench.call('demo', 'echo', { text: 'hi' })), /hi/);
      });
    }

    it('logs what a server writes to stdout beside its messages, also once it is connected', async () => {
      await bench.start({ demo: fixtureCommand('misbehaving', 'garbage-on-stdout') });
      const strays = () =>
        bench.log.filter((line) => line === 'demo warning stdout: Server is running…').length;
      const before = strays();
      assert.ok(before > 0);
      await bench.call('demo', 'echo', { text: 'hi' });
      assert.ok(strays() > before);
      assert.ok(!bench.log.some((line) => line.endsWith('stdout: ')), bench.log.join('\n'));
    });

    it('works with a server that never answers the question about its era', async () => {
      await bench.start({ demo: fixtureCommand('misbehaving', 'silent-discover') });
      assert.match(textOf(await bench.call('demo', 'echo', { text: 'hi' })), /hi/);
    });

    it('drops the one tool whose definition is invalid and keeps the others, with the reason', async () => {
      await bench.start({ demo: fixtureCommand('misbehaving', 'bad-schema') });
      const { state } = bench.server('demo');
      assert.ok(state.kind === 'connected', JSON.stringify(state));
      assert.deepEqual(
        state.catalog.tools.map(({ name }) => name),
        ['bad-output', 'echo'],
      );
      assert.match(
        state.catalog.problems.map(({ english }) => english).join(),
        /^Tool "bad-input" was skipped/,
      );
    });

    it('loses no result to an output schema that cannot be compiled or does not fit', async () => {
      await bench.start({ demo: fixtureCommand('misbehaving', 'bad-output') });
      for (const tool of ['uncompilable', 'unfit']) {
        const { content, structuredContent } = await bench.call('demo', tool);
        assert.deepEqual([content[0], structuredContent], [{ type: 'text', text: 'ten' }, { n: 'ten' }]);
      }
    });

    it('gives up on a server that sends a line without end, and says so', async () => {
      const script =
        "const piece = 'x'.repeat(1 << 20); const go = () => process.stdout.write(piece, go); go();";
      await bench.start({ demo: { command: process.execPath, args: ['-e', script] } });
      assert.match(
        failureOf(bench.server('demo').state)?.message.localized ?? '',
        /The server sent a message of more than 64 MB/,
      );
    });

    it('keeps nobody waiting for an attempt that a fault of ours ended', async () => {
      bench.memory.get = () => {
        throw new Error('broken');
      };
      await bench.start({ demo: fixtureCommand('recorder') });
      assert.ok(bench.log.some((line) => line.includes('Unexpected: Error: broken')));
    });

    it('lists 1,500 tools in pages', async () => {
      await bench.start({ demo: fixtureCommand('misbehaving', 'paged', '--tools', '1500') });
      const { state } = bench.server('demo');
      assert.equal(state.kind === 'connected' && state.catalog.tools.length, 1_500);
    });
  });

  describe('while connected', () => {
    it('tells the server the workspace folders, also after they have changed', async () => {
      const log = join(await bench.folder(), 'log');
      const [one, two] = [await bench.folder(), await bench.folder()];
      bench.setFolders(folder(one));
      await bench.start({ demo: fixtureCommand('recorder', '--log', log) });
      const roots = async () =>
        JSON.parse(textOf(await bench.call('demo', 'roots'))).roots.map(({ uri }: { uri: string }) => uri);
      assert.deepEqual(await roots(), [folder(one).uri]);
      bench.setFolders(folder(one), folder(two));
      await eventually(
        () => receivedMessages(log, 'notifications/roots/list_changed').length === 1,
        'the server hears of the change',
      );
      assert.deepEqual(await roots(), [folder(one).uri, folder(two).uri]);
    });

    it('reports progress, which extends the timeout', async () => {
      const clock = new FakeClock();
      bench = new Bench({ clock });
      await bench.start({ demo: { ...fixtureCommand('recorder'), timeout: 300 } });
      const progress: unknown[] = [];
      const onProgress = (each: unknown): void => {
        progress.push(each);
        clock.advance(100);
      };
      await bench.call('demo', 'roots', { times: 9 }, { onProgress });
      assert.deepEqual(
        progress,
        Array.from({ length: 9 }, (_, index) => ({
          progress: index + 1,
          total: 9,
          message: `${index + 1} of 9`,
        })),
      );
    });

    it('does not let progress extend a call beyond its maximum', async () => {
      const clock = new FakeClock();
      bench = new Bench({ clock });
      await bench.start({ demo: { ...fixtureCommand('recorder'), timeout: 300, maxTimeout: 700 } });
      const onProgress = (): void => clock.advance(200);
      const failure = await rejection(bench.call('demo', 'sleep', { ms: 60_000 }, { onProgress }));
      assert.deepEqual(
        [failure.reason, failure.message],
        ['timeout', 'Tool execution timed out after 700 ms'],
      );
    });

    it('ends a silent call at its timeout with the exact words, and tells the server', async () => {
      const clock = new FakeClock();
      bench = new Bench({ clock });
      const log = join(await bench.folder(), 'log');
      await bench.start({ demo: { ...fixtureCommand('recorder', '--log', log), timeout: 30 } });
      const call = rejection(bench.call('demo', 'sleep', { ms: 60_000 }));
      await eventually(() => receivedMessages(log, 'tools/call').length === 1, 'the call arrives');
      // Progress extends the timeout, but not while the clock stands still.
      clock.advance(30);
      const failure = await call;
      assert.deepEqual(
        [failure.reason, failure.message],
        ['timeout', 'Tool execution timed out after 30 ms'],
      );
      await eventually(
        () => receivedMessages(log, 'notifications/cancelled').length === 1,
        'the server hears of the cancellation',
      );
    });

    it('cancels a call at once, and the server hears of it', async () => {
      const log = join(await bench.folder(), 'log');
      await bench.start({ demo: fixtureCommand('recorder', '--log', log) });
      const abort = new AbortController();
      const call = rejection(bench.call('demo', 'sleep', { ms: 30_000 }, { signal: abort.signal }));
      await eventually(() => receivedMessages(log, 'tools/call').length === 1, 'the call arrives');
      abort.abort();
      assert.equal((await call).reason, 'cancelled');
      const [cancelled] = await eventually(() => {
        const found = receivedMessages(log, 'notifications/cancelled');
        return found.length > 0 && found;
      }, 'the server hears of the cancellation');
      assert.deepEqual(
        (cancelled?.params as { requestId?: unknown } | undefined)?.requestId,
        receivedMessages(log, 'tools/call')[0]?.id,
      );
    });

    it('sends no cancellation for a call that has succeeded', async () => {
      const log = join(await bench.folder(), 'log');
      await bench.start({ demo: fixtureCommand('recorder', '--log', log) });
      const abort = new AbortController();
      await bench.call('demo', 'echo', { text: 'x' }, { signal: abort.signal });
      abort.abort();
      await bench.call('demo', 'echo', { text: 'y' });
      assert.deepEqual(receivedMessages(log, 'notifications/cancelled'), []);
    });

    it('does not mind a server that answers after the cancellation', async () => {
      await bench.start({ demo: fixtureCommand('misbehaving', 'answer-after-cancel') });
      const abort = new AbortController();
      const call = rejection(bench.call('demo', 'slow', {}, { signal: abort.signal }));
      setImmediate(() => abort.abort());
      assert.equal((await call).reason, 'cancelled');
      await bench.call('demo', 'cancelled');
      assert.equal(bench.server('demo').state.kind, 'connected');
    });

    it('says with which exit code the server died, in the call and in its state', async () => {
      await bench.start({ demo: fixtureCommand('misbehaving', 'die-in-call') });
      const failure = await rejection(bench.call('demo', 'die'));
      assert.equal(failure.reason, 'lost');
      assert.match(failure.message, /exit code 7 while it was connected/);
      const { failure: shown } = await bench.until('demo', 'error');
      assert.equal(shown.reason, 'exited');
      assert.match(shown.message.localized, /exit code 7/);
    });

    it('says by which signal the server was killed', async () => {
      await bench.start({ demo: fixtureCommand('recorder') });
      process.kill(bench.server('demo').pid ?? 0, 'SIGKILL');
      assert.match((await bench.until('demo', 'error')).failure.message.localized, KILLED);
    });

    it('refuses a call while the server is down, and says why it is', async () => {
      await bench.start({ demo: fixtureCommand('recorder') });
      const { state } = bench.server('demo');
      const [tool] = state.kind === 'connected' ? state.catalog.tools : [];
      assert.ok(tool);
      await bench.server('demo').disconnect();
      const failure = await rejection(
        bench
          .server('demo')
          .callTool(tool, {}, { signal: new AbortController().signal, onProgress: () => undefined }),
      );
      assert.deepEqual(
        [failure.reason, failure.message],
        ['not-connected', 'Server "demo" is not connected. The server was disconnected.'],
      );
    });

    it('hears that tools were added, and swaps the whole catalog', async () => {
      const state = join(await bench.folder(), 'state');
      await bench.start({ demo: fixtureCommand('misbehaving', 'mutating', '--state', state) });
      const before = await bench.until('demo', 'connected');
      await bench.call('demo', 'grow');
      const after = await bench.when(() => {
        const now = bench.server('demo').state;
        return now.kind === 'connected' && now.catalog !== before.catalog ? now : undefined;
      });
      assert.equal(after.catalog.tools.length, before.catalog.tools.length + 1);
    });
  });

  describe('disconnecting and reconnecting', () => {
    it('ends the process and keeps the definition', async () => {
      await bench.start({ demo: fixtureCommand('recorder') });
      const { pid } = bench.server('demo');
      await bench.server('demo').disconnect();
      assert.equal(bench.server('demo').state.kind, 'disconnected');
      assert.ok(pid !== undefined && !isAlive(pid));
    });

    it('ends a launch under way', async () => {
      bench.configure({ demo: fixtureCommand('misbehaving', 'hang-at-initialize') });
      await bench.server('demo').disconnect();
      assert.equal(bench.server('demo').state.kind, 'disconnected');
    });

    it('shows the tools of the new launch after a reconnect', async () => {
      const state = join(await bench.folder(), 'state');
      await bench.start({ demo: fixtureCommand('misbehaving', 'mutating', '--state', state) });
      const names = async () =>
        (await bench.until('demo', 'connected')).catalog.tools.map(({ name }) => name);
      const before = await names();
      await bench.server('demo').reconnect();
      assert.notDeepEqual(await names(), before);
    });

    it('runs the new command after an edit, touches nobody else, and stops what was removed', async () => {
      await bench.start({
        a: fixtureCommand('recorder', '--name', 'old'),
        b: fixtureCommand('recorder'),
        c: fixtureCommand('recorder'),
      });
      const pids = ['a', 'b', 'c'].map((name) => bench.server(name).pid ?? 0);
      const removed = bench.server('c');
      bench.configure({ a: fixtureCommand('recorder', '--name', 'new'), b: fixtureCommand('recorder') });
      await bench.server('a').settled();
      const { catalog } = await bench.until('a', 'connected');
      assert.equal(catalog.server?.name, 'new');
      assert.equal(bench.server('b').pid, pids[1]);
      assert.equal(bench.manager.server('c'), undefined);
      await removed.disconnect();
      assert.ok(!isAlive(pids[2] ?? 0));
    });

    it('leaves a server down that the user took down, also when its definition is edited', async () => {
      await bench.start({ demo: fixtureCommand('recorder') });
      await bench.server('demo').disconnect();
      bench.configure({ demo: fixtureCommand('recorder', '--name', 'other') });
      assert.equal(bench.server('demo').state.kind, 'disconnected');
    });

    it('remembers the era, so that the question is asked once for each definition', async () => {
      const log = join(await bench.folder(), 'log');
      const definition = fixtureCommand('recorder', '--log', log);
      await bench.start({ demo: definition });
      assert.equal(receivedMessages(log, 'server/discover').length, 1);
      await bench.server('demo').reconnect();
      await bench.until('demo', 'connected');
      assert.equal(receivedMessages(log, 'server/discover').length, 1);
      await bench.start({ demo: { ...definition, env: { CHANGED: '1' } } });
      await bench.until('demo', 'connected');
      assert.equal(receivedMessages(log, 'server/discover').length, 2);
    });
  });

  it('a turn waits for servers that are connecting, but no longer than the grace', async () => {
    bench.configure({
      slow: fixtureCommand('recorder', '--delay', '400'),
    });
    await bench.manager.settled(60_000, new AbortController().signal);
    assert.equal(bench.server('slow').state.kind, 'connected');
    bench.configure({
      slow: fixtureCommand('recorder', '--delay', '400'),
      hangs: fixtureCommand('misbehaving', 'hang-at-initialize'),
    });
    await bench.manager.settled(50, new AbortController().signal);
    assert.equal(bench.server('hangs').state.kind, 'connecting');
    const stopped = new AbortController();
    stopped.abort();
    await bench.manager.settled(60_000, stopped.signal);
  });
});
