/** Bodies over HTTP that never end, or are far too large, are broken off; streams may go on. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { boundedFetch } from '../../../../src/mcp/connection/boundedFetch.ts';
import { TooLong } from '../../../../src/base/node/lineBuffer.ts';
import { listen, type RunningServer } from '../../../fixtures/servers/httpHost.ts';
import { Bench } from '../support.ts';

const MB = 1024 * 1024;

/** Writes `piece` as often as that, as fast as it is read, and ends; gives up when nobody reads any more. */
function pour(response: ServerResponse, piece: string, times: number): void {
  let left = times;
  const go = (): void => {
    while (left > 0) {
      left -= 1;
      if (!response.write(piece)) return;
    }
    response.end();
  };
  response.on('drain', go);
  go();
}

describe('a body over HTTP', function () {
  this.timeout(60_000);
  let server: RunningServer | undefined;
  afterEach(() => server?.close());

  const serve = async (type: string, pieces: readonly (readonly [string, number])[], status = 200) => {
    server = await listen((_, response) => {
      response.writeHead(status, { 'content-type': type });
      const [first, second] = pieces;
      if (second) response.write(first?.[0].repeat(first[1]) ?? '');
      const [piece, times] = second ?? first ?? ['', 0];
      pour(response, piece, times);
    });
    return boundedFetch(MB)(server.url);
  };

  it('comes through whole when it is within the limit, with its address', async () => {
    const response = await serve('application/json', [['x', MB]]);
    assert.equal((await response.text()).length, MB);
    assert.equal(response.url, server?.url);
  });

  it('is broken off when it is longer', async () => {
    const response = await serve('application/json', [['x'.repeat(MB), 500]]);
    await assert.rejects(response.text(), TooLong);
  });

  it('may be endless as a stream of small events', async () => {
    for (const end of ['\n\n', '\r\n\r\n', '\r\r']) {
      const event = `data: ${'x'.repeat(1_000)}${end}`;
      const response = await serve('text/event-stream; charset=utf-8', [[event, 5_000]]);
      assert.equal((await response.text()).length, event.length * 5_000);
      await server?.close();
    }
  });

  it('is broken off in an event that is too large', async () => {
    const response = await serve('text/event-stream', [
      ['data: small\n\n', 10],
      ['x'.repeat(MB), 500],
    ]);
    await assert.rejects(response.text(), TooLong);
  });

  it('of a refusal is cut at a megabyte whatever the limit is', async () => {
    server = await listen((_, response) => {
      response.writeHead(500);
      pour(response, 'x'.repeat(MB), 3);
    });
    assert.equal((await (await boundedFetch(100 * MB)(server.url)).text()).length, MB);
  });

  for (const [type, start] of [
    ['application/json', '{"jsonrpc":"2.0","id":0,"result":{"x":"'],
    ['text/event-stream', 'data: {"jsonrpc":"2.0","id":0,"result":{"x":"'],
  ] as const) {
    it(`of 500 MB does not fill the memory while a server connects (${type})`, async () => {
      server = await listen((request, response) => {
        if (request.method !== 'POST') return void response.writeHead(405).end();
        response.writeHead(200, { 'content-type': type });
        response.write(start);
        pour(response, 'x'.repeat(MB), 500);
      });
      const bench = new Bench();
      let highest = 0;
      const watch = setInterval(() => (highest = Math.max(highest, process.memoryUsage().rss)), 50);
      const before = process.memoryUsage().rss;
      await bench.start({ demo: { type: 'http', url: server.url, setupTimeout: 20_000 } });
      clearInterval(watch);
      const { state } = bench.server('demo');
      assert.ok(state.kind === 'error', state.kind);
      assert.match(state.failure.message.localized, /a message of more than 64 MB/);
      const grown = (highest - before) / MB;
      assert.ok(grown < 900, `It grew by ${grown} MB.`);
      await bench.dispose();
    });
  }
});
