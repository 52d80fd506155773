import { join, msg, type LocalizedMessage } from '../../base/common/message.ts';
import { ModelError, type ModelErrorKind } from '../failures/errors.ts';
import { isOverflow } from '../failures/overflow.ts';
import { boundedWords, redactedCause } from '../failures/redaction.ts';
import { isNoCredit, retryAfterOf } from '../failures/statusFailure.ts';
import { isTooManyTools } from '../failures/toolLimit.ts';
import { portName, type LanguageModelPort } from './port.ts';

/** Codes of `vscode.LanguageModelError`. Other codes are the provider's own. */
const noPermissions = 'NoPermissions';
const blocked = 'Blocked';
const notFound = 'NotFound';

const limited = /rate.?limit|too many requests|\b429\b/i;
const overQuota = /quota|premium requests?\b.*\b(limit|exceeded|exhausted)/i;
const passing =
  /ECONN|ETIMEDOUT|EAI_AGAIN|ENOTFOUND|fetch failed|network|socket hang up|timed? ?out|overloaded|unavailable|\b50[0234]\b/i;

/** The error is the editor's, so leaving out parts of the request cannot help. */
export function isOfEditor(error: unknown): boolean {
  return [noPermissions, blocked, notFound].includes(codeOf(error));
}

export function noSuchLanguageModel(name: string): ModelError {
  const message = msg(
    'The editor has no language model "{0}" at the moment. Choose another one, or check whether the extension that provides it is enabled and signed in.',
    name,
  );
  return new ModelError('not-found', message);
}

export function explainPortFailure(error: unknown, port: LanguageModelPort): ModelError {
  if (error instanceof ModelError) return error;
  const name = portName(port);
  const words = errorWords(error);
  const quote = words === '' ? '' : `: ${boundedWords(words.replace(/\s+/g, ' ').replace(/\.$/, ''), 300)}`;
  const make = (
    kind: ModelErrorKind,
    what: LocalizedMessage,
    next: LocalizedMessage,
    passes = false,
  ): ModelError => {
    const retryAfter = retryAfterOf(new Headers(), words, Date.now());
    return new ModelError(kind, join(' ', what, next), {
      detail: words === '' ? undefined : boundedWords(words),
      cause: redactedCause(error, {}),
      transient: passes ? what : undefined,
      retryAfter: passes ? retryAfter : undefined,
    });
  };
  switch (codeOf(error)) {
    case noPermissions:
      return make(
        'not-permitted',
        msg('The editor does not let Patchbay use the language model "{0}".', name),
        msg('Try again and allow it when the editor asks, or choose another model.'),
      );
    case notFound:
      return noSuchLanguageModel(name);
    case blocked:
      return make(
        'not-permitted',
        msg('The provider of the language model "{0}" is not responding{1}.', name, quote),
        msg(
          'The provider may have reached its quota or blocked the request. Try again later, or choose another model.',
        ),
      );
  }
  if (isOverflow(words)) {
    const next = msg(
      'Start a new conversation, enable fewer tools, or choose a model with a larger context window.',
    );
    return make('too-large', msg('The conversation is too long for the language model "{0}".', name), next);
  }
  if (limited.test(words)) {
    const what = msg('The provider of the language model "{0}" limits the rate of requests.', name);
    return make('rate-limited', what, msg('Try again in a moment.'), true);
  }
  if (isNoCredit(words) || overQuota.test(words)) {
    const what = msg('The quota for the language model "{0}" is used up{1}.', name, quote);
    return make('not-permitted', what, msg('Check your account with the provider, or choose another model.'));
  }
  if (isTooManyTools(words)) {
    const what = msg('The language model "{0}" does not accept this many tools at once{1}.', name, quote);
    return make('bad-request', what, msg('Disable some tools in the MCP Servers view.'));
  }
  const what = msg('The language model "{0}" failed{1}.', name, quote);
  return make('server', what, msg('Try again, or choose another model.'), passing.test(words));
}

export function nothingSaid(port: LanguageModelPort): ModelError {
  const what = msg('The language model "{0}" ended without an answer.', portName(port));
  return new ModelError('broken-stream', join(' ', what, msg('Try again.')), { transient: what });
}

export function errorWords(error: unknown): string {
  const texts = new Set<string>();
  for (let at: unknown = error; at instanceof Error && texts.size < 5; at = at.cause) {
    // A cause from another process is a plain object. The error's own message includes its text.
    if (at.message !== '') texts.add(at.message);
  }
  return texts.size > 0 ? [...texts].join(': ') : error instanceof Error ? '' : String(error);
}

function codeOf(error: unknown): string {
  const { code } = (error ?? {}) as { code?: unknown };
  return typeof code === 'string' ? code : '';
}
