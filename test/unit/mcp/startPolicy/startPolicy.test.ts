/** What may not run is not started, whichever way it is tried (issue 6, part 8). */
import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseServers, type ServerDefinition } from '../../../../src/mcp/index.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { startLegacyHttp, type LegacyHttpServer } from '../../../fixtures/servers/http.ts';
import { listen } from '../../../fixtures/servers/httpHost.ts';
import { readLog } from '../../../fixtures/servers/recorderLog.ts';
import { Bench } from '../support.ts';

describe('what may run', function () {
  this.timeout(30_000);
  let bench: Bench;
  let scratch: string;
  let log: string;
  let policy: unknown;
  let waits: boolean;
  let unconfirmedKind: () => { kind: 'new' };
  let asked: string[];

  beforeEach(async () => {
    scratch = await mkdtemp(join(tmpdir(), 'patchbay-admission-'));
    log = join(scratch, 'log');
    policy = undefined;
    waits = false;
    unconfirmedKind = () => ({ kind: 'new' });
    asked = [];
    bench = new Bench({
      policy: () => policy,
      unconfirmed: () => (waits ? unconfirmedKind() : undefined),
      variables: {
        input: (id) => {
          asked.push(id);
          return Promise.resolve({ kind: 'value', value: fixtureCommand('recorder').command, secret: false });
        },
        secret: () => Promise.reject(new Error('not asked')),
      },
    });
  });
  afterEach(async () => {
    await bench.dispose();
    await rm(scratch, { recursive: true, force: true });
  });

  const recorder = () => fixtureCommand('recorder', '--log', log);
  const denied = { deniedCommands: [basename(fixtureCommand('recorder').command)] };
  const reason = (name: string): string | undefined => {
    const { state } = bench.server(name);
    return state.kind === 'error' ? state.failure.reason : undefined;
  };
  const definitionOf = (entry: object): ServerDefinition => {
    const [parsed] = parseServers({ demo: entry });
    assert.ok(parsed?.kind === 'valid');
    return parsed.definition;
  };

  it('does not leave the server connecting when it breaks', async () => {
    waits = true;
    unconfirmedKind = () => {
      throw new Error('broken');
    };
    await bench.start({ demo: recorder() });
    assert.equal(bench.server('demo').state.kind, 'error');
  });

  it('is asked at the start, for a reconnect, for all, for a test, and for a call', async () => {
    policy = denied;
    await bench.start({ demo: recorder() });
    const server = bench.server('demo');
    assert.equal(reason('demo'), 'policy');
    for (const attempt of [
      () => server.connect(),
      () => server.reconnect(),
      () => bench.manager.reconnectAll(),
      () => bench.manager.connectAll(),
    ]) {
      await attempt();
      assert.equal(reason('demo'), 'policy');
    }
    server.hurry();
    const { signal } = new AbortController();
    await assert.rejects(
      server.callTool(
        { name: 'x', inputSchema: { type: 'object' } },
        {},
        { signal, onProgress: () => undefined },
      ),
      /policy of this machine/,
    );
    const test = await bench.manager.test(definitionOf(recorder()), undefined, signal);
    assert.ok(test.kind === 'failed');
    assert.equal(test.failure.reason, 'policy');
    assert.deepEqual(test.failure.actions, [{ kind: 'show-policy' }, { kind: 'edit' }]);
    assert.deepEqual(readLog(log), []);
  });

  it('is asked again when a server that was lost would come back', async () => {
    await bench.start({ demo: recorder() });
    const { pid } = bench.server('demo');
    policy = denied;
    process.kill(pid ?? 0, 'SIGKILL');
    const { failure } = await bench.when(() => {
      const { state } = bench.server('demo');
      return state.kind === 'error' && state.failure.reason === 'policy' ? state : undefined;
    });
    assert.match(failure.message.localized, /denies the command/);
  });

  it('follows the policy: what runs ends, and what was refused starts', async () => {
    await bench.start({ demo: recorder() });
    assert.equal(bench.server('demo').state.kind, 'connected');
    policy = denied;
    bench.manager.recheck('policy');
    await bench.until('demo', 'error');
    assert.equal(reason('demo'), 'policy');
    policy = undefined;
    bench.manager.recheck('policy');
    await bench.until('demo', 'connected');
    const { pid } = bench.server('demo');
    bench.manager.recheck('policy');
    await bench.server('demo').settled();
    assert.equal(bench.server('demo').pid, pid, 'what may go on is left alone');
  });

  it('asks for no value that a refused server would need', async () => {
    policy = denied;
    await bench.start({ demo: { ...recorder(), env: { KEY: '${input:key}' } } });
    assert.equal(reason('demo'), 'policy');
    assert.deepEqual(asked, []);
  });

  it('judges what the variables stand for, where they decide what runs', async () => {
    policy = denied;
    await bench.start({ demo: { ...recorder(), command: '${input:program}' } });
    assert.equal(reason('demo'), 'policy');
    assert.deepEqual(asked, ['program']);
    assert.deepEqual(readLog(log), []);
  });

  it('does not take the PATH of an envFile for the editor’s', async () => {
    // Outside of the workspace: in it, it could not set PATH at all.
    const envFile = join(scratch, '.env');
    await writeFile(envFile, `PATH=${scratch}\n`);
    policy = { allowedCommands: ['node'] };
    const { args } = recorder();
    await bench.start({ own: { command: 'node', args, envFile } });
    assert.equal(reason('own'), 'policy');
    assert.deepEqual(readLog(log), []);
  });

  it('holds for hosts, over both transports', async () => {
    const servers: LegacyHttpServer[] = [
      await startLegacyHttp({ kind: 'streamable' }),
      await startLegacyHttp({ kind: 'sse' }),
    ];
    const [http, sse] = servers.map(({ url }) => url);
    policy = { allowedHosts: ['*.example.com'] };
    await bench.start({ http: { url: http }, sse: { type: 'sse', url: sse } });
    assert.equal(reason('http'), 'policy');
    assert.equal(reason('sse'), 'policy');
    policy = { allowedHosts: ['127.0.0.1'] };
    bench.manager.recheck('policy');
    await bench.until('http', 'connected');
    await bench.until('sse', 'connected');
    await bench.manager.disconnectAll();
    await Promise.all(servers.map((server) => server.close()));
  });

  it('follows no redirect to a host that is denied', async () => {
    const seen: string[] = [];
    const target = await listen((request, response) => {
      seen.push(request.url ?? '');
      response.end();
    }, '/mcp');
    const location = target.url.replace('127.0.0.1', 'localhost');
    const door = await listen((_, response) => response.writeHead(307, { location }).end(), '/mcp');
    policy = { deniedHosts: ['localhost'] };
    await bench.start({ demo: { type: 'http', url: door.url } });
    assert.equal(bench.server('demo').state.kind, 'error');
    assert.deepEqual(seen, []);
    await Promise.all([target.close(), door.close()]);
  });

  it('waits for the user where somebody else has defined it, and starts when they allow it', async () => {
    waits = true;
    await bench.start({ demo: { ...recorder(), env: { KEY: '${input:key}' } } });
    assert.equal(reason('demo'), 'unconfirmed');
    assert.deepEqual(asked, []);
    await bench.server('demo').connect();
    assert.equal(reason('demo'), 'unconfirmed');
    assert.deepEqual(readLog(log), []);
    waits = false;
    bench.manager.recheck('confirmed');
    await bench.until('demo', 'connected');
    waits = true;
    bench.manager.recheck('confirmed');
    await bench.until('demo', 'error');
    assert.equal(reason('demo'), 'unconfirmed');
  });

  it('lets the user try a definition out that is before them', async () => {
    waits = true;
    const test = await bench.manager.test(definitionOf(recorder()), undefined, new AbortController().signal);
    assert.equal(test.kind, 'connected');
  });
});
