/** What a user may write under `patchbay.servers`, and what is said of the rest. */
import assert from 'node:assert/strict';
import { parseServers, type ServerEntry } from '../../../../src/mcp/index.ts';

function only(value: unknown): ServerEntry {
  const [entry, ...others] = parseServers(value);
  assert.ok(entry);
  assert.equal(others.length, 0);
  return entry;
}

function problems(value: unknown): string[] {
  const entry = only(value);
  assert.equal(entry.kind, 'invalid');
  return entry.kind === 'invalid' ? entry.problems.map(({ path, message }) => `${path}: ${message}`) : [];
}

function launch(entry: Record<string, unknown>) {
  const parsed = only({ demo: entry });
  assert.equal(parsed.kind, 'valid', JSON.stringify(parsed));
  return parsed.kind === 'valid' ? parsed.definition.launch : undefined;
}

describe('server definitions', () => {
  it('takes a command for stdio without a type', () => {
    assert.deepEqual(launch({ command: 'npx', args: ['-y', 'x'], env: { A: 'b', PORT: 1, GONE: null } }), {
      kind: 'stdio',
      command: 'npx',
      args: ['-y', 'x'],
      env: { A: 'b', PORT: '1', GONE: null },
      cwd: undefined,
      envFile: undefined,
    });
  });

  it('takes a client that was registered by hand', () => {
    const oauth = {
      clientId: 'patchbay',
      clientSecret: '${secret:patchbay}',
      issuer: 'https://login.example.com',
      scopes: ['tools'],
    };
    const parsed = launch({ url: 'https://example.com/mcp', oauth });
    assert.deepEqual(parsed?.kind === 'auto' && parsed.oauth, oauth);
  });

  it('takes no client secret that stands in the settings, and none that any issuer would get to see', () => {
    const url = 'https://example.com/mcp';
    const issuer = 'https://login.example.com';
    const [literal] = problems({ demo: { url, oauth: { clientId: 'a', clientSecret: 'hunter2', issuer } } });
    assert.match(literal ?? '', /^patchbay\.servers\.demo\.oauth\.clientSecret: .*\$\{secret:name\}/);
    const [loose] = problems({ demo: { url, oauth: { clientId: 'a', clientSecret: '${secret:a}' } } });
    assert.match(loose ?? '', /^patchbay\.servers\.demo\.oauth\.issuer: is required/);
  });

  it('tries a URL without a type both ways', () => {
    assert.equal(launch({ url: 'https://example.com/mcp' })?.kind, 'auto');
    assert.equal(launch({ type: 'http', url: 'https://example.com/mcp' })?.kind, 'http');
    assert.equal(launch({ type: 'sse', url: 'https://example.com/sse' })?.kind, 'sse');
  });

  it('has the documented time limits unless the entry says otherwise', () => {
    const entry = only({ demo: { command: 'x' } });
    assert.ok(entry.kind === 'valid');
    const { timeout, maxTimeout, setupTimeout, enabled } = entry.definition;
    assert.deepEqual(
      { timeout, maxTimeout, setupTimeout, enabled },
      { timeout: 60_000, maxTimeout: 600_000, setupTimeout: 30_000, enabled: true },
    );
  });

  it('takes over fields it does not know without complaint', () => {
    assert.equal(launch({ command: 'x', gallery: true, dev: { watch: '**' } })?.kind, 'stdio');
  });

  const wrong: readonly (readonly [string, unknown, string])[] = [
    [
      'an unknown type',
      { demo: { type: 'websocket', url: 'ws://x' } },
      'patchbay.servers.demo.type: must be "stdio", "http" or "sse"',
    ],
    ['a missing command', { demo: { type: 'stdio', args: [] } }, 'patchbay.servers.demo.command: is missing'],
    [
      'neither command nor URL',
      { demo: {} },
      'patchbay.servers.demo: requires a "command" (stdio) or a "url" (http, sse)',
    ],
    ['a missing URL', { demo: { type: 'http' } }, 'patchbay.servers.demo.url: is missing'],
    [
      'a URL that is none',
      { demo: { url: 'localhost' } },
      'patchbay.servers.demo.url: must be an http or https URL',
    ],
    [
      'a command of the wrong type',
      { demo: { command: 3 } },
      'patchbay.servers.demo.command: must be of type string',
    ],
    ['an empty command', { demo: { command: ' ' } }, 'patchbay.servers.demo.command: must not be empty'],
    [
      'an argument of the wrong type',
      { demo: { command: 'x', args: ['a', 2] } },
      'patchbay.servers.demo.args[1]: must be of type string',
    ],
    [
      'args that are no array',
      { demo: { command: 'x', args: 'a' } },
      'patchbay.servers.demo.args: must be of type array',
    ],
    [
      'a variable of the wrong type',
      { demo: { command: 'x', env: { A: [] } } },
      'patchbay.servers.demo.env.A: must be a string, a number or null',
    ],
    [
      'a timeout of the wrong type',
      { demo: { command: 'x', timeout: '5s' } },
      'patchbay.servers.demo.timeout: must be of type number',
    ],
    ['an entry that is no object', { demo: 'npx' }, 'patchbay.servers.demo: must be an object, not a string'],
    [
      'a setting that is no object',
      ['npx'],
      'patchbay.servers: must be an object keyed by server name, not an array',
    ],
    ['an empty name', { '': { command: 'x' } }, 'patchbay.servers[""]: the server has no name'],
  ];
  for (const [what, value, expected] of wrong) {
    it(`says what is wrong, and where: ${what}`, () => assert.deepEqual(problems(value), [expected]));
  }

  it('refuses a name that a tool name cannot carry, and offers one that it can', () => {
    assert.match(
      problems({ 'my server!': { command: 'x' } })[0] ?? '',
      /servers\["my server!"\].*for example "my-server"/,
    );
  });

  it('refuses a name of more than 100 characters', () => {
    const kinds = parseServers({ ['a'.repeat(100)]: { command: 'x' }, ['b'.repeat(101)]: { command: 'x' } });
    assert.deepEqual(
      kinds.map(({ kind }) => kind),
      ['valid', 'invalid'],
    );
  });

  it('refuses the second of two names that differ only in case', () => {
    const [first, second] = parseServers({ Demo: { command: 'x' }, demo: { command: 'y' } });
    assert.equal(first?.kind, 'valid');
    assert.equal(second?.kind, 'invalid');
  });

  it('lists every problem of an entry', () => {
    assert.equal(problems({ demo: { command: 1, args: 2, timeout: -1 } }).length, 3);
  });

  it('keeps the valid entries beside invalid ones', () => {
    const kinds = parseServers({ a: { command: 'x' }, b: 1, c: { url: 'http://x' } }).map(({ kind }) => kind);
    assert.deepEqual(kinds, ['valid', 'invalid', 'valid']);
  });

  it('takes an absent setting for no servers', () => {
    assert.deepEqual(parseServers(undefined), []);
    assert.deepEqual(parseServers(null), []);
  });
});
