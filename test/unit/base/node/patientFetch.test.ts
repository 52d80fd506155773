/** `patientFetch` is `fetch` but for undici's limits. */
import assert from 'node:assert/strict';
import type { RequestListener } from 'node:http';
import { gzipSync } from 'node:zlib';
import { patientFetch } from '../../../../src/base/node/patientFetch.ts';
import { listen, type RunningServer } from '../../../fixtures/servers/httpHost.ts';
import { startPlainHttp } from '../../../fixtures/servers/plainHttp.ts';
import { withHurriedUndici } from '../../../fixtures/undiciLimits.ts';
import { Bench, textOf } from '../../mcp/support.ts';

describe('patientFetch', () => {
  let server: RunningServer;
  const start = async (listener: RequestListener) => {
    server = await listen(listener);
    return server.url;
  };
  afterEach(() => server.close());

  it('sends method, headers and body, and gives status, headers, address and body', async () => {
    const url = await start((request, response) => {
      response.writeHead(201, { 'x-method': request.method, 'x-a': request.headers['a'] });
      request.pipe(response);
    });
    const response = await patientFetch(url, { method: 'POST', headers: { a: 'b' }, body: '{"ü":1}' });
    assert.deepEqual(
      [
        response.status,
        response.ok,
        response.headers.get('x-method'),
        response.headers.get('x-a'),
        response.url,
      ],
      [201, true, 'POST', 'b', url],
    );
    assert.deepEqual(await response.json(), { ü: 1 });
  });

  for (const isZipped of [false, true])
    it(`gives each event when it comes, ${isZipped ? 'compressed' : 'as it is'}`, async () => {
      let more = (): void => undefined;
      const url = await start((_, response) => {
        const bytes = isZipped ? gzipSync('data: 1\n\ndata: 2\n\n') : Buffer.from('data: 1\n\ndata: 2\n\n');
        if (isZipped) response.setHeader('content-encoding', 'gzip');
        response.write(isZipped ? bytes : bytes.subarray(0, 9));
        more = () => void response.end(isZipped ? undefined : bytes.subarray(9));
      });
      const { body, headers } = await patientFetch(url);
      const reader = body?.getReader();
      assert.match(Buffer.from((await reader?.read())?.value ?? []).toString(), /^data: 1/);
      assert.equal(headers.get('content-encoding'), null);
      more();
      await reader?.cancel();
    });

  it('ends when its signal is aborted, before and after the headers', async () => {
    const stop = new AbortController();
    let onHeaders = (): void => undefined;
    const url = await start((_, response) => {
      response.write('a');
      onHeaders();
    });
    assert.ok(url);
    const response = await patientFetch(url, { signal: stop.signal });
    stop.abort(new Error('stop'));
    await assert.rejects(response.text(), /stop/);
    await assert.rejects(patientFetch(url, { signal: stop.signal }), /stop/);
    const early = new AbortController();
    onHeaders = () => undefined;
    const pending = patientFetch(url, { signal: early.signal });
    early.abort(new Error('early'));
    await assert.rejects(pending, /early/);
  });

  it('fails as fetch does when nobody listens, and when the body is cut', async () => {
    const url = await start((_, response) => {
      response.writeHead(200, { 'content-length': '10' });
      response.write('a', () => response.destroy());
    });
    const response = await patientFetch(url);
    await assert.rejects(response.text());
    await server.close();
    await assert.rejects(
      patientFetch(url),
      (error: unknown) =>
        error instanceof TypeError &&
        error.message === 'fetch failed' &&
        (error.cause as { code?: string }).code === 'ECONNREFUSED',
    );
    server = await listen(() => undefined);
  });

  for (const isLater of [false, true])
    it(`uses a connection ${isLater ? 'no longer' : 'again'} that was idle for ${isLater ? 'three seconds' : 'a moment'}`, async () => {
      const sockets = new Set<unknown>();
      const url = await start((request, response) => {
        sockets.add(request.socket);
        response.end('a');
      });
      const { now } = performance;
      try {
        for (const passed of [0, isLater ? 3_000 : 1_000]) {
          performance.now = () => now.call(performance) + passed;
          const response = await patientFetch(url, { method: 'POST', body: 'b' });
          assert.equal(await response.text(), 'a');
          // The connection is free once its response has closed.
          await new Promise(setImmediate);
        }
      } finally {
        performance.now = now;
      }
      assert.equal(sockets.size, isLater ? 2 : 1);
    });

  it('does not follow a redirect', async () => {
    const url = await start((_, response) =>
      response.writeHead(302, { location: 'http://other.example/' }).end(),
    );
    const response = await patientFetch(url);
    assert.deepEqual([response.status, response.headers.get('location')], [302, 'http://other.example/']);
  });
});

describe('the limits of a server over HTTP', function () {
  this.timeout(20_000);
  for (const how of ['json', 'stream'])
    it(`hold beyond those of undici, with an answer as ${how}`, async () => {
      const answers: (() => void)[] = [];
      const server = await startPlainHttp(async ({ method, id, response }) => {
        if (method !== 'tools/call') return;
        if (how === 'stream') response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders();
        await new Promise<void>((resolve) => answers.push(resolve));
        const result = { content: [{ type: 'text', text: 'late' }] };
        if (how === 'stream') response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id, result })}\n\n`);
        else return result;
      });
      const bench = new Bench();
      try {
        await bench.start({
          short: { type: 'http', url: server.url, timeout: 299_999, maxTimeout: 299_999 },
          long: { type: 'http', url: server.url, timeout: 300_000 },
          // While the user is asked, its calls may take until `maxTimeout`, which is ten minutes.
          usual: { type: 'http', url: server.url },
        });
        // undici's own limit shows that the other calls have waited for longer.
        await withHurriedUndici(async () => {
          const calls = [bench.call('long', 'echo'), bench.call('usual', 'echo')];
          await assert.rejects(bench.call('short', 'echo'));
          for (const answer of answers) answer();
          assert.deepEqual((await Promise.all(calls)).map(textOf), ['late', 'late']);
        });
      } finally {
        await bench.dispose();
        await server.close();
      }
    });
});
