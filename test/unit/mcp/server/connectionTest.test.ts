/** Test Connection: says what is there or why not, and leaves nothing behind (features.md, A7). */
import assert from 'node:assert/strict';
import { parseServers, type ServerDefinition } from '../../../../src/mcp/index.ts';
import { isAlive } from '../../../fixtures/servers/alive.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { statusServer } from '../../../fixtures/servers/http.ts';
import { Bench } from '../support.ts';

function definition(name: string, entry: object): ServerDefinition {
  const [checked] = parseServers({ [name]: entry });
  assert.ok(checked?.kind === 'valid');
  return checked.definition;
}

const signal = (): AbortSignal => new AbortController().signal;

describe('testing a connection', function () {
  this.timeout(30_000);
  let bench: Bench;
  beforeEach(() => {
    bench = new Bench();
  });
  afterEach(() => bench.dispose());

  it('says who answers, in which revision, with how many tools and how fast', async () => {
    const result = await bench.manager.test(
      definition('demo', fixtureCommand('recorder')),
      undefined,
      signal(),
    );
    assert.equal(result.kind, 'connected');
    if (result.kind !== 'connected') return;
    assert.equal(result.server, 'recorder');
    assert.match(result.protocolVersion, /^\d{4}-\d{2}-\d{2}$/);
    assert.equal(result.tools, 8);
    assert.ok(result.ms > 0);
  });

  it('does not touch the live server of that name, and nothing of the test remains', async () => {
    await bench.start({ demo: fixtureCommand('recorder') });
    const { pid } = bench.server('demo');
    const remembered = bench.memory.get('demo');
    const logged = bench.log.length;
    const other = fixtureCommand('recorder', '--name', 'other');
    const result = await bench.manager.test(definition('demo', other), undefined, signal());
    assert.equal(result.kind === 'connected' && result.server, 'other');
    assert.equal(bench.server('demo').pid, pid);
    assert.ok(isAlive(pid ?? 0));
    assert.equal(bench.memory.get('demo'), remembered);
    assert.equal(bench.log.length, logged);
    assert.equal(bench.manager.servers.length, 1);
  });

  it('says the cause and the next step when it fails, and what was logged', async () => {
    const missing = await bench.manager.test(
      definition('a', { command: 'no-such-command' }),
      undefined,
      signal(),
    );
    assert.equal(missing.kind === 'failed' && missing.failure.reason, 'command-not-found');
    const exits = await bench.manager.test(
      definition('b', fixtureCommand('misbehaving', 'exit-at-once')),
      undefined,
      signal(),
    );
    assert.ok(exits.kind === 'failed');
    assert.equal(exits.failure.reason, 'exited');
    assert.ok(exits.log.length > 0);
    const { url, close } = await statusServer(403);
    const refused = await bench.manager.test(definition('c', { url }), undefined, signal());
    assert.equal(refused.kind === 'failed' && refused.failure.reason, 'unauthorized');
    await close();
  });

  it('takes the values it is given, and ends when it is cancelled', async () => {
    const asked: string[] = [];
    const variables = {
      input: () => Promise.reject(new Error('not asked')),
      secret: (name: string) => {
        asked.push(name);
        return Promise.resolve({ kind: 'value', value: 's3cret', secret: true } as const);
      },
    };
    const entry = { ...fixtureCommand('recorder'), env: { TOKEN: '${secret:token}' } };
    const result = await bench.manager.test(definition('d', entry), variables, signal());
    assert.equal(result.kind, 'connected');
    assert.deepEqual(asked, ['token']);
    const abort = new AbortController();
    const hanging = bench.manager.test(
      definition('e', fixtureCommand('misbehaving', 'hang-at-initialize')),
      undefined,
      abort.signal,
    );
    setImmediate(() => abort.abort());
    assert.equal((await hanging).kind, 'cancelled');
  });
});
