/** Every failure says what happened, where, and what to do next, and never the key. */
import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { explainModelFailure, explainStreamError } from '../../../../src/models/failures/failure.ts';
import { retryAfterOf } from '../../../../src/models/failures/statusFailure.ts';

const target = { baseURL: 'https://models.test/v1', model: 'm', apiKey: 'sk-secret-key/12+34==' };

/** What the openai package throws for a status: `error` is the body's `error`. */
function statusError(status: number, error: unknown, headers: Record<string, string> = {}): Error {
  const message = `${status} ${typeof error === 'string' ? error : JSON.stringify(error)}`;
  return Object.assign(new Error(message), { status, error, headers: new Headers(headers) });
}

/** What the openai package throws when no answer came. */
function networkError(code: string): Error {
  const cause = new TypeError('fetch failed', {
    cause: Object.assign(new Error(`details of ${code}`), { code }),
  });
  return new Error('Connection error.', { cause });
}

/** What to do next: every text ends in it. */
const advice = /(Try|Choose|Check|Set|Add|Start|Disable|If it|If the|Perhaps) [^.]*(\.\w[^.]*)*\.$/;
/** Statuses after which the same request may well succeed. */
const passing = new Set([408, 409, 429, 500, 503, 529]);

describe('explanations of an HTTP status', () => {
  const rows: [name: string, status: number, error: unknown, kind: string, text: RegExp][] = [
    [
      'a refused request',
      400,
      { message: "Invalid schema for function 'read'." },
      'bad-request',
      /refused .*"m" \(HTTP 400\): Invalid schema for function 'read'\. /,
    ],
    ['a wrong key', 401, { message: 'Incorrect API key' }, 'unauthorized', /does not accept the API key/],
    ['no credit', 402, { message: 'Insufficient Balance' }, 'no-credit', /no credit left/],
    ['no permission', 403, { message: 'Country not supported' }, 'forbidden', /Country not supported/],
    [
      'an unknown model',
      404,
      { message: 'The model `m` does not exist', code: 'model_not_found' },
      'not-found',
      /has no model "m"/,
    ],
    [
      'an unknown model of Ollama',
      404,
      { message: 'model "m" not found, try pulling it first' },
      'not-found',
      /has no model "m"/,
    ],
    [
      'an unknown model of OpenRouter',
      400,
      { message: 'm is not a valid model ID' },
      'not-found',
      /has no model "m"/,
    ],
    [
      'an unknown model of Anthropic behind a gateway',
      404,
      { message: 'anthropic error: model: m', type: 'not_found_error' },
      'not-found',
      /has no model "m"/,
    ],
    [
      'an unknown model of Gemini behind a gateway',
      404,
      { message: 'google error: models/m is not found for API version v1beta, or is not supported.' },
      'not-found',
      /has no model "m"/,
    ],
    [
      'an unknown model of Bedrock',
      400,
      { message: 'The provided model identifier is invalid.' },
      'not-found',
      /has no model "m"/,
    ],
    ['a wrong path', 404, undefined, 'not-found', /nothing at https:\/\/models\.test\/v1\/chat\/completions/],
    ['a wrong path of FastAPI', 404, { detail: 'Not Found' }, 'not-found', /nothing at .*Not Found/],
    ['a method that is not there', 405, undefined, 'not-found', /Check the base URL/],
    ['a body that is too large', 413, undefined, 'too-large', /too long.*new conversation/],
    [
      'a full context of OpenAI',
      400,
      { message: "This model's maximum context length is 8192 tokens" },
      'too-large',
      /too long/,
    ],
    [
      'a full context of llama.cpp',
      400,
      { message: 'no', type: 'exceed_context_size_error' },
      'too-large',
      /too long/,
    ],
    ['unprocessable fields', 422, { message: 'extra fields' }, 'bad-request', /extra fields/],
    [
      'a rate limit of Bedrock',
      429,
      { message: 'Too many tokens, please wait' },
      'rate-limited',
      /Try again/,
    ],
    ['a rate limit', 429, { message: 'Rate limit' }, 'rate-limited', /Try again in a moment/],
    ['a spent quota', 429, { message: 'Quota', code: 'insufficient_quota' }, 'no-credit', /no credit left/],
    [
      'a failing server',
      500,
      { message: 'CUDA out of memory' },
      'server',
      /failed .*CUDA out of memory\. Try again/,
    ],
    ['a gateway', 503, undefined, 'server', /HTTP 503/],
    ['a request that took too long', 408, undefined, 'server', /HTTP 408/],
    ['a lock that was not free', 409, { message: 'Lock timeout' }, 'server', /Lock timeout/],
    ['an overloaded server', 529, { type: 'overloaded_error' }, 'server', /HTTP 529/],
    ['what was not built', 501, undefined, 'server', /HTTP 501/],
    [
      'a model of Ollama without tools',
      400,
      { message: 'registry.ollama.ai/library/gemma:2b does not support tools' },
      'no-tools',
      /cannot call tools for model "m" \(HTTP 400\): .* Choose a model that supports tool calls, or turn off/,
    ],
    [
      'a model of OpenRouter without tools',
      404,
      { message: 'No endpoints found that support tool use. Try disabling "read".' },
      'no-tools',
      /support tool use/,
    ],
    [
      'vLLM that was started without tools',
      400,
      { message: '"auto" tool choice requires --enable-auto-tool-choice and --tool-call-parser to be set' },
      'no-tools',
      /--tool-call-parser/,
    ],
    [
      'llama.cpp that was started without tools',
      500,
      { message: 'tools param requires --jinja flag' },
      'no-tools',
      /--jinja/,
    ],
    [
      'too many tools',
      400,
      { message: "Invalid 'tools': array too long. Expected an array with maximum length 128" },
      'bad-request',
      /this many tools at once .*128.* Disable some tools/,
    ],
  ];
  for (const [name, status, error, kind, text] of rows) {
    it(`name ${name}`, () => {
      const explained = explainModelFailure(statusError(status, error), target);
      assert.equal(explained.kind, kind);
      assert.match(explained.message, text);
      assert.match(explained.message, /models\.test/);
      assert.match(explained.message, advice);
      assert.equal(
        explained.transient !== undefined,
        passing.has(status) && (kind === 'server' || kind === 'rate-limited'),
      );
      if (explained.transient !== undefined) {
        assert.doesNotMatch(explained.transient.english, advice);
        assert.ok(explained.message.startsWith(explained.transient.english));
      }
    });
  }

  it('tell a missing key from a wrong one', () => {
    const { kind, message } = explainModelFailure(statusError(401, undefined), {
      ...target,
      apiKey: undefined,
    });
    assert.equal(kind, 'no-key');
    assert.match(message, /none is set.*Set the API key/);
  });

  it('say when to try again', () => {
    const wait = (headers: Record<string, string>, message = 'slow down') => {
      const { message: text, retryAfter } = explainModelFailure(
        statusError(429, { message }, headers),
        target,
      );
      return [/Try again in (.*)\./.exec(text)?.[1], retryAfter];
    };
    assert.deepEqual(wait({ 'retry-after': '20' }), ['20 seconds', 20_000]);
    assert.deepEqual(wait({ 'retry-after': '0.5' }), ['1 second', 500]);
    assert.deepEqual(wait({ 'retry-after': '600' }), ['10 minutes', 600_000]);
    assert.deepEqual(wait({ 'retry-after-ms': '1500', 'retry-after': '9' }), ['2 seconds', 1500]);
    assert.deepEqual(wait({}, 'Please retry in 27.5s.'), ['28 seconds', 27_500]);
    assert.deepEqual(wait({ 'retry-after': 'soon' }), ['a moment', undefined]);
  });

  it('take headers of another fetch', () => {
    const headers = { get: (name: string) => (name === 'retry-after' ? '3' : null) };
    const error = Object.assign(statusError(429, undefined), { headers });
    assert.equal(explainModelFailure(error, target).retryAfter, 3000);
  });

  it('read Retry-After as a date', () => {
    const now = Date.parse('2026-01-01T00:00:00Z');
    const headers = new Headers({ 'retry-after': 'Thu, 01 Jan 2026 00:00:30 GMT' });
    assert.equal(retryAfterOf(headers, '', now), 30_000);
    assert.equal(retryAfterOf(headers, '', now + 60_000), 0);
  });

  it("keep the endpoint's own words, bounded", () => {
    const { detail, message } = explainModelFailure(
      statusError(400, { message: 'x'.repeat(10_000) }),
      target,
    );
    assert.equal(detail?.length, 2001);
    assert.ok(message.length < 500);
  });

  it('keep the web page of a proxy out of the message', () => {
    const { message, detail } = explainModelFailure(
      statusError(502, '<html><h1>Bad gateway</h1></html>'),
      target,
    );
    assert.doesNotMatch(message, /html/);
    assert.match(detail ?? '', /Bad gateway/);
  });

  it('quote the title of such a page', () => {
    const page = '<!DOCTYPE html><html><head><title>Attention Required! | Cloudflare</title></head></html>';
    const { message } = explainModelFailure(statusError(403, page), target);
    assert.match(message, /\(HTTP 403\): Attention Required! \| Cloudflare\. Check/);
    assert.doesNotMatch(message, /html/i);
  });

  it('leave brackets and JSON in a sentence that are no errors as they are', () => {
    for (const said of [
      'Range of input length must be [1, 100]',
      'Invalid schema for function \'a\': {"type": "object"} has no properties',
      'Invalid \'tools[1].function\': [{"a": 1}]',
      'Unexpected token { in JSON',
    ])
      assert.equal(explainModelFailure(statusError(400, { message: said }), target).detail, said);
    const long = 'Range of input length should be [1, 129024]';
    assert.equal(explainModelFailure(statusError(400, { message: long }), target).kind, 'too-large');
  });

  it('unwrap the list in which Gemini sends errors', () => {
    const { message } = explainModelFailure(
      statusError(400, [{ error: { code: 400, message: 'Bad schema' } }]),
      target,
    );
    assert.match(message, /: Bad schema\./);
  });

  it('never hold the key, however it came into the words', () => {
    const key = target.apiKey;
    const error = statusError(400, { message: `${'y'.repeat(1980)} ${key}` }, { 'x-echo': key });
    error.cause = new Error(`Bearer ${key}`);
    for (const explained of [
      explainModelFailure(error, target),
      explainStreamError({ message: key }, target),
    ]) {
      assert.doesNotMatch(inspect(explained, { depth: 9, showHidden: true }), /secret-key/);
      assert.doesNotMatch(JSON.stringify([explained.message, explained.detail]), /secret-key/);
    }
  });

  it('never hold the key in an address either', () => {
    const gateway = { ...target, baseURL: `https://gateway.test/${target.apiKey}/v1` };
    assert.match(
      explainModelFailure(statusError(404, undefined), gateway).message,
      /nothing at https:\/\/gateway\.test\/•••\/v1/,
    );
  });

  it('leave placeholders for a key alone, which are ordinary words', () => {
    const local = { ...target, baseURL: 'http://ollama:11434/v1', apiKey: 'ollama' };
    assert.match(explainModelFailure(statusError(500, undefined), local).message, /ollama:11434/);
  });
});

describe('explanations of a failed connection', () => {
  const rows: [code: string, text: RegExp][] = [
    ['ENOTFOUND', /name of models\.test could not be resolved/],
    ['EAI_AGAIN', /could not be resolved/],
    ['ECONNREFUSED', /models\.test refused the connection.*Start the server/],
    ['ECONNRESET', /closed the connection/],
    ['UND_ERR_SOCKET', /closed the connection/],
    ['ETIMEDOUT', /did not answer in time/],
    ['UND_ERR_HEADERS_TIMEOUT', /did not answer in time/],
    ['EPIPE', /closed the connection/],
    ['UND_ERR_CONNECT_TIMEOUT', /did not answer in time/],
    ['ENETUNREACH', /models\.test is not reachable/],
    ['EHOSTUNREACH', /models\.test is not reachable/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', /certificate of models\.test is not trusted/],
    ['SELF_SIGNED_CERT_IN_CHAIN', /certificate of models\.test is not trusted/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', /certificate of models\.test is not trusted/],
    ['CERT_HAS_EXPIRED', /certificate/],
    ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', /NODE_EXTRA_CA_CERTS/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', /does not use TLS.*http:\/\//],
    ['HPE_INVALID_CONSTANT', /is not HTTP/],
    ['ENEWERROR', /could not be reached \(ENEWERROR\)/],
  ];
  const passes = new Set(['EAI_AGAIN', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT']);
  for (const code of ['UND_ERR_CONNECT_TIMEOUT', 'UND_ERR_SOCKET']) passes.add(code);
  for (const [code, text] of rows) {
    it(`name ${code}`, () => {
      const { kind, message, detail, cause, transient } = explainModelFailure(networkError(code), target);
      assert.match(message, advice);
      assert.equal(transient !== undefined, passes.has(code));
      assert.equal(kind, 'unreachable');
      assert.match(message, text);
      assert.match(message, new RegExp(code));
      assert.equal(detail, `Connection error.: fetch failed: details of ${code}`);
      assert.match(inspect(cause), new RegExp(`details of ${code}`));
    });
  }

  it('look into the errors of each address', () => {
    const each = Object.assign(new Error('connect ::1'), { code: 'ECONNREFUSED' });
    const cause = new TypeError('fetch failed', { cause: new AggregateError([each]) });
    assert.match(explainModelFailure(cause, target).message, /ECONNREFUSED/);
  });

  it("name the package's own time limit", () => {
    assert.match(
      explainModelFailure(new Error('Request timed out.'), target).message,
      /did not answer in time/,
    );
  });

  it('say something useful of anything that can be thrown', () => {
    for (const thrown of [undefined, null, 'text', 7, {}, new Error('')]) {
      assert.match(explainModelFailure(thrown, target).message, /models\.test could not be reached/);
    }
  });
});
