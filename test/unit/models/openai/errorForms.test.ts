/**
 * Errors in each form in which endpoints and gateways send them, and in each dress: with an error status, with status
 * 200 as JSON, and within a stream. Each says the endpoint's own words once, and what passes is asked for again.
 */
import assert from 'node:assert/strict';
import { processorTime } from '../../../fixtures/processorTime.ts';
import { createOpenAiModel, type ModelError, type ModelErrorKind } from '../../../../src/models/index.ts';
import { withRetries } from '../../../../src/models/retries.ts';
import { apis, chunk, event, rawReply, type Reply } from '../../../fixtures/endpoint.ts';
import { asking, modelErrorOf, run, useEndpoints } from '../support.ts';

const words = 'WORDS of the endpoint';
const inner = { error: { message: words, type: 'x', code: 'y' } };
const apiKey = 'sk-secret-0123456789';

/** `kind` is that of the error with status 200, which is undefined where only a status says what it is. */
type Row = readonly [name: string, status: number, body: unknown, kind?: ModelErrorKind, passes?: 'passes'];

const rows: readonly Row[] = [
  ['OpenAI', 400, { error: { message: words, code: 'x', type: 'invalid_request_error' } }, 'bad-request'],
  ['a rate limit', 429, { error: { message: words, code: 'rate_limit_exceeded' } }, 'rate-limited', 'passes'],
  ['a code as a number', 429, { error: { message: words, code: 429 } }, 'rate-limited', 'passes'],
  ['a code as a text', 429, { error: { message: words, code: '429' } }, 'rate-limited', 'passes'],
  ['a spent quota', 429, { error: { message: words, type: 'insufficient_quota' } }, 'no-credit'],
  ['a wrong key', 401, { error: { message: words, code: 'invalid_api_key' } }, 'unauthorized'],
  ['an unknown model', 404, { error: { message: words, code: 'model_not_found' } }, 'not-found'],
  ['an unknown model of Ollama', 404, { error: `model "m" not found, ${words}` }, 'not-found'],
  ['a full context', 400, { error: { message: words, code: 'context_length_exceeded' } }, 'too-large'],
  ['an overloaded server', 503, { error: { message: words, type: 'overloaded_error' } }, 'server', 'passes'],
  ['a failing server', 500, { error: { message: words, type: 'server_error' } }, 'server', 'passes'],
  [
    'JSON as the text of the error',
    400,
    { error: JSON.stringify({ error: { message: words, code: 400 } }) },
    'bad-request',
  ],
  ['JSON as the text of the message', 500, { error: { message: `400 ${JSON.stringify(inner)}` } }],
  [
    'LiteLLM',
    400,
    { error: { message: `litellm.BadRequestError: ${JSON.stringify(inner)}`, code: '400' } },
    'bad-request',
  ],
  [
    'Python',
    400,
    { error: { message: `Error code: 400 - {'error': {'message': '${words}', 'type': None}}` } },
    'bad-request',
  ],
  ['Gemini', 400, [{ error: { code: 400, message: words, status: 'INVALID_ARGUMENT' } }], 'bad-request'],
  ['a rate limit of Gemini', 429, [{ error: { code: 429, message: words } }], 'rate-limited', 'passes'],
  [
    'a wrong key of Gemini',
    400,
    [{ error: { code: 400, message: `API key not valid. ${words}` } }],
    'unauthorized',
  ],
  ['vLLM', 404, { object: 'error', message: `The model does not exist. ${words}`, code: 404 }, 'not-found'],
  [
    'vLLM with a code as a text',
    429,
    { object: 'error', message: words, code: '429' },
    'rate-limited',
    'passes',
  ],
  ['FastAPI', 400, { detail: words }, 'bad-request'],
  ['FastAPI with an object', 400, { detail: { error: { message: words } } }, 'bad-request'],
  [
    'FastAPI with a list',
    422,
    { detail: [{ loc: ['body', 'x'], msg: words, type: 'value' }] },
    'bad-request',
  ],
  ['code and msg', 400, { code: 400, msg: words }, 'bad-request'],
  ['code and msg as texts', 429, { code: '429', msg: words }, 'rate-limited', 'passes'],
  ['a code of a gateway', 400, { code: 10_013, msg: words, data: null }, 'bad-request'],
  [
    'a code in words (DashScope)',
    401,
    { code: 'InvalidApiKey', message: words, request_id: 'r' },
    'unauthorized',
  ],
  ['no credit at DashScope', 400, { code: 'Arrearage', message: words, request_id: 'r' }, 'no-credit'],
  ['status and msg', 400, { status: 400, msg: words }, 'bad-request'],
  ['status and message', 503, { status: 503, message: words }, 'server', 'passes'],
  ['a status in words', 400, { status: 'fail', msg: words }, 'bad-request'],
  ['a wrong key of iFlow', 401, { status: '434', msg: words, body: null }, 'unauthorized'],
  ['a rate limit of iFlow', 429, { status: '449', msg: words, body: null }, 'rate-limited', 'passes'],
  ['MiniMax', 400, { base_resp: { status_code: 2013, status_msg: words }, choices: null }, 'bad-request'],
  [
    'a rate limit of MiniMax',
    429,
    { base_resp: { status_code: 1002, status_msg: words } },
    'rate-limited',
    'passes',
  ],
  ['no credit at MiniMax', 402, { base_resp: { status_code: 1008, status_msg: words } }, 'no-credit'],
  [
    'Cloudflare',
    400,
    { success: false, errors: [{ message: words, code: 7003 }], result: null, messages: [] },
    'bad-request',
  ],
  ['errors by field', 400, { errors: { model: [words] } }, 'bad-request'],
  ['no success', 400, { success: false, message: words }, 'bad-request'],
  ['a message alone', 400, { message: words }, 'bad-request'],
  ['msg alone', 400, { msg: words }, 'bad-request'],
  ['Baidu', 400, { error_code: 336_003, error_msg: words, id: 'x' }, 'bad-request'],
  ['a rate limit of Baidu', 429, { error_code: 18, error_msg: words }, 'rate-limited', 'passes'],
  ['a wrong key of Baidu', 401, { error_code: 110, error_msg: words }, 'unauthorized'],
  ['OAuth', 401, { error: 'invalid_client', error_description: words }, 'unauthorized'],
  [
    'Tencent',
    400,
    { Response: { Error: { Code: 'InvalidParameter', Message: words }, RequestId: 'r' } },
    'bad-request',
  ],
  [
    'a rate limit of Tencent',
    429,
    { Response: { Error: { Code: 'RequestLimitExceeded', Message: words } } },
    'rate-limited',
    'passes',
  ],
  [
    'Anthropic',
    400,
    { type: 'error', error: { type: 'invalid_request_error', message: words } },
    'bad-request',
  ],
  [
    'an overloaded Anthropic',
    529,
    { type: 'error', error: { type: 'overloaded_error', message: words } },
    'server',
    'passes',
  ],
  [
    'an unknown model of Anthropic',
    404,
    { type: 'error', error: { type: 'not_found_error', message: 'model: WORDS' } },
    'not-found',
  ],
  [
    'no credit at Anthropic',
    400,
    {
      type: 'error',
      error: { type: 'invalid_request_error', message: `Your credit balance is too low. ${words}` },
    },
    'no-credit',
  ],
  ['AWS', 400, { Message: words, __type: 'ValidationException' }, 'bad-request'],
  ['a rate limit of AWS', 429, { message: words, __type: 'ThrottlingException' }, 'rate-limited', 'passes'],
  [
    'Azure',
    404,
    {
      error: {
        code: 'DeploymentNotFound',
        message: `The API deployment for this resource does not exist. ${words}`,
      },
    },
    'not-found',
  ],
  ['Azure API Management', 401, { statusCode: 401, message: words }, 'unauthorized'],
  ['NestJS', 400, { statusCode: 400, message: [words], error: 'Bad Request' }, 'bad-request'],
  ['TGI', 422, { error: `Input validation error: ${words}`, error_type: 'validation' }, 'bad-request'],
  [
    'a model of Hugging Face that is loading',
    503,
    { error: `Model is currently loading. ${words}`, estimated_time: 20 },
    'server',
    'passes',
  ],
  [
    'problem details',
    400,
    { type: 'about:blank', title: 'Bad Request', status: 400, detail: words },
    'bad-request',
  ],
  [
    'OpenRouter',
    400,
    { error: { message: 'Provider returned error', code: 400, metadata: { raw: JSON.stringify(inner) } } },
    'bad-request',
  ],
  [
    'Apigee',
    401,
    { fault: { faultstring: words, detail: { errorcode: 'oauth.v2.InvalidApiKey' } } },
    'unauthorized',
  ],
  ['error in capitals', 400, { Error: words }, 'bad-request'],
  ['errorMessage', 400, { errorMessage: words, errorType: 'Error' }, 'bad-request'],
  ['an error that is only true', 400, { error: true, message: `Invalid request: ${words}` }, 'bad-request'],
  ['an error in data', 400, { data: { error: { message: words } } }, 'bad-request'],
  [
    'XML',
    400,
    `<?xml version="1.0"?><Error><Code>x</Code><Message>${words}</Message></Error>`,
    'bad-request',
  ],
  ['err', 400, { err: words }, 'bad-request'],
  ['err with an object', 401, { err: { message: words, code: 401 } }, 'unauthorized'],
  ['retCode', 400, { retCode: 10_001, retMsg: words }, 'bad-request'],
  ['resultCode in words', 400, { resultCode: 'FAIL', resultMsg: words }, 'bad-request'],
  ['success as a text', 400, { success: 'false', message: words }, 'bad-request'],
  ['iFlytek', 400, { header: { code: 10_013, message: words, sid: 's', status: 2 } }, 'bad-request'],
  ['Volcengine', 400, { ResponseMetadata: { RequestId: 'r', Error: { Code: 'X', Message: words } } }],
  ['AWS in an object', 400, { ErrorResponse: { Error: { Code: 'X', Message: words } } }],
  ['an error in result', 400, { result: { error: { message: words } } }, 'bad-request'],
  ['an error in message', 400, { message: { error: words } }, 'bad-request'],
  ['words in data', 400, { code: 400, data: { message: words } }, 'bad-request'],
  ['a cause', 400, { error: { message: 'Request failed', code: 400, cause: { message: words } } }],
  [
    'JSON as the text of the body',
    401,
    { statusCode: 401, body: JSON.stringify({ error: { message: words } }) },
    'unauthorized',
  ],
  ['JSON as a text', 400, JSON.stringify(JSON.stringify(inner))],
  ['a text in quotation marks', 400, JSON.stringify(words), 'bad-request'],
  ['JSON after a text', 400, `Error: ${JSON.stringify(inner)}`, 'bad-request'],
  ['a word in angle brackets before a text', 400, `<Error: 400> ${words}`],
  ['an id in angle brackets before a text', 400, `<e1234> Bad request: ${words}`],
  ['a word in brackets before a text', 400, `[gateway] Bad request: ${words}`],
  ['a text', 400, `Bad request: ${words}`, 'bad-request'],
  ['a text that begins with an angle bracket', 400, `<400> InternalError.Algo: ${words}`, 'bad-request'],
];

const json = { 'content-type': 'application/json' };

const dresses: readonly (readonly [name: string, reply: (status: number, body: string) => Reply])[] = [
  ['its status', (status, body) => rawReply([body], { status, headers: json })],
  ['status 200', (_, body) => rawReply([body], { headers: json })],
  ['an event', (_, body) => rawReply([`data: ${body}\n\n`, 'data: [DONE]\n\n'])],
  ['a named event', (_, body) => rawReply([`event: error\r\ndata:${body}\r\n\r\n`])],
  [
    'an event after an empty piece',
    (_, body) =>
      rawReply([event(chunk({ role: 'assistant', content: '' })), `data: ${body}\n\n`, 'data: [DONE]\n\n']),
  ],
  [
    'a line after an empty piece',
    (_, body) => rawReply([`${JSON.stringify(chunk({ role: 'assistant', content: '' }))}\n${body}\n`]),
  ],
  [
    'an event after text',
    (_, body) => rawReply([event(chunk({ content: 'Some text' })), `data: ${body}\n\n`]),
  ],
];

for (const api of apis)
  describe(`an error (${api})`, () => {
    const start = useEndpoints();

    const answerTo = async (reply: Reply): Promise<{ error: ModelError; requests: number }> => {
      const { baseURL, requests } = await start(() => reply);
      const model = createOpenAiModel({ api, baseURL, apiKey, model: 'm', canCallTools: true });
      const policy = { attempts: 1, firstMs: 1, capMs: 1, totalMs: 100 };
      const error = await modelErrorOf(run(withRetries(model, policy), asking('Hi')));
      return { error, requests: requests.length };
    };

    for (const [name, status, body, kind, passes] of rows)
      it(`in the form "${name}" says the endpoint’s own words in each dress, once`, async () => {
        const text = typeof body === 'string' ? body : JSON.stringify(body);
        for (const [dress, reply] of dresses) {
          const { error, requests } = await answerTo(reply(status, text));
          const said = `${dress}: ${error.kind}, ${requests} requests, ${error.message}`;
          assert.equal(error.message.split('WORDS').length, 2, said);
          assert.doesNotMatch(error.message, /[{}]|\[object/, said);
          if (kind === undefined) continue;
          const isNamedEvent = dress === 'a named event' && kind === 'bad-request';
          if (!isNamedEvent) assert.equal(error.kind, kind, said);
          const isAgain = passes !== undefined && dress !== 'an event after text';
          if (!isNamedEvent) assert.equal(requests, isAgain ? 2 : 1, said);
        }
      });

    it('of a hundred thousand texts in lists, each of them like JSON, is read in a moment', async () => {
      const broken = '{"message": {';
      const flat = Array.from({ length: 60_000 }, () => broken);
      const nested = (depth: number): unknown =>
        depth === 0 ? broken : Array.from({ length: 16 }, () => nested(depth - 1));
      for (const list of [flat, nested(4), { error: flat }, { errors: nested(4) }]) {
        const spent = processorTime();
        await answerTo(rawReply([JSON.stringify(list)], { status: 400, headers: json }));
        assert.ok(spent() < 2_000);
      }
    });

    it('with the code 0 of MiniMax is none', async () => {
      const base = { base_resp: { status_code: 0, status_msg: 'success' } };
      const { baseURL } = await start([
        rawReply([event({ ...chunk({ content: 'Hi' }, 'stop'), ...base }), event(base)]),
      ]);
      const model = createOpenAiModel({ api, baseURL, model: 'm', canCallTools: true });
      assert.equal((await run(model)).text, 'Hi');
    });

    it('that is empty, or says that there is none, is none', async () => {
      const none = [{}, [], { code: 0, message: '' }, { code: '200', message: 'Success', type: null }];
      for (const error of none) {
        const { baseURL } = await start([
          rawReply([
            event({ ...chunk({ content: 'Hi' }), error }),
            event({ error }),
            event(chunk({}, 'stop')),
          ]),
        ]);
        const model = createOpenAiModel({ api, baseURL, model: 'm', canCallTools: true });
        assert.equal((await run(model)).text, 'Hi');
      }
    });

    it('is none where a gateway tells how far it is', async () => {
      const waiting = [
        { status: 'processing', message: 'You are number 3' },
        { code: 0, msg: 'ok' },
        { resultCode: 'SUCCESS', resultMsg: 'accepted' },
        { message: 'queued' },
      ];
      const { baseURL } = await start([
        rawReply([...waiting.map(event), 'data: please wait\n\n', event(chunk({ content: 'Hi' }, 'stop'))]),
      ]);
      const model = createOpenAiModel({ api, baseURL, model: 'm', canCallTools: true });
      assert.equal((await run(model)).text, 'Hi');
    });

    it('does not show the web page of a proxy in a stream', async () => {
      const page = '<html><head><title>502 Bad Gateway</title></head></html>';
      const { error } = await answerTo(rawReply([`data: ${page}\n\n`]));
      assert.doesNotMatch(error.message, /html/);
    });
  });
