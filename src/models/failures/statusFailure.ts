import { join, msg, type LocalizedMessage } from '../../base/common/message.ts';
import { plainLabel } from '../../base/common/text.ts';
import type { ModelErrorKind } from './errors.ts';
import { isWebPage, pageTitle } from './errorWords.ts';
import { isOverflow } from './overflow.ts';
import { boundedWords } from './redaction.ts';
import { isTooManyTools } from './toolLimit.ts';
import { hostOf, type Target } from '../common/target.ts';

export interface Explanation {
  readonly kind: ModelErrorKind;
  readonly message: LocalizedMessage;
  /** The same as `ModelError.transient`. */
  readonly transient?: LocalizedMessage | undefined;
}

/** Messages of OpenAI, Ollama, OpenRouter, vLLM, Moonshot, Azure, Anthropic and Zhipu. */
const noSuchModel =
  /model_?not_?found|model\b.{0,80}\b(not found|does not exist|not exist|not available)|(not a valid|invalid|unknown|no such) model|not found the model|deployment\b.{0,60}\bdoes not exist|DeploymentNotFound|^model: \S+ \(not_found_error\)|模型.{0,20}不存在/is;
/** Messages of Gemini, Anthropic and Bedrock. Gateways write the vendor's name before them. */
const noSuchModelOfVendor =
  /models\/\S+ is not found|\bmodel: \S+ \(not_found_error\)|model identifier is invalid/i;
/** Messages of Ollama, OpenRouter, vLLM and llama.cpp. Some are about how the server was started. */
const noTools =
  /not support (tool|function)|support tool use|tool (use|calling) is not|enable-auto-tool-choice|requires --jinja|tools? (is|are) not supported/i;
// "exceeded your current quota" is not here, because Gemini says so about its limit per minute.
const noCredit =
  /insufficient_quota|insufficient (account )?(balance|credit|funds)|credit balance|(out of|no|not enough|run out of) credits?\b|payment required|arrearage|in arrears|余额不足|欠费|额度不足|额度已用(完|尽)/i;
/** A key that is refused with status 400: Gemini and Baidu say so. */
const badKey = /api key not valid|invalid api[- ]?key|incorrect api key|API_KEY_INVALID/i;

export function isNoCredit(words: string): boolean {
  return noCredit.test(words);
}

export function isNoSuchModel(words: string): boolean {
  return noSuchModel.test(words) || noSuchModelOfVendor.test(words);
}

/** Request Timeout, Conflict (OpenAI could not get a lock in time), and Too Early. */
const passing = new Set([408, 409, 425]);
/** Statuses with which endpoints say that there is no credit: Anthropic 400, gateways 403. */
const mayBeCredit = new Set<number | undefined>([400, 403, 429, undefined]);
/** Server errors that another attempt does not change: the method or the version of HTTP is unknown there. */
const lasting = new Set<number | undefined>([501, 505]);

/** Source of a status: the answer's own, a code in its body, or words. */
export type StatusOrigin = 'http' | 'body' | 'words';

/**
 * Explains a refusal. `status` is undefined within a stream, `words` are redacted, and `retryAfter` is in ms. A status
 * that was concluded from words is not told.
 */
export function explainModelStatus(
  status: number | undefined,
  words: string,
  target: Target,
  retryAfter: number | undefined,
  origin: StatusOrigin = 'http',
): Explanation {
  const host = hostOf(target);
  const { model } = target;
  // Of HTML error pages of proxies, the title is quoted. DashScope's messages begin with `<400>`.
  const said = isWebPage(words) ? pageTitle(words) : words;
  const plain = plainLabel(said, 1_000)?.replace(/\.$/, '');
  const quote = plain === undefined ? '' : `: ${boundedWords(plain, 300)}`;
  const code = status === undefined ? '' : codeOf(status, origin);
  // Has no words of a language, so that it can end a sentence of each.
  const details = join('', code, quote);

  // Bedrock also says "too many tokens" about its rate limit.
  if (status === 413 || (status !== 429 && isOverflow(words))) {
    const what =
      model === undefined
        ? msg('The conversation is too long at {0}{1}.', host, details)
        : msg('The conversation is too long for model "{0}" at {1}{2}.', model, host, details);
    const next = msg(
      'Start a new conversation, enable fewer tools, or choose a model with a larger context window.',
    );
    return { kind: 'too-large', message: join(' ', what, next) };
  }
  if (status === 402 || (mayBeCredit.has(status) && noCredit.test(words))) {
    const message = msg(
      'The account at {0} has no credit left{1}. Add credit there, or use another endpoint.',
      host,
      details,
    );
    return { kind: 'no-credit', message };
  }
  if (status === 429 || (status === undefined && /rate.?limit|too many requests/i.test(words))) {
    const what =
      model === undefined
        ? msg('{0} limits the rate of requests{1}.', host, details)
        : msg('{0} limits the rate of requests for model "{1}"{2}.', host, model, details);
    const next = retryAfter === undefined ? msg('Try again in a moment.') : tryAgainIn(retryAfter);
    return { kind: 'rate-limited', message: join(' ', what, next), transient: what };
  }
  if (status === 401 || (status === 400 && badKey.test(words))) {
    return target.apiKey === undefined
      ? {
          kind: 'no-key',
          message: msg('{0} requires an API key, and none is set{1}. Set the API key.', host, details),
        }
      : {
          kind: 'unauthorized',
          message: msg('{0} does not accept the API key{1}. Set a valid API key.', host, details),
        };
  }
  if (status === 403) {
    const what =
      model === undefined
        ? msg('{0} does not allow this request{1}.', host, details)
        : msg('{0} does not allow this request for model "{1}"{2}.', host, model, details);
    const next = msg('Check what the API key may do there, and whether the network is allowed.');
    return { kind: 'forbidden', message: join(' ', what, next) };
  }
  if (status !== undefined && noTools.test(words)) {
    const what =
      model === undefined
        ? msg('{0} cannot call tools{1}.', host, details)
        : msg('{0} cannot call tools for model "{1}"{2}.', host, model, details);
    const next = msg('Choose a model that supports tool calls, or turn off patchbay.model.toolCalling.');
    return { kind: 'no-tools', message: join(' ', what, next) };
  }
  // A refusal with another status that names the model may be about something else.
  if (model !== undefined && (status === 404 || status === 400) && isNoSuchModel(words)) {
    return {
      kind: 'not-found',
      message: msg('{0} has no model "{1}"{2}. Choose one that it offers.', host, model, details),
    };
  }
  if (status === 404 || status === 405) {
    if (target.api === 'responses') {
      const message = msg(
        'There is no Responses API at {0}{1}. Set patchbay.model.api to chat, or check the base URL and the model.',
        `${target.baseURL}/responses`,
        details,
      );
      return { kind: 'not-found', message };
    }
    const path = model === undefined ? '/models' : '/chat/completions';
    const message = msg(
      'There is nothing at {0}{1}. Check the base URL (most end in /v1) and the model.',
      `${target.baseURL}${path}`,
      details,
    );
    return { kind: 'not-found', message };
  }
  if (status === undefined || status >= 500 || passing.has(status)) {
    const what =
      model === undefined
        ? msg('{0} failed{1}.', host, details)
        : msg('{0} failed for model "{1}"{2}.', host, model, details);
    const message = join(' ', what, msg('Try again in a moment.'));
    return { kind: 'server', message, transient: lasting.has(status) ? undefined : what };
  }
  if (isTooManyTools(words)) {
    const what = msg('{0} does not accept this many tools at once{1}.', host, details);
    return {
      kind: 'bad-request',
      message: join(' ', what, msg('Disable some tools in the MCP Servers view.')),
    };
  }
  const what =
    model === undefined
      ? msg('{0} refused the request{1}.', host, details)
      : msg('{0} refused the request for model "{1}"{2}.', host, model, details);
  return {
    kind: 'bad-request',
    message: join(' ', what, msg('If the error names a tool, disable that tool.')),
  };
}

function codeOf(status: number, origin: StatusOrigin): string | LocalizedMessage {
  if (origin === 'words') return '';
  return origin === 'http' ? ` (HTTP ${status})` : join('', ' (', msg('error code {0}', status), ')');
}

/**
 * Returns ms from `retry-after-ms`, `Retry-After` (RFC 9110), or the messages of Gemini and OpenAI. `now` is in ms
 * since the epoch.
 */
export function retryAfterOf(headers: Pick<Headers, 'get'>, words: string, now: number): number | undefined {
  const milliseconds = Number(headers.get('retry-after-ms') ?? Number.NaN);
  if (milliseconds >= 0) return milliseconds;
  const value = headers.get('retry-after')?.trim() ?? '';
  const seconds =
    /^(\d+(?:\.\d+)?)$/.exec(value) ?? /\b(?:retry|try again) in (\d+(?:\.\d+)?) ?s\b/i.exec(words);
  const date = Date.parse(value);
  if (!Number.isNaN(date) && !/^[\d.]+$/.test(value)) return Math.max(0, date - now);
  return seconds === null ? undefined : Number(seconds[1]) * 1000;
}

function tryAgainIn(milliseconds: number): LocalizedMessage {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (seconds === 1) return msg('Try again in 1 second.');
  return seconds < 120
    ? msg('Try again in {0} seconds.', seconds)
    : msg('Try again in {0} minutes.', Math.ceil(seconds / 60));
}
