/** What the settings editor says of an entry of `patchbay.servers`, beside what is made of one. */
import assert from 'node:assert/strict';
import { serverEntry } from '../../../src/contributions/serverEntry.ts';
import { entryFields, parseServers, type ServerDefinition } from '../../../src/mcp/index.ts';

const { properties } = serverEntry;

function definitionOf(entry: object): ServerDefinition {
  const [parsed] = parseServers({ x: entry });
  assert.ok(parsed?.kind === 'valid', JSON.stringify(parsed));
  return parsed.definition;
}

describe('the schema of a server in the settings', () => {
  it('has the fields that a definition has, and no others', () => {
    const { common, stdio, url, oauth } = entryFields;
    assert.deepEqual(Object.keys(properties).sort(), ['type', ...common, ...stdio, ...url].sort());
    assert.deepEqual(Object.keys(properties.oauth.properties).sort(), [...oauth].sort());
  });

  it('accepts what a definition accepts', () => {
    const secret = new RegExp(properties.oauth.properties.clientSecret.pattern);
    for (const clientSecret of ['${secret:a}', '${input:a}', '${env:A}', '${other:a}', 'a', '${secret:}']) {
      const oauth = { clientId: 'x', issuer: 'https://example.com', clientSecret };
      const [parsed] = parseServers({ x: { url: 'https://example.com/mcp', oauth } });
      assert.equal(secret.test(clientSecret), parsed?.kind === 'valid', clientSecret);
    }
    const address = new RegExp(properties.url.pattern);
    for (const url of ['https://example.com', 'http://[::1]:1', 'ftp://example.com', '${env:URL}/mcp', 'x']) {
      const [parsed] = parseServers({ x: { url } });
      assert.equal(address.test(url), parsed?.kind === 'valid', url);
    }
    for (const type of properties.type.enum)
      assert.equal(parseServers({ x: { type, command: 'x', url: 'https://x' } })[0]?.kind, 'valid', type);
  });

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
