/** Answers with status 200 in which nothing is an answer: what is said, and whether they are asked for again. */
import assert from 'node:assert/strict';
import { createOpenAiModel, type ModelError } from '../../../../src/models/index.ts';
import { withRetries } from '../../../../src/models/retries.ts';
import { apis, event, rawReply, type Reply } from '../../../fixtures/endpoint.ts';
import { asking, modelErrorOf, run, useEndpoints } from '../support.ts';

const json = { 'content-type': 'application/json' };
const apiKey = 'sk-secret-0123456789';

for (const api of apis)
  describe(`a response that is no answer (${api})`, () => {
    const start = useEndpoints();

    const answerTo = async (reply: Reply): Promise<{ error: ModelError; requests: number }> => {
      const { baseURL, requests } = await start(() => reply);
      const model = createOpenAiModel({ api, baseURL, apiKey, model: 'scripted', canCallTools: true });
      const policy = { attempts: 2, firstMs: 1, capMs: 1, totalMs: 100 };
      const error = await modelErrorOf(run(withRetries(model, policy), asking('Hi')));
      return { error, requests: requests.length };
    };

    for (const [what, reply, says] of [
      [
        'has no content (204)',
        rawReply([], { status: 204, headers: {} }),
        /sent an empty answer \(HTTP 204\)\. Check the base URL/,
      ],
      [
        'is JSON of an unknown form',
        rawReply(['{"hello":"world"}'], { headers: json }),
        /not in the form of a model's answer: \{"hello":"world"\}\. Check.*patchbay\.model\.api/,
      ],
      ['is a list', rawReply(['[1,2]'], { headers: json }), /not in the form of a model's answer: \[1,2\]/],
      [
        'is a text',
        rawReply(['upstream is being restarted'], { headers: { 'content-type': 'text/plain' } }),
        /not in the form of a model's answer: upstream is being restarted/,
      ],
      [
        'has events of another API',
        rawReply([`event: message_start\n${event({ type: 'message_start', message: {} })}`]),
        /not in the form of a model's answer: .*message_start/,
      ],
      [
        'is an error list',
        rawReply([JSON.stringify([{ error: { code: 400, message: 'No such thing' } }])], { headers: json }),
        /refused the request.*No such thing/,
      ],
      [
        'is an error of vLLM',
        rawReply([JSON.stringify({ object: 'error', message: 'bad role', code: 400 })], { headers: json }),
        /refused the request.*bad role/,
      ],
      [
        'is an error of FastAPI, as an event',
        rawReply([event({ detail: [{ loc: ['body', 'n'], msg: 'too large' }] })]),
        /answered with an error: body\.n: too large\. Check the model/,
      ],
      [
        'is an error of a gateway',
        rawReply([JSON.stringify({ code: 500, msg: 'no channel', success: false })], { headers: json }),
        /answered with an error: no channel/,
      ],
      [
        'is an error of MiniMax',
        rawReply([event({ base_resp: { status_code: 1004, status_msg: 'login fail' }, choices: null })]),
        /does not accept the API key: login fail\. Set a valid API key/,
      ],
      [
        'refuses within the stream',
        rawReply([
          event({ error: { message: '<400> inappropriate content', type: 'invalid_request_error' } }),
        ]),
        /refused the request.*<400> inappropriate content/,
      ],
      [
        'is a page',
        rawReply(['<!DOCTYPE html><title>Blocked &amp; logged</title>'], {
          headers: { 'content-type': 'text/html' },
        }),
        /responded with the web page "Blocked/,
      ],
    ] as const)
      it(`says so when it ${what}, and is not asked for again`, async () => {
        const { error, requests } = await answerTo(reply);
        assert.match(error.message, says);
        assert.equal(requests, 1);
      });

    it('is asked for again when it is empty, or says that the rate is limited', async () => {
      const empty = await answerTo(rawReply([]));
      assert.match(empty.error.message, /sent an empty answer \(HTTP 200\)/);
      const limited = await answerTo(rawReply([event({ object: 'error', code: 429, message: 'slow down' })]));
      assert.equal(limited.error.kind, 'rate-limited');
      assert.deepEqual([empty.requests, limited.requests], [3, 3]);
    });

    it('is taken for a broken one when a stream has begun, and nothing came', async () => {
      for (const text of [': keep-alive\n\n', 'data: {"choi'])
        assert.equal((await answerTo(rawReply([text]))).error.kind, 'broken-stream');
    });

    it('is quoted without the key', async () => {
      const { error } = await answerTo(rawReply([JSON.stringify({ echo: apiKey })], { headers: json }));
      assert.doesNotMatch(`${error.message} ${error.detail}`, /sk-secret/);
    });
  });
