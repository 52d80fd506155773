/** What an HTTP error status of a model endpoint, together with the endpoint's words, means for the user. */
import type { ModelErrorKind } from './errors.ts';
import { isOverflow } from './overflow.ts';
import { bounded } from './secretMask.ts';
import { hostOf, type Target } from './target.ts';

/** A kind and its text. */
export interface Explanation {
  readonly kind: ModelErrorKind;
  readonly message: string;
  /** What happened without the advice, where the same request may well succeed in a moment. */
  readonly transient?: string;
}

/** How they say that they do not have the model (OpenAI, Ollama, OpenRouter, vLLM). */
const noSuchModel =
  /model_not_found|model\b.{0,80}\b(not found|does not exist|not exist|not available)|(not a valid|invalid|unknown|no such) model/is;
/** How they say that the model, or the server as it was started, cannot call tools (Ollama, OpenRouter, vLLM, llama.cpp). */
const noTools =
  /not support (tool|function)|support tool use|tool (use|calling) is not|enable-auto-tool-choice|requires --jinja|tools? (is|are) not supported/i;
/** How they say that they take fewer tools (OpenAI: 128). */
const tooManyTools =
  /\btools'?: array too long|too many (tools|functions)|(number|amount) of (tools|functions)/i;
// Not "exceeded your current quota": Gemini says so of its limit per minute.
const noCredit = /insufficient_quota|insufficient (balance|credit|funds)|credit balance/i;

/** Whether these words are about credit that is used up, and not about a rate. */
export function isNoCredit(words: string): boolean {
  return noCredit.test(words);
}

/** Whether these words are about more tools than are taken at once. */
export function isTooManyTools(words: string): boolean {
  return tooManyTools.test(words);
}

/** "Request Timeout "Conflict" (OpenAI: a lock was not free in time) and "Too Early" are refusals that pass. */
const passing = new Set([408, 409, 425]);
/** Of those of a server in trouble, the ones that say it never will: the method, the version of HTTP. */
const lasting = new Set<number | undefined>([501, 505]);

/**
 * Explains a refusal. `status` is undefined for an error in mid-stream that names none. `words` are the
 * endpoint's own, masked; `retryAfter` in milliseconds.
 */
export function explainStatus(
  status: number | undefined,
  words: string,
  target: Target,
  retryAfter: number | undefined,
): Explanation {
  const host = hostOf(target);
  const forModel = target.model === undefined ? '' : ` for model "${target.model}"`;
  // The error pages of proxies are for browsers.
  const isQuotable = words !== '' && !/^\s*</.test(words);
  const quote = isQuotable ? `: ${bounded(words.replace(/\s+/g, ' ').trim().replace(/\.$/, ''), 300)}` : '';
  const code = status === undefined ? '' : ` (HTTP ${status})`;

  // Bedrock says "too many tokens" of its rate limit too.
  if (status === 413 || (status !== 429 && isOverflow(words))) {
    const message =
      `The conversation is too long${forModel} at ${host}${code}. Start a new conversation, ` +
      `enable fewer tools, or choose a model with a larger context.`;
    return { kind: 'too-large', message };
  }
  if (status === 402 || ((status === 429 || status === undefined) && noCredit.test(words))) {
    const message = `The account at ${host} has no credit left${code}. Add credit there, or use another endpoint.`;
    return { kind: 'forbidden', message };
  }
  if (status === 429 || (status === undefined && /rate.?limit|too many requests/i.test(words))) {
    const when = retryAfter === undefined ? 'in a moment' : `in ${duration(retryAfter)}`;
    const what = `${host} limits the rate of requests${forModel}${code}.`;
    return { kind: 'rate-limited', message: `${what} Try again ${when}.`, transient: what };
  }
  if (status === 401) {
    return target.apiKey === undefined
      ? {
          kind: 'no-key',
          message: `${host} wants an API key and none is set (HTTP 401). Set the API key for it.`,
        }
      : {
          kind: 'unauthorized',
          message: `${host} does not accept the API key (HTTP 401). Set a valid one for it.`,
        };
  }
  if (status === 403) {
    const message =
      `${host} does not allow this request${forModel} (HTTP 403)${quote}. ` +
      `Check what the API key may do there, and whether the network is allowed.`;
    return { kind: 'forbidden', message };
  }
  if (status !== undefined && noTools.test(words)) {
    const message =
      `${host} cannot call tools${forModel}${code}${quote}. Choose a model that can, or switch off ` +
      `patchbay.model.toolCalling.`;
    return { kind: 'no-tools', message };
  }
  // A refusal that names the model is about the model only where the request itself found its way.
  if (target.model !== undefined && (status === 404 || status === 400) && noSuchModel.test(words)) {
    return {
      kind: 'not-found',
      message: `${host} has no model "${target.model}"${code}. Choose one that it offers.`,
    };
  }
  if (status === 404 || status === 405) {
    const path = target.model === undefined ? '/models' : '/chat/completions';
    const message =
      `There is nothing at ${target.baseURL}${path}${code}${quote}. ` +
      `Check the base URL (most endpoints want it to end in /v1) and the model.`;
    return { kind: 'not-found', message };
  }
  if (status === undefined || status >= 500 || passing.has(status)) {
    const what = `${host} failed${forModel}${code}${quote}.`;
    const message = `${what} Try again in a moment.`;
    return { kind: 'server', message, ...(!lasting.has(status) && { transient: what }) };
  }
  if (tooManyTools.test(words)) {
    const message = `${host} does not take so many tools at once${code}${quote}. Switch some off in the MCP Servers view.`;
    return { kind: 'bad-request', message };
  }
  return {
    kind: 'bad-request',
    message: `${host} refused the request${forModel}${code}${quote}. If it names a tool, disable that tool.`,
  };
}

/**
 * The wait the endpoint asks for, in milliseconds: `retry-after-ms`, or `Retry-After` in seconds or as a date
 * (RFC 9110), or what Gemini and OpenAI say in their words. `now` in milliseconds since 1970.
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

function duration(milliseconds: number): string {
  const seconds = Math.max(1, Math.ceil(milliseconds / 1000));
  if (seconds === 1) return '1 second';
  return seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
