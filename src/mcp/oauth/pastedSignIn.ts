/**
 * Makes a sign-in possible whose redirect cannot come back by itself: the user pastes the address that the browser ends
 * at.
 */
import { untilAborted } from '../../base/common/abort.ts';
import { LocalizedError, msg } from '../../base/common/message.ts';
import { redirectQuery } from '../../base/common/redirectQuery.ts';
import type { Authorization } from './authorization.ts';

/** The redirect URL. Nothing has to listen there, because the user copies the address from the browser. */
const REDIRECT = 'http://127.0.0.1:47823/oauth';

export interface PastedSignIn {
  readonly show: (server: string, url: string) => void;
  /** The lines that the user pastes, until they are no longer read. */
  readonly lines: () => AsyncIterable<string>;
}

/** Returns an authorization for a host without a browser. Tokens are kept in memory alone. */
export function pastedAuthorization({ show, lines }: PastedSignIn): Authorization {
  const kept = new Map<string, string>();
  // Sign-ins run one after the other, so that a pasted line is for the address that was shown last.
  let before: Promise<unknown> = Promise.resolve();
  const ask = async (server: string, url: URL, signal: AbortSignal): Promise<URLSearchParams> => {
    signal.throwIfAborted();
    show(server, url.href);
    const reading = lines()[Symbol.asyncIterator]();
    try {
      // A sign-in that is given up waits for no line: the next line is of the one after it.
      const next = () => untilAborted(reading.next(), signal);
      for (let line = await next(); line.done !== true; line = await next()) {
        const query = redirectQuery(line.value);
        if (query && query.get('state') === url.searchParams.get('state')) return query;
        if (line.value.trim() !== '') show(server, url.href);
      }
    } finally {
      void reading.return?.();
    }
    throw new LocalizedError(msg('the address from the browser was not pasted.'));
  };
  return {
    secrets: {
      get: (key) => Promise.resolve(kept.get(key)),
      store: (key, value) => Promise.resolve(void kept.set(key, value)),
      delete: (key) => Promise.resolve(void kept.delete(key)),
    },
    open: ({ server }) =>
      Promise.resolve({
        url: REDIRECT,
        authorize: (url, signal) => {
          const asked = before.then(() => ask(server, url, signal));
          before = asked.catch(() => undefined);
          return asked;
        },
        close: () => undefined,
      }),
  };
}
