/** Which addresses Patchbay goes to because a server names them for signing in. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { get, globalAgent, type RequestListener } from 'node:http';
import type { Resolve } from '../../../../src/base/node/checkedRequest.ts';
import { checkedRequest } from '../../../../src/base/node/checkedRequest.ts';
import { OAuthFetch } from '../../../../src/mcp/oauth/oauthFetch.ts';
import { listen, type RunningServer } from '../../../fixtures/servers/httpHost.ts';
import { browser } from '../browser.ts';
import { Bench } from '../support.ts';

/** Names and the addresses they stand for; each lookup takes the next. */
function resolving(names: Readonly<Record<string, readonly string[]>>): Resolve & { asked: string[] } {
  const asked: string[] = [];
  const resolve: Resolve = (hostname, done) => {
    asked.push(hostname);
    const addresses = names[hostname] ?? [];
    done(
      null,
      addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
  };
  return Object.assign(resolve, { asked });
}

describe('requests that a server names for signing in', () => {
  let running: RunningServer[] = [];
  let seen: string[] = [];
  const start = async (answer: RequestListener, host?: string): Promise<URL> => {
    const server = await listen(
      (request, response) => {
        seen.push(`${request.method} ${request.url}`);
        answer(request, response);
      },
      '/',
      0,
      host,
    );
    running.push(server);
    return new URL(server.url);
  };
  afterEach(async () => {
    await Promise.all(running.map((server) => server.close()));
    running = [];
    seen = [];
  });
  const json =
    (value: unknown): RequestListener =>
    (_, response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  const none = resolving({});

  it('do not reach this machine or a private network for a server that is elsewhere', async () => {
    const inside = await start(json({}));
    const guard = new OAuthFetch({ serverUrl: 'https://mcp.example/mcp', policy: undefined, resolve: none });
    const { port } = inside;
    const urls = [
      `http://127.0.0.1:${port}/`,
      `https://127.0.0.1:${port}/`,
      `https://localhost:${port}/`,
      `https://localhost.:${port}/`,
      `https://any.localhost:${port}/`,
      `https://2130706433:${port}/`,
      `https://0x7f000001:${port}/`,
      `https://0177.1:${port}/`,
      `https://0:${port}/`,
      `https://[::1]:${port}/`,
      `https://[::]:${port}/`,
      `https://[::ffff:127.0.0.1]:${port}/`,
      `https://[64:ff9b::7f00:1]:${port}/`,
      'https://169.254.169.254/latest/meta-data/',
      'https://[fd00:ec2::254]/',
      'https://10.0.0.1/',
      'https://192.168.1.1/',
      'https://100.100.100.200/',
      'https://user@sso.example/',
    ];
    for (const url of urls)
      await assert.rejects(
        async () => guard.fetch(url),
        /sign-in address .* (is on this machine|is not an https address|contains a user name)/,
        url,
      );
    assert.deepEqual(seen, []);
    assert.deepEqual(none.asked, []);
  });

  it('go to no other scheme than https', () => {
    const guard = new OAuthFetch({ serverUrl: 'https://mcp.example/mcp', policy: undefined, resolve: none });
    for (const url of [
      'http://sso.example/',
      'ftp://sso.example/',
      'file:///etc/passwd',
      'data:application/json,{}',
      'vscode://patchbay/x',
      'javascript:alert(1)',
    ])
      assert.throws(() => guard.check(new URL(url)), /not an https address/, url);
  });

  it('do not follow a name to an address that it may not go to, whatever other addresses it has', async () => {
    const inside = await start(json({}));
    const resolve = resolving({
      'rebinds.example': ['127.0.0.1'],
      'mixed.example': ['93.184.216.34', '10.0.0.1'],
      'mapped.example': ['::ffff:127.0.0.1'],
      'cloud.example': ['169.254.169.254'],
    });
    const guard = new OAuthFetch({ serverUrl: 'https://mcp.example/mcp', policy: undefined, resolve });
    for (const host of ['rebinds', 'mixed', 'mapped', 'cloud'])
      await assert.rejects(
        async () => guard.fetch(`https://${host}.example:${inside.port}/`),
        /on this machine or in a private network/,
        host,
      );
    assert.deepEqual(seen, []);
    // The address that was checked is the one that is connected to: there is no second lookup to answer otherwise.
    assert.equal(resolve.asked.length, 4);
  });

  it('look at a connection that is there already, which somebody else has made and left', async () => {
    const inside = await start(json({}));
    const url = new URL(`http://rebinds.example:${inside.port}/`);
    const left = once(globalAgent, 'free');
    get(url, { lookup: (_, __, done) => done(null, [{ address: '127.0.0.1', family: 4 }]) }, (response) =>
      response.resume(),
    );
    await left;
    const asked: string[] = [];
    const checkAddress = (address: string): void => {
      asked.push(address);
      throw new Error('not there');
    };
    await assert.rejects(checkedRequest(url, {}, { resolve: none, checkAddress }), /not there/);
    assert.deepEqual([asked, seen], [['127.0.0.1'], ['GET /']]);
  });

  it('reach this machine for a server that is there itself, and nothing of a private network', async () => {
    const inside = await start(json({ issuer: 'here' }));
    const guard = new OAuthFetch({ serverUrl: 'http://localhost:1/mcp', policy: undefined });
    assert.deepEqual(await (await guard.fetch(inside)).json(), { issuer: 'here' });
    await assert.rejects(async () => guard.fetch('https://10.0.0.1/'), /private network/);
    await assert.rejects(async () => guard.fetch('https://169.254.169.254/'), /private network/);
  });

  it('take for the place of a server where its metadata came from, and not what its name stands for later', async () => {
    const own = await start((request, response) =>
      (request.url === '/.well-known/there' ? json({}) : json({ error: 'none' }))(request, response),
    );
    const other = await start(json({ issuer: 'other' }));
    const resolve = resolving({ 'mcp.test': ['127.0.0.1'], 'flips.test': ['10.0.0.1'] });
    const serverUrl = `http://mcp.test:${own.port}/mcp`;
    const guard = new OAuthFetch({ serverUrl, policy: undefined, resolve });
    await assert.rejects(async () => guard.fetch(other), /not an https address/);
    await guard.fetch(`http://mcp.test:${own.port}/.well-known/there`);
    assert.deepEqual(await (await guard.fetch(other)).json(), { issuer: 'other' });
  });

  it('go only to hosts that the policy of the machine allows', async () => {
    const policy = () => ({ deniedHosts: ['*.evil.example'] });
    const guard = new OAuthFetch({ serverUrl: 'https://mcp.example/', policy, resolve: none });
    await assert.rejects(
      async () => guard.fetch('https://sso.evil.example/'),
      /policy of this machine denies/,
    );
    assert.throws(() => guard.check(new URL('https://sso.evil.example/authorize')), /policy/);
  });

  it('send a form as one, as fetch does', async () => {
    let type: string | undefined;
    const server = await start((request, response) => {
      type = request.headers['content-type'];
      response.end();
    });
    const body = new URLSearchParams({ token: 'a' });
    const checks = { resolve: none, checkAddress: () => undefined };
    await checkedRequest(server, { method: 'POST', body }, checks);
    assert.equal(type, 'application/x-www-form-urlencoded;charset=UTF-8');
    await checkedRequest(server, { method: 'POST', body, headers: { 'content-type': 'a/b' } }, checks);
    assert.equal(type, 'a/b');
  });

  it('do not follow redirects, and end when there is too much or nothing', async () => {
    const target = await start(json({}));
    const redirecting = await start((_, response) =>
      response.writeHead(302, { location: target.href }).end(),
    );
    const endless = await start((_, response) => {
      const piece = Buffer.alloc(64 * 1024, 'x');
      const more = (): void => {
        while (!response.destroyed && response.write(piece));
      };
      response.on('drain', more);
      more();
    });
    const silent = await start(() => undefined);
    const guard = new OAuthFetch({ serverUrl: 'http://127.0.0.1:1/mcp', policy: undefined });
    assert.equal((await guard.fetch(redirecting)).status, 302);
    assert.deepEqual(seen, ['GET /']);
    await assert.rejects(
      async () => guard.fetch(endless),
      ({ cause }: Error) => /more than 1048576 bytes/.test((cause as Error).message),
    );
    await assert.rejects(
      checkedRequest(silent, {}, { resolve: none, checkAddress: () => undefined, limitMs: 50 }),
      ({ cause }: Error) => /did not answer within/.test((cause as Error).message),
    );
    await assert.rejects(
      async () => guard.fetch(silent, { signal: AbortSignal.abort(new Error('stop')) }),
      /stop/,
    );
  });
});

describe('a server that wants a sign-in', () => {
  it('has nothing fetched from another origin before the user signs in, and no header of its own sent there', async () => {
    const seen: string[] = [];
    const other = await listen((request, response) => {
      seen.push(`${request.url} ${String(request.headers['x-own'])}`);
      response.writeHead(404).end();
    }, '');
    const server: RunningServer = await listen((request, response) => {
      if (request.url?.startsWith('/.well-known/oauth-protected-resource'))
        return void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ resource: server.url, authorization_servers: [other.url] }));
      const metadata = `${other.url}/.well-known/oauth-protected-resource`;
      // Half of the servers name their metadata elsewhere.
      const challenge = request.method === 'POST' ? `Bearer resource_metadata="${metadata}"` : 'Bearer';
      return void response.writeHead(401, { 'www-authenticate': challenge }).end();
    });
    const { authorization } = browser();
    let wants = false;
    const bench = new Bench({
      authorization: {
        ...authorization,
        open: async (...args) => (wants ? authorization.open(...args) : undefined),
      },
    });
    try {
      await bench.start({ remote: { type: 'http', url: server.url, headers: { 'X-Own': 'secret' } } });
      assert.equal((await bench.until('remote', 'error')).failure.reason, 'sign-in');
      assert.equal(seen.join(), '');
      wants = true;
      await bench.server('remote').reconnect();
      await bench.until('remote', 'error');
      assert.notEqual(seen.length, 0);
      assert.deepEqual(
        seen.filter((each) => !each.endsWith(' undefined')),
        [],
      );
    } finally {
      await bench.dispose();
      await server.close();
      await other.close();
    }
  });
});
