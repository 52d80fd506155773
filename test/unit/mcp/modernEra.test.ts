/** What servers of the newer era need of a client that stays: their changes heard, their slowness borne (B11). */
import assert from 'node:assert/strict';
import { parseServers, fingerprint } from '../../../src/mcp/index.ts';
import { startModernHttp } from '../../fixtures/servers/modern.ts';
import { TaskServer } from '../../fixtures/servers/taskHttp.ts';
import { FakeClock } from './fakeClock.ts';
import { Bench, eventually, textOf } from './support.ts';

describe('the newer era over HTTP', () => {
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
  const modern = async (options: Parameters<typeof startModernHttp>[0] = {}) => {
    const server = await startModernHttp(options);
    servers.push(server);
    return server;
  };
  /** The catalog after it has changed. */
  const changed = async (act: () => unknown) => {
    const before = await bench.until('demo', 'connected');
    await act();
    return bench.when(() => {
      const { state } = bench.server('demo');
      return state.kind === 'connected' && state.catalog !== before.catalog ? state.catalog : undefined;
    });
  };
  const has = ({ tools }: { tools: readonly { name: string }[] }, name: string) =>
    tools.some((tool) => tool.name === name);

  it('has its changes listened to again after the stream has ended, and what was missed fetched', async () => {
    const server = await modern();
    await bench.start({ demo: { type: 'http', url: server.url } });
    server.cut();
    await eventually(() => clock.pending > 0, 'the wait before it is listened to again');
    await changed(() => clock.advance(1_000));
    assert.ok(has(await changed(() => bench.call('demo', 'grow')), 'grown-1'));
  });

  it('has its changes listened to also where it was not asked for its offer, as that still held', async () => {
    const { url } = await modern();
    const definition = { type: 'http', url };
    const [entry] = parseServers({ demo: definition });
    assert.ok(entry?.kind === 'valid');
    const capabilities = { tools: { listChanged: true } };
    const discover = { supportedVersions: ['2026-07-28'], capabilities, cacheScope: 'private' as const };
    bench.memory.set('demo', {
      fingerprint: fingerprint(entry.definition),
      era: 'modern',
      at: clock.now(),
      tools: [],
      offer: { discover: { ...discover, ttlMs: 60_000 }, until: Date.now() + 60_000 },
    });
    await bench.start({ demo: definition });
    assert.ok(has(await changed(() => bench.call('demo', 'grow')), 'grown-1'));
  });

  it('gets the headers it wants also from a caller who knew its tool before it wanted them', async () => {
    const { url } = await modern();
    await bench.start({ demo: { type: 'http', url } });
    const stale = { name: 'route', inputSchema: { type: 'object' as const } };
    const context = { signal: new AbortController().signal, onProgress: () => undefined };
    const result = await bench.server('demo').callTool(stale, { region: 'eu' }, context);
    assert.equal(textOf(result), 'routed to eu');
  });

  it('is not listened to any more once it is disconnected', async () => {
    const server = await modern();
    await bench.start({ demo: { type: 'http', url: server.url } });
    await bench.server('demo').disconnect();
    assert.equal(clock.pending, 0);
  });

  it('may take its time to say what it is, though it is asked the older way besides', async () => {
    let discover: () => void = () => undefined;
    const { url } = await modern({ discovery: new Promise((resolve) => (discover = resolve)) });
    bench.configure({ demo: { type: 'http', url } });
    await eventually(() => clock.pending > 0, 'the alarm');
    clock.advance(5_000);
    await eventually(() => bench.log.some((line) => /older way besides/.test(line)), 'the other way');
    discover();
    assert.equal((await bench.until('demo', 'connected')).catalog.era, 'modern');
  });

  it('is not waited for from a server that never says what it is', async () => {
    const server = new TaskServer();
    servers.push(server);
    server.answersDiscover = false;
    bench.configure({ demo: await server.start() });
    await eventually(() => clock.pending > 0, 'the alarm');
    clock.advance(5_000);
    assert.equal((await bench.until('demo', 'connected')).catalog.era, 'legacy');
  });
});
