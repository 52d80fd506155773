/** Requests for web pages, to a server of the test that stands for any host (decision 030). */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import type { Resolve } from '../../../../src/base/node/checkedRequest.ts';
import {
  PageFetcher,
  type PageFetcherOptions,
  type PageRequest,
} from '../../../../src/tools/web/pageFetcher.ts';

const worker = fileURLToPath(new URL('../../../../src/tools/web/pageWorker.ts', import.meta.url));
const hostileWorker = fileURLToPath(new URL('../../../fixtures/hostilePageWorker.cjs', import.meta.url));

describe('a request for a web page', () => {
  let server: Server;
  let port: number;
  let requests: IncomingMessage[];
  let respond: (request: IncomingMessage, response: ServerResponse) => void;
  let stop: AbortController;
  let received: number[];

  /** Every name is this machine. */
  const resolve: Resolve = (_, done) => done(null, [{ address: '127.0.0.1', family: 4 }]);
  const fetcher = (options: Partial<PageFetcherOptions> = {}) =>
    new PageFetcher({ worker, resolve, ...options });
  const fetch = (path: string, options: Partial<PageRequest> & Partial<PageFetcherOptions> = {}) =>
    fetcher(options).fetch({
      url: path.startsWith('/') ? `http://a.example:${port}${path}` : path,
      isWhole: false,
      allowsPrivate: true,
      signal: stop.signal,
      onReceived: (bytes) => void received.push(bytes),
      ...options,
    });
  const html = (response: ServerResponse, text: string): unknown =>
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(text);

  beforeEach(async () => {
    [requests, received, stop] = [[], [], new AbortController()];
    respond = (_, response) => html(response, '<title>T</title><p>text');
    server = createServer((request, response) => {
      requests.push(request);
      respond(request, response);
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    ({ port } = server.address() as AddressInfo);
  });
  afterEach(async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
  });

  it('brings its title and markdown, and reports how much has come', async () => {
    const page = await fetch('/x');
    assert.ok(page.kind === 'page');
    assert.deepEqual([page.title, page.text, page.mimeType], ['T', 'text', 'text/markdown']);
    assert.equal(page.url.href, `http://a.example:${port}/x`);
    assert.ok((received.at(-1) ?? 0) > 0);
  });

  it('has nothing of the user in it', async () => {
    await fetch('/x#part');
    assert.deepEqual(Object.keys(requests[0]?.headers ?? {}).toSorted(), [
      'accept',
      'accept-encoding',
      'connection',
      'host',
      'user-agent',
    ]);
    assert.equal(requests[0]?.url, '/x');
  });

  it('sends back no cookie that it was given', async () => {
    respond = ({ url }, response) =>
      url === '/x'
        ? response.writeHead(302, { 'set-cookie': 'a=b', location: '/y' }).end()
        : html(response, '<p>y');
    await fetch('/x');
    assert.deepEqual(
      requests.map(({ url, headers }) => [url, headers.cookie, headers.referer]),
      [
        ['/x', undefined, undefined],
        ['/y', undefined, undefined],
      ],
    );
  });

  it('brings plain text, JSON and XML as they are', async () => {
    for (const [type, text] of [
      ['text/plain', '<p>a'],
      ['text/markdown', '# a'],
      ['application/json', '{"a":1}'],
      ['application/rss+xml', '<rss/>'],
    ] as const) {
      respond = (_, response) => response.writeHead(200, { 'content-type': type }).end(text);
      const page = await fetch('/x');
      assert.ok(page.kind === 'page');
      assert.deepEqual([page.mimeType, page.text, page.title], [type, text, undefined]);
    }
  });

  it('refuses what is not text before its body has come', async () => {
    for (const type of ['application/pdf', 'image/png', undefined]) {
      // The body never ends.
      respond = (_, response) =>
        response.writeHead(200, type === undefined ? {} : { 'content-type': type }).write('%PDF');
      await assert.rejects(fetch('/x'), /not text/);
    }
  });

  it('unpacks what a server has packed without being asked', async () => {
    const packed = { gzip: gzipSync('<p>packed'), br: brotliCompressSync('<p>packed') };
    for (const [encoding, body] of Object.entries(packed)) {
      respond = (_, response) =>
        response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': encoding }).end(body);
      const page = await fetch('/x');
      assert.equal(page.kind === 'page' && page.text, 'packed');
    }
    respond = (_, response) =>
      response.writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'zip' }).end('x');
    await assert.rejects(fetch('/x'), /encoding/);
  });

  it('has a largest size, of what unpacks to more too', async () => {
    respond = (_, response) => html(response, 'x'.repeat(6_000_000));
    await assert.rejects(fetch('/x'), /more than 5242880 bytes/);
    respond = (_, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html', 'content-encoding': 'gzip' })
        .end(gzipSync('x'.repeat(6_000_000)));
    await assert.rejects(fetch('/x'), /more than 5242880 bytes/);
  });

  it('has a time limit, for all of its redirects together', async () => {
    respond = ({ url }, response) => {
      if (url === '/x') response.writeHead(302, { location: '/y' }).end();
      // The answer to the second never comes.
    };
    await assert.rejects(fetch('/x', { requestLimitMs: 300 }), /did not answer/);
  });

  it('follows redirects of its host, and no more than five', async () => {
    respond = ({ url }, response) =>
      url === '/3'
        ? html(response, '<p>three')
        : response.writeHead(301, { location: `/${Number(url?.slice(1)) + 1}` }).end();
    const page = await fetch('/0');
    assert.equal(page.kind === 'page' && page.url.pathname, '/3');
    respond = (_, response) => response.writeHead(302, { location: '/again' }).end();
    await assert.rejects(fetch('/0'), /more than 5 times/);
  });

  it('names a redirect to another host or port, and requests nothing there', async () => {
    for (const target of [`http://b.example:${port}/secret`, 'http://a.example/', 'https://b.example/']) {
      requests = [];
      respond = (_, response) => response.writeHead(302, { location: target }).end();
      const page = await fetch('/x');
      assert.equal(page.kind === 'redirect' && page.to.href, new URL(target).href);
      assert.equal(requests.length, 1);
    }
  });

  it('refuses a redirect to an address that could not be asked for', async () => {
    for (const [target, why] of [
      ['file:///etc/passwd', /Only http and https/],
      ['http://user:word@b.example/', /user name/],
      ['http://169.254.169.254/latest', /private network/],
    ] as const) {
      respond = (_, response) => response.writeHead(302, { location: target }).end();
      // The server itself is reached as if it were on the internet.
      const allowsPrivate = !target.includes('169');
      if (allowsPrivate) await assert.rejects(fetch('/x'), why);
      else await assert.rejects(fetch(target, { allowsPrivate }), why);
    }
  });

  for (const url of [
    'http://127.0.0.1/',
    'http://2130706433/',
    'http://localhost:3000/',
    'http://[::1]/',
    'http://[::ffff:10.0.0.1]/',
    'http://192.168.1.1/',
    'http://169.254.169.254/latest/meta-data/',
  ])
    it(`refuses ${url} unless the user allows it`, async () => {
      await assert.rejects(fetch(url, { allowsPrivate: false }), /allowPrivateAddresses/);
    });

  it('refuses a name of a machine in a private network where it is connected to', async () => {
    await assert.rejects(fetch('/x', { allowsPrivate: false }), /allowPrivateAddresses/);
    assert.equal(requests.length, 0);
  });

  it('refuses other schemes, user names, and invalid addresses', async () => {
    await assert.rejects(fetch('file:///etc/passwd'), /Only http and https/);
    await assert.rejects(fetch('https://user:word@a.example/'), /user name/);
    await assert.rejects(fetch('a.example/page'), /whole address/);
    await assert.rejects(fetch(`https://a.example/${'x'.repeat(2_000)}`), /longer than 2000/);
    assert.equal(requests.length, 0);
  });

  it('fails with the status of the answer', async () => {
    respond = (_, response) => response.writeHead(404, { 'content-type': 'text/html' }).end('gone');
    await assert.rejects(fetch('/x'), /a\.example:\d+ answered with HTTP status 404\.$/);
    respond = (_, response) => response.writeHead(403).end();
    await assert.rejects(fetch('/x'), /403.*sign-in/);
  });

  it('says why a host cannot be reached', async () => {
    const unknown: Resolve = (hostname, done) =>
      done(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }), []);
    await assert.rejects(
      fetch('/x', { resolve: unknown }),
      /could not be read: getaddrinfo ENOTFOUND a\.example/,
    );
  });

  it('ends when it is cancelled, while it waits and while it reads', async () => {
    respond = () => stop.abort();
    await assert.rejects(fetch('/x'), { name: 'AbortError' });
    stop = new AbortController();
    respond = (_, response) => html(response, '<p>x');
    const reading = fetch('/x', {
      worker: hostileWorker,
      onReceived: () => setImmediate(() => stop.abort()),
    });
    await assert.rejects(reading, { name: 'AbortError' });
  });

  it('is given up where the page takes too long to read, or cannot be', async () => {
    await assert.rejects(fetch('/x', { worker: hostileWorker, readLimitMs: 200 }), /took longer than 0\.2 s/);
    respond = (_, response) => html(response, 'deep');
    await assert.rejects(fetch('/x', { worker: hostileWorker }), /too deeply nested/);
  });
});
