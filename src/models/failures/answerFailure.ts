/** Explains answers that cannot be read, and ends of answers that the user should know about. */
import { plainLabel } from '../../base/common/text.ts';
import { join, msg, type LocalizedMessage } from '../../base/common/message.ts';
import type { ModelError } from './errors.ts';
import { statusOfError, statusOfWords } from './errorStatus.ts';
import { errorWords, isWebPage, pageTitle, xmlWords } from './errorWords.ts';
import { makeError } from './failure.ts';
import { boundedWords, redactKey } from './redaction.ts';
import { explainModelStatus } from './statusFailure.ts';
import { hostOf, type Target } from '../common/target.ts';

const MAX_TITLE = 120;
/** Codes of temporary errors in answers with status 200. Gateways use 500 for every error. */
const passing = new Set([408, 429, 502, 503, 504, 529]);

export function webPage(target: Target, page: string): ModelError {
  const said = xmlWords(page);
  if (said !== undefined || !isWebPage(page)) return explainOddError(said ?? page, target);
  const words = plainLabel(pageTitle(page), MAX_TITLE);
  const next = msg('Check the base URL {0}. Most base URLs end in /v1.', target.baseURL);
  const what =
    words === undefined
      ? msg("{0} responded with a web page instead of a model's answer.", hostOf(target))
      : msg('{0} responded with the web page "{1}" instead of a model\'s answer.', hostOf(target), words);
  return makeError({ kind: 'not-found', message: join(' ', what, next) }, page, target);
}

/** `status` is a success status. With status 200 the error is temporary: the next answer may have a body. */
export function emptyAnswer(target: Target, status: number): ModelError {
  const what = msg('{0} sent an empty answer (HTTP {1}).', hostOf(target), status);
  const next = msg(
    'Check the base URL {0}, and whether the server there runs without errors.',
    target.baseURL,
  );
  const message = join(' ', what, next);
  return status === 200
    ? makeError({ kind: 'broken-stream', message, transient: what }, undefined, target)
    : makeError({ kind: 'server', message }, undefined, target);
}

/** Explains an answer of which nothing was understood. `start` is its beginning. A retry would get the same form. */
export function unreadableModelAnswer(target: Target, start: string): ModelError {
  const isText = !/^\s*(?:[{[]|(?:data|event|id|retry):)/.test(start);
  const isKnown = statusOfWords(start) !== undefined || errorWords(start) !== start;
  if (isText && isKnown) return explainOddError(start, target);
  const words = quoted(start, target);
  const what = msg("The response of {0} is not in the form of a model's answer{1}.", hostOf(target), words);
  const next = msg('Check the base URL {0} and the setting patchbay.model.api.', target.baseURL);
  return makeError({ kind: 'bad-request', message: join(' ', what, next) }, start, target);
}

/** Explains an error in an unusual form, in an answer with status 200. */
export function explainOddError(error: unknown, target: Target): ModelError {
  const words = errorWords(error);
  const { status, origin } = statusOfError(error, words);
  const known = explainModelStatus(status, redactKey(words, target), target, undefined, origin);
  if (status !== undefined && passing.has(status)) return makeError(known, words, target);
  // The endpoint answered, so the same request would get the same error.
  if (known.kind !== 'server') return makeError({ kind: known.kind, message: known.message }, words, target);
  const what = msg('{0} answered with an error{1}.', hostOf(target), quoted(words, target));
  const next = msg('Check the model, the base URL and the account at the endpoint.');
  return makeError({ kind: 'bad-request', message: join(' ', what, next) }, words, target);
}

/** Explains an answer that was withheld as a whole. */
export function filteredAnswer(target: Target, words: string | undefined): ModelError {
  const message = join(
    ' ',
    msg(
      '{0} withheld the answer because of its content filter{1}.',
      hostOf(target),
      quoted(words ?? '', target),
    ),
    msg('Rephrase the message.'),
  );
  return makeError({ kind: 'bad-request', message }, words, target);
}

/** Returns the note below an answer that was cut off by a filter. */
export function cutByFilter(target: Target, words: string | undefined): LocalizedMessage {
  return join(
    ' ',
    msg(
      '{0} cut off the answer because of its content filter{1}.',
      hostOf(target),
      quoted(words ?? '', target),
    ),
    msg('Rephrase the message, or choose another model.'),
  );
}

export function endedEarly(target: Target, words: string): LocalizedMessage {
  return join(
    ' ',
    msg('{0} ended the answer before it was complete{1}.', hostOf(target), quoted(words, target)),
    msg('Continue, or try again.'),
  );
}

export function announcedCallIsMissing(target: Target): LocalizedMessage {
  return join(
    ' ',
    msg('{0} ended the answer for a tool call, but sent no call.', hostOf(target)),
    msg('Try again. If this happens again, choose another model, or check how its server parses tool calls.'),
  );
}

export function limitWithoutText(target: Target): LocalizedMessage {
  return join(
    ' ',
    msg('The output limit was reached at {0} before any text was written.', hostOf(target)),
    msg('Set a higher "maxTokens" or a lower "effort" in patchbay.model.request, or choose another model.'),
  );
}

export function failedEnd(target: Target, reason: string): ModelError {
  const what = msg('{0} stopped before the answer was complete{1}.', hostOf(target), quoted(reason, target));
  return makeError(
    { kind: 'server', message: join(' ', what, msg('Try again in a moment.')), transient: what },
    reason,
    target,
  );
}

function quoted(words: string, target: Target): string {
  const plain = plainLabel(
    redactKey(isWebPage(words) ? (pageTitle(words) ?? '') : words, target),
    1_000,
  )?.replace(/\.$/, '');
  return plain === undefined ? '' : `: ${boundedWords(plain, 300)}`;
}
