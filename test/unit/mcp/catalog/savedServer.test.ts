/** What is stored of a server between sessions stays small, whatever the server says. */
import assert from 'node:assert/strict';
import { offerOf } from '../../../../src/mcp/catalog/offer.ts';
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

  it('leaves out an offer that is too large', () => {
    const offer = (instructions: string) =>
      offerOf({
        supportedVersions: [],
        capabilities: {},
        ttlMs: 60_000,
        instructions,
      });
    assert.ok(offer('short'));
    assert.equal(offer('x'.repeat(100_000)), undefined);
  });
});
