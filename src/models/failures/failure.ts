import { join, msg } from '../../base/common/message.ts';
import { ModelError } from './errors.ts';
import { statusOfError } from './errorStatus.ts';
import { errorWords } from './errorWords.ts';
import { explainNetwork } from './networkFailure.ts';
import { boundedWords, redactKey, redactedCause } from './redaction.ts';
import { explainModelStatus, retryAfterOf, type Explanation, type StatusOrigin } from './statusFailure.ts';
import { hostOf, type Target } from '../common/target.ts';

/** Explains any error. Errors of the openai package are recognised by shape, so that the package need not be loaded. */
export function explainModelFailure(error: unknown, target: Target): ModelError {
  const known = modelErrorIn(error);
  if (known) return known;
  const { status, headers } = (error ?? {}) as { status?: unknown; headers?: unknown };
  if (typeof status === 'number') {
    return answered(status, wordsOfApiError(error as ApiErrorShape), target, headers, error);
  }
  const text = textOf(error);
  return makeError(explainNetwork(error, boundedWords(redactKey(text, target), 300), target), text, target, {
    cause: error,
  });
}

function modelErrorIn(error: unknown): ModelError | undefined {
  if (error instanceof ModelError) return error;
  return error instanceof Error && error.cause instanceof ModelError ? error.cause : undefined;
}

/** Explains an `error` object in a stream after HTTP 200 (OpenRouter, LiteLLM). It may be undefined. */
export function explainStreamError(error: unknown, target: Target): ModelError {
  const words = errorWords(error);
  const { status, origin } = statusOfError(error, words);
  return answered(status, words, target, undefined, undefined, origin);
}

/** Explains an incomplete answer. `detail` is the text that could not be read, `cause` the error of the connection. */
export function brokenStream(target: Target, detail?: string, cause?: unknown): ModelError {
  const what =
    target.model === undefined
      ? msg('The connection to {0} ended in the middle of the answer.', hostOf(target))
      : msg(
          'The connection to {0} ended in the middle of the answer of model "{1}".',
          hostOf(target),
          target.model,
        );
  const words = detail ?? (cause === undefined ? undefined : textOf(cause));
  return makeError(
    { kind: 'broken-stream', message: join(' ', what, msg('Try again.')), transient: what },
    words,
    target,
    {
      cause,
    },
  );
}

/** The error is not `transient`, because the next answer would be as long. */
export function tooLongAnswer(target: Target, limit: number): ModelError {
  const message = msg(
    '{0} sends more than {1} million characters at once. The answer was cut off. Check the base URL, or use another endpoint.',
    hostOf(target),
    Math.max(1, Math.round(limit / 1_000_000)),
  );
  return makeError({ kind: 'server', message }, undefined, target);
}

interface ApiErrorShape {
  readonly message: string;
  readonly error?: unknown;
}

function answered(
  status: number | undefined,
  words: string,
  target: Target,
  headers: unknown,
  cause: unknown,
  origin: StatusOrigin = 'http',
): ModelError {
  const retryAfter = retryAfterOf(isHeaders(headers) ? headers : new Headers(), words, Date.now());
  const redacted = redactKey(words, target);
  return makeError(explainModelStatus(status, redacted, target, retryAfter, origin), words, target, {
    cause,
    retryAfter,
  });
}

/** The `fetch` of an editor has its own class of Headers. */
function isHeaders(value: unknown): value is Pick<Headers, 'get'> {
  return typeof (value as Partial<Headers> | undefined)?.get === 'function';
}

export function makeError(
  { kind, message, transient }: Explanation,
  detail: string | undefined,
  target: Target,
  { cause, retryAfter }: { cause?: unknown; retryAfter?: number | undefined } = {},
): ModelError {
  const redact = (text: string): string => redactKey(text, target);
  return new ModelError(kind, message.map(redact), {
    detail: detail === undefined || detail === '' ? undefined : boundedWords(redactKey(detail, target)),
    cause: redactedCause(cause, target),
    retryAfter,
    transient: transient?.map(redact),
  });
}

/**
 * The openai package puts a JSON body's `error` (or the whole body) into `error`, and the status before other texts.
 */
function wordsOfApiError({ error, message }: ApiErrorShape): string {
  if (error !== undefined && error !== null) return errorWords(error);
  const text = message.replace(/^\d{3} /, '');
  return text === 'status code (no body)' ? '' : errorWords(text);
}

function textOf(error: unknown): string {
  const texts: string[] = [];
  for (let at: unknown = error; at instanceof Error && texts.length < 6; at = at.cause) {
    if (at.message !== '') texts.push(at.message);
  }
  return texts.length > 0 ? texts.join(': ') : String(error);
}
