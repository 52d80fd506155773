/** Keeps the API key and the values of headers out of every text and every cause that leaves this room. */

import { Redactor } from '../../base/common/redactor.ts';

/** Below this length a "key" is a placeholder such as `ollama`, and masking it would garble ordinary words. */
const shortestSecret = 8;

/** How much of an endpoint's own words is kept, in characters. */
const detailLimit = 2000;

/** What a request is authorised with. Any header that the user set may be a credential. */
export interface Credentials {
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Replaces every occurrence of a credential in `text`. */
export function redactKey(text: string, { apiKey = '', headers = {} }: Credentials): string {
  const redactor = new Redactor();
  for (const secret of [apiKey, ...Object.values(headers)])
    if (secret.length >= shortestSecret) redactor.add(secret, '•••', 'secret');
  return redactor.text(text);
}

/** Bounds `text` to `limit` characters. Mask first: a key that is cut in two is no longer found. */
export function bounded(text: string, limit: number = detailLimit): string {
  return text.length <= limit ? text : `${text.slice(0, limit)}…`;
}

/**
 * A copy of an error and its causes that holds their texts, codes and stacks, masked, and nothing else.
 * The originals carry the response, its headers and whatever the endpoint echoed.
 */
export function redactedCause(error: unknown, credentials: Credentials, depth = 0): Error | undefined {
  if (!(error instanceof Error) || depth > 5) return undefined;
  const copy = new Error(bounded(redactKey(error.message, credentials)), {
    cause: redactedCause(error.cause, credentials, depth + 1),
  });
  copy.name = error.name;
  // The stack begins with the message, which may be long.
  if (error.stack !== undefined) copy.stack = bounded(redactKey(error.stack, credentials), 2 * detailLimit);
  if ('code' in error && typeof error.code === 'string')
    Object.assign(copy, { code: redactKey(error.code, credentials) });
  return copy;
}
