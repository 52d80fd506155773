/** Why a remote server does not come up: each cause produced on purpose, shown with its next step (A17). */
import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { expired, key, valid } from '../../../fixtures/certificates.ts';
import { hangingServer, statusServer } from '../../../fixtures/servers/http.ts';
import { listen, listenSecurely } from '../../../fixtures/servers/httpHost.ts';
import { Bench } from '../support.ts';

describe('a remote server that does not come up', function () {
  this.timeout(30_000);
  let bench: Bench;
  const servers: { close(): Promise<void> }[] = [];
  const opened = async <T extends { close(): Promise<void> }>(server: Promise<T>): Promise<T> => {
    servers.push(await server);
    return server;
  };
  beforeEach(() => {
    bench = new Bench();
  });
  afterEach(async () => {
    await bench.dispose();
    await Promise.all(servers.splice(0).map((server) => server.close()));
  });

  const failure = async (definition: Record<string, unknown>) => {
    await bench.start({ demo: definition });
    const { state } = bench.server('demo');
    assert.ok(state.kind === 'error', JSON.stringify(state));
    return state.failure;
  };

  describe('because it cannot be reached', () => {
    for (const type of ['http', 'sse']) {
      it(`names host and port where nothing listens (${type})`, async () => {
        const { url, close } = await hangingServer();
        await close();
        const shown = await failure({ type, url });
        assert.equal(shown.reason, 'unreachable');
        assert.match(shown.message.localized, /the connection was refused \(ECONNREFUSED\)/);
        assert.match(shown.next.localized, new RegExp(`Start the server.*${new URL(url).host}`));
      });

      it(`names a host that nobody knows (${type})`, async () => {
        const shown = await failure({ type, url: 'http://no-such-host.invalid/mcp' });
        assert.match(shown.message.localized, /the host name is unknown \((ENOTFOUND|EAI_AGAIN)\)/);
        assert.match(
          shown.next.localized,
          /spelling of the host \(no-such-host\.invalid\).*VPN.*http\.proxy/,
        );
      });
    }

    it('says that https is spoken to a plain HTTP server', async () => {
      const { url } = await opened(statusServer(200));
      const shown = await failure({ type: 'http', url: url.replace('http:', 'https:') });
      assert.match(shown.message.localized, /it does not use TLS/);
      assert.match(shown.next.localized, /must begin with http:/);
    });

    it('says that it takes requests and does not answer', async () => {
      const { url } = await opened(hangingServer());
      const shown = await failure({ url, setupTimeout: 400 });
      assert.equal(shown.reason, 'setup-timeout');
      assert.match(shown.next.localized, /accepts requests but does not respond/);
    });
  });

  describe('because of its certificate', () => {
    const trusted = getCACertificates('default');
    const answer: RequestListener = (_, response) => void response.end();
    afterEach(() => setDefaultCACertificates(trusted));

    it('says that nobody vouches for it, and how to trust it, never how to look away', async () => {
      const { url } = await opened(listenSecurely({ key, cert: valid }, answer));
      const shown = await failure({ type: 'http', url });
      assert.equal(shown.reason, 'certificate');
      assert.match(shown.message.localized, /issued by an unknown authority \(DEPTH_ZERO_SELF_SIGNED_CERT\)/);
      assert.match(shown.next.localized, /http\.systemCertificates.*NODE_EXTRA_CA_CERTS/);
      assert.doesNotMatch(shown.next.localized, /REJECT_UNAUTHORIZED|strictSSL/i);
    });

    it('says so over SSE too', async () => {
      const { url } = await opened(listenSecurely({ key, cert: valid }, answer));
      const shown = await failure({ type: 'sse', url });
      assert.equal(shown.reason, 'certificate', JSON.stringify(shown));
    });

    it('says that it has expired', async () => {
      setDefaultCACertificates([...trusted, expired]);
      const { url } = await opened(listenSecurely({ key, cert: expired }, answer));
      const shown = await failure({ type: 'http', url });
      assert.match(shown.message.localized, /has expired \(CERT_HAS_EXPIRED\)/);
      assert.match(shown.next.localized, /Renew the certificate/);
    });

    it('says that it is for another host', async () => {
      setDefaultCACertificates([...trusted, valid]);
      const { url } = await opened(listenSecurely({ key, cert: valid }, answer));
      const shown = await failure({ type: 'http', url: url.replace('localhost', '127.0.0.1') });
      assert.match(shown.message.localized, /is for another host/);
      assert.match(shown.next.localized, /Use the host name/);
    });
  });

  describe('because it answers something else', () => {
    const cases: readonly (readonly [status: number, message: RegExp, next: RegExp])[] = [
      [404, /responded with 404/, /no MCP endpoint at this path.*\/sse/],
      [405, /responded with 405/, /no MCP endpoint at this path/],
      [429, /responded with 429/, /Wait a minute/],
      [500, /responded with 500\. Response: out of order/, /reported an internal error/],
      [503, /responded with 503/, /gateway responded/],
    ];
    for (const [status, message, next] of cases) {
      it(`says what to do about ${status}`, async () => {
        const { url } = await opened(statusServer(status, { body: 'out of order' }));
        const shown = await failure({ type: 'http', url });
        assert.equal(shown.reason, 'http-status');
        assert.match(shown.message.localized, message);
        assert.match(shown.next.localized, next);
      });
    }

    it('says that it was a web page', async () => {
      const { url } = await opened(statusServer(200, { body: '<!doctype html><title>Hello</title>' }));
      for (const type of ['http', 'sse', undefined]) {
        const shown = await failure({ ...(type && { type }), url });
        assert.equal(shown.reason, 'protocol', JSON.stringify(shown));
        assert.match(
          shown.message.localized,
          type === 'sse' ? /not an MCP endpoint/ : /with a web page\. It is not an MCP/,
        );
        assert.match(shown.next.localized, /website/);
      }
    });

    it('gives the title of a page that is an error, and no markup', async () => {
      const body = `<!DOCTYPE html><html><head><title>Bad\n gateway</title></head>${'<p>x</p>'.repeat(9_999)}`;
      const { url } = await opened(statusServer(502, { body }));
      const shown = await failure({ type: 'http', url });
      assert.match(
        shown.message.localized,
        /responded with 502\. The server sent a web page with the title "Bad gateway"\.$/,
      );
    });

    it('bounds what it said, and keeps its tricks out', async () => {
      const { url } = await opened(statusServer(500, { body: `\u202Eevil\u0007 ${'x'.repeat(2_000_000)}` }));
      const shown = await failure({ type: 'http', url });
      assert.match(shown.message.localized, /^\S+ responded with 500\./);
      assert.doesNotMatch(shown.message.localized, /[\p{Cc}\p{Cf}]/u);
      assert.ok(shown.message.localized.length < 500);
    });

    it('takes a page to sign in on for what it is, and does not follow', async () => {
      const { url } = await opened(
        statusServer(302, { headers: { location: 'https://sso.example.com/login?next=%2Fmcp' } }),
      );
      for (const type of ['http', 'sse']) {
        const shown = await failure({ type, url });
        assert.match(
          shown.message.localized,
          /responded with 302 and redirects to https:\/\/sso\.example\.com\/login/,
        );
        assert.match(shown.next.localized, /sign-in page for a browser/);
      }
    });

    it('sends the credentials of the definition to no other origin', async () => {
      const seen: unknown[] = [];
      const other = await opened(
        listen((request, response) => {
          seen.push(request.headers.authorization);
          response.writeHead(404).end();
        }),
      );
      const { url } = await opened(statusServer(307, { headers: { location: other.url } }));
      for (const type of ['http', 'sse', undefined]) {
        const shown = await failure({
          ...(type && { type }),
          url,
          headers: { Authorization: 'Bearer secret' },
        });
        assert.match(shown.message.localized, /redirects to http:\/\/127\.0\.0\.1/);
        assert.match(shown.next.localized, /set "url" in the server definition to this address/);
      }
      assert.deepEqual(seen, []);
    });
  });
});
