/** What signing in must survive: others at the same time, and the end of whatever it was for. */
import assert from 'node:assert/strict';
import { auth, UnauthorizedError, type FetchLike } from '@modelcontextprotocol/client';
import type { Authorization } from '../../../../src/mcp/index.ts';
import { Authorizer, withAuthorization } from '../../../../src/mcp/oauth/oauth.ts';
import { OAuthStore } from '../../../../src/mcp/oauth/oauthStore.ts';
import { SignInError } from '../../../../src/mcp/oauth/authorization.ts';
import { startProtected, type ProtectedServer } from '../../../fixtures/servers/protected.ts';
import { browser } from '../browser.ts';

describe('sign-ins and refreshes that meet', () => {
  let server: ProtectedServer;
  beforeEach(async () => {
    server = await startProtected();
  });
  afterEach(async () => server.close());

  const authorizerOf = (authorization: Authorization) =>
    new Authorizer('remote', server.url, undefined, authorization, () => undefined, undefined);
  /** What a transport does that gets a 401. */
  const refuse = async (authorizer: Authorizer, fetchFn: FetchLike = authorizer.fetch) => {
    if ((await auth(authorizer, { serverUrl: server.url, fetchFn })) === 'REDIRECT')
      throw new UnauthorizedError();
  };
  const call = (authorizer: Authorizer, operation: () => Promise<void>, signal?: AbortSignal) =>
    withAuthorization(authorizer, 'call', signal, operation);
  /** An operation that is refused until it is signed in to. */
  const needsTokens = (authorizer: Authorizer) => async () => {
    if (!(await authorizer.tokens())) await refuse(authorizer);
  };

  it('keeps the tokens of a sign-in when a refusal of the old ones comes late', async () => {
    const { authorization, kept } = browser();
    const authorizer = authorizerOf(authorization);
    await call(authorizer, needsTokens(authorizer));
    server.expire({ andRefresh: true });
    const answered = Promise.withResolvers<void>();
    const released = Promise.withResolvers<void>();
    const late = refuse(authorizer, async (url, init) => {
      const response = await authorizer.fetch(url, init);
      if (!(init?.body instanceof URLSearchParams) || response.ok) return response;
      answered.resolve();
      await released.promise;
      return response;
    });
    await answered.promise;
    await call(authorizer, () => needsNew(authorizer));
    const grant = await new OAuthStore(authorization.secrets, server.url, 'remote').grant();
    released.resolve();
    await late;
    assert.ok(grant);
    assert.match([...kept.keys()].join(), /tokens/);
    assert.equal(server.counts.authorized, 2);
  });

  it('does not sign in again for a call that was refused before the sign-in and says so after it', async () => {
    const { authorization } = browser();
    const authorizer = authorizerOf(authorization);
    const released = Promise.withResolvers<void>();
    let attempts = 0;
    const slow = call(authorizer, async () => {
      if (attempts++ > 0) return needsTokens(authorizer)();
      const refused = refuse(authorizer);
      await assert.rejects(refused, UnauthorizedError);
      await released.promise;
      return refused;
    });
    await call(authorizer, needsTokens(authorizer));
    authorizer.redirectToAuthorization(new URL('http://127.0.0.1/'));
    released.resolve();
    await slow;
    assert.equal(attempts, 2);
    assert.equal(server.counts.authorized, 1);
  });

  it('takes a refusal of the user for all calls that waited', async () => {
    let opened = 0;
    const { authorization } = browser();
    const authorizer = authorizerOf({
      ...authorization,
      open: async () => {
        opened += 1;
        return undefined;
      },
    });
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => call(authorizer, needsTokens(authorizer))));
    for (const outcome of outcomes)
      assert.ok(outcome.status === 'rejected' && outcome.reason instanceof SignInError);
    assert.equal(opened, 1);
  });

  it('ends with its call also while the way back is still being opened, and closes that later', async () => {
    const opening = Promise.withResolvers<void>();
    const closed = Promise.withResolvers<void>();
    const begun = Promise.withResolvers<void>();
    const { authorization } = browser();
    const authorizer = authorizerOf({
      ...authorization,
      open: async () => {
        begun.resolve();
        await opening.promise;
        return {
          url: 'http://127.0.0.1:1/callback',
          authorize: () => Promise.reject(new Error('Nobody is to be sent there.')),
          close: closed.resolve,
        };
      },
    });
    const stop = new AbortController();
    const ended = call(authorizer, needsTokens(authorizer), stop.signal);
    await begun.promise;
    stop.abort(new Error('Disconnected.'));
    await assert.rejects(ended, /Disconnected/);
    opening.resolve();
    await closed.promise;
    assert.equal(server.counts.registered, 0);
  });

  it('uses after a restart the tokens that were kept, and asks nobody', async () => {
    const { authorization, kept } = browser();
    const before = authorizerOf(authorization);
    await call(before, needsTokens(before));
    // Nothing but what a storage of secrets holds, as text, comes over.
    const restarted = browser(
      undefined,
      new Map(JSON.parse(JSON.stringify([...kept])) as [string, string][]),
    );
    const after = authorizerOf(restarted.authorization);
    assert.deepEqual(await after.tokens(), await before.tokens());
    server.expire();
    await refuse(after);
    assert.deepEqual(server.counts, { registered: 1, authorized: 1, exchanged: 1, refreshed: 1 });
  });

  const refusedOnce = new WeakSet<Authorizer>();
  async function needsNew(authorizer: Authorizer): Promise<void> {
    if (refusedOnce.has(authorizer)) return;
    refusedOnce.add(authorizer);
    await refuse(authorizer);
  }
});
