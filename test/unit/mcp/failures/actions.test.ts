/** What can be done about each cause of a failure with one click (features.md, A17). */
import assert from 'node:assert/strict';
import { content } from '../../../../src/base/common/message.ts';
import { withActions } from '../../../../src/mcp/failures/actions.ts';
import type { Cause } from '../../../../src/mcp/failures/serverFailure.ts';
import { parseServers } from '../../../../src/mcp/index.ts';

const stdio = { command: 'uvx' };
const remote = { url: 'https://example.com/mcp' };

describe('the actions of a failure', () => {
  const actions = (reason: Cause['reason'], entry: object) => {
    const [parsed] = parseServers({ demo: entry });
    assert.ok(parsed?.kind === 'valid');
    const cause = { reason, message: content('It failed.'), next: content('Mend it.') };
    return withActions(cause, parsed.definition).actions;
  };
  const kinds = (reason: Cause['reason'], entry: object) => actions(reason, entry).map(({ kind }) => kind);

  it('begin with how to get a launcher that is missing, by its name', () => {
    const [install] = actions('command-not-found', stdio);
    assert.ok(install?.kind === 'install');
    assert.deepEqual([install.what.english, install.url], ['uv', 'https://docs.astral.sh/uv']);
    for (const [command, what] of [
      ['npx', 'Node.js'],
      // A path on Windows only.
      ['C:uvx.exe', process.platform === 'win32' ? 'uv' : undefined],
      ['docker', 'Docker'],
      ['dnx', 'the .NET SDK'],
      ['my-server', undefined],
    ]) {
      const [first] = actions('command-not-found', { command });
      assert.equal(first?.kind === 'install' ? first.what.english : undefined, what, command);
    }
  });

  it('go to the login shell only where the definition does not set PATH', function () {
    if (process.platform === 'win32') this.skip();
    assert.deepEqual(kinds('command-not-found', stdio), ['install', 'login-path', 'edit', 'reconnect']);
    assert.deepEqual(kinds('command-not-found', { ...stdio, env: { Path: '/x' } }), [
      'install',
      'edit',
      'reconnect',
    ]);
    assert.deepEqual(kinds('command-not-found', { command: './server' }), ['edit', 'reconnect']);
  });

  it('give a server that is slow four times as long, but no longer than a timer can be', () => {
    assert.deepEqual(actions('setup-timeout', { ...stdio, setupTimeout: 500 })[0], {
      kind: 'raise-limit',
      toMs: 2_000,
    });
    assert.deepEqual(actions('setup-timeout', { ...stdio, setupTimeout: 2_147_483_647 })[0], {
      kind: 'raise-limit',
      toMs: 2_147_483_647,
    });
  });

  it('ask again for the values of headers only where there are variables in them', () => {
    const withKey = { ...remote, headers: { Authorization: 'Bearer ${secret:key}' } };
    assert.deepEqual(kinds('unauthorized', withKey), ['forget-inputs', 'edit', 'reconnect']);
    assert.deepEqual(kinds('unauthorized', remote), ['edit', 'reconnect']);
  });

  for (const [reason, entry, expected] of [
    ['variable', stdio, ['edit', 'reconnect']],
    ['not-executable', stdio, ['edit', 'reconnect']],
    ['folder-missing', stdio, ['edit', 'reconnect']],
    ['exited', stdio, ['show-log', 'edit', 'reconnect']],
    ['broken-cache', stdio, ['show-log', 'edit', 'reconnect']],
    ['install-timeout', stdio, ['show-log', 'edit', 'reconnect']],
    ['unreachable', remote, ['reconnect', 'edit', 'show-log']],
    ['certificate', remote, ['edit', 'reconnect']],
    ['sign-in', remote, ['sign-in']],
    ['http-status', remote, ['edit', 'reconnect']],
    ['protocol', remote, ['edit', 'show-log', 'reconnect']],
    ['other', remote, ['show-log', 'reconnect']],
  ] as const) {
    it(`fit the cause: ${reason}`, () => assert.deepEqual(kinds(reason, entry), expected));
  }
});
