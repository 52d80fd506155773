/** What a user is told when a request over real HTTP goes wrong. */
import assert from 'node:assert/strict';
import { createServer as createTlsServer } from 'node:https';
import { createServer } from 'node:net';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { inspect } from 'node:util';
import { lastingPort } from '../../../../scripts/host/lastingPort.ts';
import {
  createOpenAiModel,
  type Abilities,
  type ModelError,
  type ModelEvent,
} from '../../../../src/models/index.ts';
import { expired, key as certificateKey, valid } from '../../../fixtures/certificates.ts';
import {
  apis,
  chunk,
  errorReply,
  event,
  rawReply,
  silence,
  streamReply,
  type Reply,
} from '../../../fixtures/endpoint.ts';
import { withHurriedUndici } from '../../../fixtures/undiciLimits.ts';
import { asking, modelErrorOf, run, useEndpoints } from '../support.ts';

type Api = Abilities['api'];

const apiKey = 'sk-very-secret-0123456789';

function failureAt(baseURL: string, key: string | undefined = apiKey, api?: Api): Promise<ModelError> {
  const options = { baseURL, api, apiKey: key, model: 'scripted', canCallTools: true };
  return modelErrorOf(run(createOpenAiModel(options)));
}

for (const api of apis)
  describe(`a refused request (${api})`, () => {
    const start = useEndpoints();

    const failureOf = async (reply: Reply, key?: string): Promise<ModelError> => {
      const { baseURL } = await start([reply]);
      return failureAt(baseURL, key, api);
    };

    const rows: [status: number, body: unknown, kind: string, text: RegExp][] = [
      [
        400,
        { error: { message: 'Bad schema', type: 'invalid_request_error' } },
        'bad-request',
        /refused the request .*: Bad schema/,
      ],
      [
        401,
        { error: { message: 'Incorrect API key provided' } },
        'unauthorized',
        /does not accept the API key/,
      ],
      [403, { error: 'Not from here' }, 'forbidden', /Not from here/],
      [404, { error: "model 'scripted' not found" }, 'not-found', /has no model "scripted"/],
      [
        404,
        '404 page not found',
        'not-found',
        api === 'chat'
          ? /nothing at http:.*\/v1\/chat\/completions .*Check the base URL/
          : /no Responses API at http:.*\/v1\/responses .*Set patchbay\.model\.api to chat/,
      ],
      [413, '', 'too-large', /too long/],
      [500, { error: { message: 'out of memory' } }, 'server', /out of memory/],
      [502, '<html><body>Bad gateway</body></html>', 'server', /HTTP 502/],
      [503, { message: 'starting' }, 'server', /starting/],
    ];
    for (const [status, body, kind, text] of rows) {
      it(`is explained for status ${status} and ${inspect(body)}`, async () => {
        const error = await failureOf(errorReply(status, body));
        assert.equal(error.kind, kind);
        assert.match(error.message, text);
        assert.match(error.message, /127\.0\.0\.1:\d+/);
      });
    }

    it('for want of a key says that none is set', async () => {
      const { baseURL } = await start([errorReply(401, { error: { message: 'Unauthorized' } })]);
      const error = await modelErrorOf(
        run(createOpenAiModel({ api, baseURL, model: 'm', canCallTools: true })),
      );
      assert.equal(error.kind, 'no-key');
    });

    it('for its rate says when to try again, and is not tried again by itself', async () => {
      const { baseURL, requests } = await start([
        errorReply(429, { error: { message: 'slow' } }, { 'retry-after': '7' }),
      ]);
      const error = await failureAt(baseURL, apiKey, api);
      assert.deepEqual([error.kind, error.retryAfter, requests.length], ['rate-limited', 7000, 1]);
      assert.match(error.message, /in 7 seconds/);
    });

    it('does not tell the key, although the endpoint repeats it', async () => {
      const error = await failureOf(
        errorReply(400, { error: { message: `Bearer ${apiKey}` } }, { 'x-key': apiKey }),
      );
      assert.match(error.detail ?? '', /Bearer •••/);
      assert.doesNotMatch(inspect(error, { depth: 9, showHidden: true }), /very-secret/);
    });

    it('by a web page with status 200 points to the base URL', async () => {
      const error = await failureOf(rawReply(['<!doctype html><title>Welcome</title>']));
      assert.equal(error.kind, 'not-found');
      assert.match(error.message, /web page .*Check the base URL/);
    });

    it('by an error in a JSON body with status 200 is explained all the same', async () => {
      assert.equal(
        (await failureOf(rawReply(['{"error":{"code":429,"message":"slow"}}']))).kind,
        'rate-limited',
      );
    });
  });

for (const api of apis)
  describe(`an answer that goes wrong (${api})`, () => {
    // About Chat Completions alone.
    const itByChat = api === 'chat' ? it : () => undefined;

    const start = useEndpoints();

    const partOf = async (reply: Reply): Promise<{ text: string; error: ModelError }> => {
      const { baseURL } = await start([reply]);
      let text = '';
      const read = async (): Promise<void> => {
        const stream = createOpenAiModel({ api, baseURL, apiKey, model: 'scripted', canCallTools: true });
        const events: AsyncIterable<ModelEvent> = stream.stream(asking('Hi'), new AbortController().signal);
        for await (const part of events) if (part.type === 'text') text += part.text;
      };
      const error = await modelErrorOf(read());
      return { text, error };
    };

    it('gives what came before the connection broke, and then says so', async () => {
      const { text, error } = await partOf(streamReply([chunk({ content: 'Hel' })], { end: 'cut' }));
      assert.equal(text, 'Hel');
      assert.equal(error.kind, 'broken-stream');
      assert.match(error.message, /127\.0\.0\.1:\d+ ended in the middle of the answer of model "scripted"/);
      assert.match(error.detail ?? '', /closed/);
    });

    it('is broken when it just ends', async () => {
      const { text, error } = await partOf(streamReply([chunk({ content: 'Hel' })], { done: false }));
      assert.deepEqual([text, error.kind], ['Hel', 'broken-stream']);
    });

    itByChat('is broken when it ends within an event, or says nothing at all', async () => {
      const half = event(chunk({ content: 'lo' })).slice(0, 30);
      assert.equal(
        (await partOf(rawReply([event(chunk({ content: 'Hel' })), half]))).error.kind,
        'broken-stream',
      );
      assert.equal((await partOf(rawReply([]))).error.kind, 'broken-stream');
    });

    itByChat('is broken when an event is damaged', async () => {
      const { error } = await partOf(
        rawReply([event(chunk({ content: 'Hel' })), 'data: {"choices":[{"del\n\n', 'data: [DONE]\n\n']),
      );
      assert.equal(error.kind, 'broken-stream');
      assert.equal(error.detail, '{"choices":[{"del');
    });

    it('reports an error object after HTTP 200', async () => {
      const failing = streamReply([
        chunk({ content: 'Hel' }),
        { error: { code: 502, message: `Provider gone ${apiKey}` }, choices: [] },
      ]);
      const { text, error } = await partOf(failing);
      assert.deepEqual([text, error.kind], ['Hel', 'server']);
      assert.match(error.message, /Provider gone •••/);
    });

    itByChat('reports an event that is called error', async () => {
      const { error } = await partOf(rawReply(['event: error\ndata: {"message":"worker died"}\n\n']));
      assert.equal(error.kind, 'server');
      assert.match(error.message, /worker died/);
    });
  });

describe('an endpoint out of reach', () => {
  const start = useEndpoints();

  it('is named by its address when nothing answers there', async () => {
    const port = await lastingPort();
    const error = await failureAt(`http://127.0.0.1:${port}/v1`);
    assert.equal(error.kind, 'unreachable');
    assert.match(
      error.message,
      new RegExp(`127\\.0\\.0\\.1:${port} refused the connection \\(ECONNREFUSED\\)`),
    );
    assert.match(inspect(error.cause), /ECONNREFUSED/);
  });

  it('is named by its host when the host cannot be resolved', async () => {
    const error = await failureAt('http://models.invalid/v1');
    assert.equal(error.kind, 'unreachable');
    assert.match(error.message, /name of models\.invalid could not be resolved \((ENOTFOUND|EAI_AGAIN)\)/);
  });

  for (const [what, cert, says] of [
    ['is signed by nobody', valid, /certificate of localhost:\d+ is not trusted .*NODE_EXTRA_CA_CERTS/],
    ['has expired', expired, /certificate of localhost:\d+ is not trusted \((CERT_HAS_EXPIRED|DEPTH_ZERO)/],
  ] as const) {
    it(`is explained when its certificate ${what}, and no check is switched off`, async () => {
      let requests = 0;
      const server = createTlsServer({ key: certificateKey, cert }, (_, response) => {
        requests += 1;
        response.end();
      }).listen(0, 'localhost');
      await once(server, 'listening');
      try {
        const error = await failureAt(`https://localhost:${(server.address() as AddressInfo).port}/v1`);
        assert.equal(error.kind, 'unreachable');
        assert.match(error.message, says);
        assert.equal(requests, 0);
      } finally {
        server.close();
      }
    });
  }

  for (const silent of ['before the headers', 'before the first event'])
    it(`is waited for longer than the limits of undici when it is silent ${silent}`, async () => {
      const { promise, resolve } = Promise.withResolvers<void>();
      const { baseURL } = await start(async () => {
        if (silent === 'before the headers') await promise;
        return streamReply([{ wait: () => promise }, chunk({ content: 'late' })]);
      });
      const post = { method: 'POST', body: '{}' };
      const read = async (): Promise<string> => (await fetch(`${baseURL}/chat/completions`, post)).text();
      await withHurriedUndici(async () => {
        const answer = run(createOpenAiModel({ baseURL, model: 'scripted', canCallTools: true }));
        await assert.rejects(read());
        resolve();
        assert.equal((await answer).text, 'late');
      });
    });

  it('is explained when it does not begin to answer in time, and the connection is closed', async () => {
    const { baseURL, requests } = await start([silence]);
    const slow = createOpenAiModel({ baseURL, model: 'scripted', canCallTools: true, answerLimitMs: 50 });
    const error = await modelErrorOf(run(slow));
    assert.equal(error.kind, 'unreachable');
    assert.match(error.message, /127\.0\.0\.1:\d+ did not answer in time\. .*then try again/);
    // Whoever waited so long is not made to wait again.
    assert.equal(error.transient, undefined);
    await requests[0]?.disconnected;
  });

  it('is explained when it closes the connection, or does not speak TLS or HTTP', async () => {
    const server = createServer((socket) => {
      socket.once('data', (data) => {
        // The first byte of a TLS handshake is 22.
        if (data[0] === 22) socket.end('HTTP/1.1 400 Bad Request\r\n\r\n');
        else if (data.includes('/hello/')) socket.end('HELLO I AM NO HTTP\r\n\r\n');
        else socket.destroy();
      });
      socket.on('error', () => undefined);
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
    try {
      assert.match((await failureAt(`http://${host}/v1`)).message, /closed the connection/);
      assert.match((await failureAt(`https://${host}/v1`)).message, /does not use TLS/);
      assert.match((await failureAt(`http://${host}/hello/v1`)).message, /is not HTTP/);
    } finally {
      server.close();
    }
  });
});
