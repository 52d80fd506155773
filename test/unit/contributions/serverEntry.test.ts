/** What the settings editor says of an entry of `patchbay.servers`, beside what is made of one. */
import assert from 'node:assert/strict';
import { serverEntry } from '../../../src/contributions/serverEntry.ts';
import { parseServers, type ServerDefinition } from '../../../src/mcp/index.ts';

const { properties } = serverEntry;

function definitionOf(entry: object): ServerDefinition {
  const [parsed] = parseServers({ x: entry });
  assert.ok(parsed?.kind === 'valid', JSON.stringify(parsed));
  return parsed.definition;
}

describe('the schema of a server in the settings', () => {
  it('has the defaults that a definition has', () => {
    const { launch, timeout, setupTimeout, enabled } = definitionOf({ command: 'x' });
    assert.ok(launch.kind === 'stdio');
    assert.equal(properties.timeout.default, timeout);
    assert.equal(properties.setupTimeout.default, setupTimeout);
    assert.equal(properties.enabled.default, enabled);
    assert.deepEqual(properties.args.default, launch.args);
    assert.deepEqual(properties.env.default, launch.env);
    const remote = definitionOf({ url: 'https://example.com/mcp' }).launch;
    assert.ok(remote.kind === 'auto');
    assert.deepEqual(properties.headers.default, remote.headers);
  });
});
