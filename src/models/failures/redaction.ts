/** Removes API keys and values of headers from texts and causes of errors. */

import { truncate } from '../../base/common/text.ts';
import { Redactor } from '../../base/common/redactor.ts';

/** A shorter "key" is a placeholder such as `ollama`. Redacting it would garble words. */
const shortestSecret = 8;

const detailLimit = 2000;

/** Any header that the user set may be a credential. */
export interface Credentials {
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export function redactKey(text: string, { apiKey = '', headers = {} }: Credentials): string {
  const redactor = new Redactor();
  for (const secret of [apiKey, ...Object.values(headers)])
    if (secret.length >= shortestSecret) redactor.addValue(secret, '•••', 'secret');
  return redactor.text(text);
}

/** Cuts a text that is already redacted: a truncated key would not be found any more. */
export function boundedWords(text: string, limit: number = detailLimit): string {
  return truncate(text, limit + 1);
}

/**
 * Copies only redacted texts, codes and stacks. The original error contains the response and what the endpoint echoed.
 */
export function redactedCause(error: unknown, credentials: Credentials, depth = 0): Error | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  const copy = new Error(boundedWords(redactKey(error.message, credentials)), {
    cause: redactedCause(error.cause, credentials, depth + 1),
  });
  copy.name = error.name;
  if (error.stack !== undefined)
    copy.stack = boundedWords(redactKey(error.stack, credentials), 2 * detailLimit);
  if ('code' in error && typeof error.code === 'string')
    Object.assign(copy, { code: redactKey(error.code, credentials) });
  return copy;
}
