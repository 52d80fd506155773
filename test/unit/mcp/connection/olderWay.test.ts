/** Servers that work for a client that does not ask for their era, and not after it was asked for. */
import assert from 'node:assert/strict';
import type { ServerResponse } from 'node:http';
import { fixtureCommand } from '../../../fixtures/servers/command.ts';
import { sendJson, startPlainHttp, type PlainHttp } from '../../../fixtures/servers/plainHttp.ts';
import { Bench, textOf } from '../support.ts';

describe('a server that is of no use after the question for its era', () => {
  let bench: Bench;
  let server: PlainHttp | undefined;
  beforeEach(() => {
    bench = new Bench();
  });
  afterEach(async () => {
    await bench.dispose();
    await server?.close();
    server = undefined;
  });
  const works = async (): Promise<void> => {
    const { state } = bench.server('demo');
    assert.equal(state.kind, 'connected', state.kind === 'error' ? state.failure.message.english : '');
    assert.match(textOf(await bench.call('demo', 'echo', { text: 'x' })), /x/);
    assert.equal(bench.memory.get('demo')?.era, 'legacy');
  };

  const page = { 'content-type': 'text/html' };
  const answers: Readonly<Record<string, (response: ServerResponse) => void>> = {
    'HTTP 500': (response) => void response.writeHead(500).end('boom'),
    'HTTP 503': (response) => void response.writeHead(503).end(),
    'HTTP 403': (response) => void response.writeHead(403).end('unknown method'),
    'a web page': (response) => void response.writeHead(200, page).end('<!doctype html>'),
    'an empty answer': (response) =>
      void response.writeHead(200, { 'content-type': 'application/json' }).end(),
    'an end of the connection': (response) => void response.destroy(),
    'an error that is none of JSON-RPC': (response) => sendJson(response, { error: 'no such method' }, 500),
  };
  for (const [title, answer] of Object.entries(answers))
    for (const type of ['http', undefined] as const)
      it(`is connected the older way after ${title}, with the type ${type ?? 'left open'}, and asked only once`, async () => {
        server = await startPlainHttp(({ method, response }) => {
          if (method === 'server/discover') answer(response);
        });
        await bench.start({ demo: { ...(type && { type }), url: server.url } });
        await works();
        await bench.server('demo').reconnect();
        await works();
        assert.equal(server.methods.filter((method) => method === 'server/discover').length, 1);
      });

  it('is reported in the words of its answer to "initialize" when that fails, too', async () => {
    server = await startPlainHttp(({ response }) => void response.writeHead(500).end('no database'));
    await bench.start({ demo: { type: 'http', url: server.url } });
    const { failure } = await bench.until('demo', 'error');
    assert.match(failure.message.english, /responded with 500\. Response: no database/);
    assert.deepEqual(server.methods, ['server/discover', 'initialize']);
  });

  it('is not asked again when it has too many requests', async () => {
    server = await startPlainHttp(({ response }) => void response.writeHead(429).end());
    await bench.start({ demo: { type: 'http', url: server.url } });
    assert.deepEqual(server.methods, ['server/discover', 'initialize']);
  });

  for (const how of ['error', 'silence', 'exit'])
    it(`is started again when the question has begun its session, which it shows by ${how}`, async () => {
      await bench.start({
        demo: { ...fixtureCommand('misbehaving', 'begun-by-probe', '--how', how), setupTimeout: 12_000 },
      });
      await works();
      assert.ok(bench.log.some((line) => line.includes('starting it the older way')));
    });
});
