/** What is stored of a server between sessions stays small, whatever the server says. */
import assert from 'node:assert/strict';
import { discoveryOf, stillValid } from '../../../../src/mcp/catalog/savedServer.ts';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { Bench } from '../support.ts';

describe('what is remembered of a server', () => {
  it('has short, plain texts of its tools', async () => {
    const bench = new Bench();
    try {
      await bench.start({ demo: fixtureCommand('misbehaving', 'hostile-texts') });
      const tools = bench.memory.get('demo')?.tools ?? [];
      assert.equal(tools.length, 4);
      assert.match(tools[1]?.title ?? '', /^\[31mti tle x+…$/);
      assert.ok(JSON.stringify(tools).length < 1_000);
    } finally {
      await bench.dispose();
    }
  });

  it('leaves out an discovery that is too large', () => {
    const discovery = (instructions: string) =>
      discoveryOf({
        supportedVersions: [],
        capabilities: {},
        ttlMs: 60_000,
        instructions,
      });
    assert.ok(discovery('short'));
    assert.equal(discovery('x'.repeat(100_000)), undefined);
  });
});

const said = { supportedVersions: ['2026-07-28'], capabilities: {}, cacheScope: 'private' as const };

/** How long what a server said of itself is relied on (2026-07-28, basic/caching). */
describe('the discovery of a server', () => {
  it('is kept for as long as the server allows', () => {
    const before = Date.now();
    const discovery = discoveryOf({ ...said, ttlMs: 60_000 });
    assert.ok(discovery);
    assert.deepEqual(discovery.discover, { ...said, ttlMs: 60_000 });
    assert.ok(discovery.until >= before + 60_000 && discovery.until <= Date.now() + 60_000);
    assert.equal(stillValid(discovery), discovery);
  });

  it('is not kept if the server does not allow it', () => {
    for (const ttlMs of [0, -1]) assert.equal(discoveryOf({ ...said, ttlMs }), undefined);
    assert.equal(discoveryOf(undefined), undefined);
  });

  it('is dropped when its time is over', () => {
    const discover = { ...said, ttlMs: 1 };
    assert.equal(stillValid({ discover, until: Date.now() - 1 }), undefined);
    assert.equal(stillValid(undefined), undefined);
  });
});
