/** Signing in to remote servers, where the conformance suite does not look: staying signed in, and saying no. */
import assert from 'node:assert/strict';
import type { Authorization } from '../../../../src/mcp/index.ts';
import { startProtected, type ProtectedServer } from '../../../fixtures/servers/protected.ts';
import { browser } from '../browser.ts';
import { Bench, textOf } from '../support.ts';

describe('signing in to a remote server', () => {
  let server: ProtectedServer;
  let bench: Bench;
  const open = async (authorization?: Authorization) => {
    bench = new Bench({ ...(authorization && { authorization }) });
    await bench.start({ remote: { type: 'http', url: server.url } });
  };
  const add = async () => textOf(await bench.call('remote', 'add', { a: 1, b: 2 }));

  beforeEach(async () => {
    server = await startProtected();
  });
  afterEach(async () => {
    await bench.dispose();
    await server.close();
  });

  it('asks once, and not again for the next connection', async () => {
    const { authorization } = browser();
    await open(authorization);
    assert.equal(await add(), '3');
    await bench.server('remote').reconnect();
    assert.equal(await add(), '3');
    assert.deepEqual(server.counts, { registered: 1, authorized: 1, exchanged: 1, refreshed: 0 });
  });

  it('refreshes an expired token without the user', async () => {
    const { authorization } = browser();
    await open(authorization);
    server.expire();
    assert.equal(await add(), '3');
    assert.deepEqual(server.counts, { registered: 1, authorized: 1, exchanged: 1, refreshed: 1 });
  });

  it('uses no refresh token twice when several calls find the token expired', async () => {
    const { authorization } = browser();
    await open(authorization);
    server.expire();
    assert.deepEqual(await Promise.all([add(), add(), add()]), ['3', '3', '3']);
    assert.equal(server.counts.authorized, 1);
  });

  it('signs in again when refreshing is refused, once for all calls that wait', async () => {
    const { authorization } = browser();
    await open(authorization);
    server.expire({ andRefresh: true });
    assert.deepEqual(await Promise.all([add(), add(), add()]), ['3', '3', '3']);
    assert.equal(server.counts.authorized, 2);
  });

  it('asks for more scope when a tool wants it, and then calls the tool', async () => {
    const { authorization } = browser();
    await open(authorization);
    server.requireScope('write');
    assert.equal(await add(), '3');
    assert.equal(server.counts.authorized, 2);
  });

  it('gives up after two attempts when the scope is never granted', async () => {
    const { authorization } = browser();
    await open(authorization);
    server.requireScope('write');
    server.grantOnly('read');
    await assert.rejects(add(), /401|403|Unauthorized/i);
    assert.equal(server.counts.authorized, 3);
  });

  it('does not redeem a code that comes back with another state', async () => {
    const { authorization, kept } = browser((query) => query.set('state', 'forged'));
    await open(authorization);
    const { failure } = await bench.until('remote', 'error');
    assert.match(failure.message.localized, /its "state" does not match/);
    assert.equal(server.counts.exchanged, 0);
    assert.doesNotMatch([...kept.keys()].join(), /tokens/);
  });

  it('says that the user refused', async () => {
    const { authorization } = browser((query) => {
      query.delete('code');
      query.set('error', 'access_denied');
    });
    await open(authorization);
    const { failure } = await bench.until('remote', 'error');
    assert.match(failure.message.localized, /access_denied/);
  });

  it('gives one server nothing of another that trusts another issuer', async () => {
    const { authorization } = browser();
    await open(authorization);
    const other = await startProtected();
    try {
      bench.configure({ remote: { type: 'http', url: server.url }, other: { type: 'http', url: other.url } });
      await bench.until('other', 'connected');
      assert.deepEqual(other.counts, { registered: 1, authorized: 1, exchanged: 1, refreshed: 0 });
    } finally {
      await other.close();
    }
  });

  it('writes no token to the log', async () => {
    const { authorization, kept } = browser();
    await open(authorization);
    server.expire();
    await add();
    const [tokens] = [...kept].filter(([key]) => key.includes('tokens')).map(([, value]) => value);
    const grant = JSON.parse(tokens ?? '{}') as { tokens: { access_token: string } };
    const { access_token: accessToken } = grant.tokens;
    assert.ok(accessToken);
    assert.ok(!bench.log.join('\n').includes(accessToken));
  });

  it('asks nobody and registers nothing when nobody wants to sign in', async () => {
    const { authorization } = browser();
    await open({ ...authorization, open: async () => undefined });
    const { failure, retry } = await bench.until('remote', 'error');
    assert.equal(failure.reason, 'sign-in');
    assert.match(failure.next.localized, /Sign In/);
    assert.equal(retry, undefined);
    assert.deepEqual(server.counts, { registered: 0, authorized: 0, exchanged: 0, refreshed: 0 });
  });

  it('is down for want of a sign-in when refreshing is refused and nobody signs in again', async () => {
    const { authorization } = browser();
    let wants = true;
    await open({
      ...authorization,
      open: async (...args) => (wants ? authorization.open(...args) : undefined),
    });
    wants = false;
    server.expire({ andRefresh: true });
    await assert.rejects(add(), /requires you to sign in.*Sign In…/);
    assert.equal((await bench.until('remote', 'error')).failure.reason, 'sign-in');
    assert.equal(server.counts.authorized, 1);
  });

  it('refreshes with the client that the tokens were given to, whatever the redirect URL is by now', async () => {
    const { authorization, kept } = browser();
    await open(authorization);
    kept.delete([...kept.keys()].find((key) => key.includes('client')) ?? '');
    server.expire();
    assert.equal(await add(), '3');
    assert.deepEqual(server.counts, { registered: 1, authorized: 1, exchanged: 1, refreshed: 1 });
  });

  it('registers anew, once, when the registration it has kept is refused', async () => {
    let refusals = 1;
    const { authorization } = browser((query) => {
      if (refusals-- <= 0) return;
      query.delete('code');
      query.set('error', 'unauthorized_client');
    });
    await open(authorization);
    assert.equal(await add(), '3');
    assert.equal(server.counts.registered, 2);
    refusals = 2;
    await bench.server('remote').signOut();
    await bench.server('remote').connect();
    const { failure } = await bench.until('remote', 'error');
    assert.match(failure.message.localized, /unauthorized_client/);
    assert.equal(server.counts.registered, 3);
  });

  it('drops a registration with which nobody came back from the browser', async () => {
    const { authorization } = browser();
    let lost = false;
    await open({
      ...authorization,
      open: async (...args) => {
        const redirect = await authorization.open(...args);
        const authorize = () => Promise.reject(new Error('you cancelled the sign-in.'));
        return redirect && lost ? { ...redirect, authorize } : redirect;
      },
    });
    await bench.server('remote').signOut();
    lost = true;
    await bench.server('remote').connect();
    assert.match(
      (await bench.until('remote', 'error')).failure.message.localized,
      /you cancelled the sign-in/,
    );
    lost = false;
    await bench.server('remote').connect();
    await bench.until('remote', 'connected');
    assert.equal(server.counts.registered, 2);
  });

  it('signs out: disconnected, and no token is left', async () => {
    const { authorization, kept } = browser();
    await open(authorization);
    assert.ok(bench.server('remote').signedIn);
    const outcome = await bench.server('remote').signOut();
    // This authorization server has no revocation endpoint.
    assert.equal(outcome.kind, 'forgotten');
    assert.equal(bench.server('remote').state.kind, 'disconnected');
    assert.doesNotMatch([...kept.keys()].join(), /tokens|issuer|dpop/);
    assert.equal((await bench.server('remote').signOut()).kind, 'nothing');
  });

  it('keeps the tokens of two accounts at one address apart, and says which account each has', async () => {
    const jwt = (claims: object) => `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.x`;
    let account = 'ada@example.com';
    server.alter('/token', (all) => ({ ...all, id_token: jwt({ email: account, name: 'Nobody' }) }));
    const { authorization, kept } = browser();
    bench = new Bench({ authorization });
    await bench.start({ ada: { type: 'http', url: server.url } });
    account = 'bob\u202E@example.com';
    await bench.start({
      ada: { type: 'http', url: server.url },
      bob: { type: 'http', url: server.url },
    });
    assert.equal(server.counts.authorized, 2);
    assert.equal(bench.server('ada').account, 'ada@example.com');
    assert.equal(bench.server('bob').account, 'bob@example.com');
    await bench.server('bob').signOut();
    await bench.server('ada').reconnect();
    assert.equal(bench.server('ada').account, 'ada@example.com');
    assert.equal(server.counts.authorized, 2);
    assert.equal([...kept.keys()].filter((key) => key.includes('tokens')).length, 1);
  });

  it('uses tokens that were kept without the name of the server, for one server alone', async () => {
    const { authorization, kept } = browser();
    await open(authorization);
    const nameless = [...kept].map(([key, value]) => [key.replace(',"remote"]', ']'), value] as const);
    kept.clear();
    for (const [key, value] of nameless) kept.set(key, value);
    await bench.dispose();
    bench = new Bench({ authorization });
    await bench.start({
      remote: { type: 'http', url: server.url },
      second: { type: 'http', url: server.url },
    });
    assert.equal(await add(), '3');
    assert.equal(server.counts.authorized, 2);
  });

  it('uses a client that was registered by hand, and registers none', async () => {
    const { authorization, kept } = browser();
    bench = new Bench({ authorization });
    const { origin: issuer } = new URL(server.url);
    const oauth = { clientId: 'by-hand', issuer, scopes: ['read'] };
    await bench.start({ remote: { type: 'http', url: server.url, oauth } });
    assert.equal(await add(), '3');
    assert.equal(server.counts.registered, 0);
    assert.match([...kept.values()].join(), /"client_id":"by-hand"/);
    assert.match([...kept.values()].join(), /"scope":"read"/);
  });

  it('leaves a server in error if nobody can sign in', async () => {
    await open();
    const { failure } = await bench.until('remote', 'error');
    assert.equal(failure.reason, 'unauthorized');
    assert.equal(server.counts.registered, 0);
  });
});
