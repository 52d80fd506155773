/** Restricts redirects: the global `fetch` would send the conversation and the user's headers to any origin. */
import { zoneOfHost } from '../../base/node/addresses.ts';
import { patientFetch } from '../../base/node/patientFetch.ts';
import { join, msg, type LocalizedMessage } from '../../base/common/message.ts';
import { ModelError } from '../failures/errors.ts';
import { hostOf, type Target } from '../common/target.ts';

/** Most redirects that are followed, as in browsers (fetch standard, "HTTP-redirect fetch"). */
const MAX_REDIRECTS = 20;
const redirects = new Set([301, 302, 303, 307, 308]);
/** Limit in bytes of an error's body, which is read as a whole. */
const MAX_ERROR_BYTES = 1024 * 1024;
/** Limit in bytes of a model list. Lists of routers have some hundred kB. */
const MAX_LIST_BYTES = 16 * 1024 * 1024;

/**
 * A local model that reads a long prompt is silent for longer than `fetch` allows. Only there is no proxy on the way,
 * whose errors are told apart by those of `fetch`.
 */
const answerFetch: typeof fetch = (input, init) =>
  typeof input === 'string' && init?.method === 'POST' && isNear(new URL(input))
    ? patientFetch(input, init)
    : fetch(input, init);

function isNear({ hostname }: URL): boolean {
  const zone = zoneOfHost(hostname);
  return zone === 'loopback' || zone === 'private';
}

/** Follows redirects within the origin only. @throws ModelError for any other */
export function endpointFetch(target: Target, base: typeof fetch = answerFetch): typeof fetch {
  return async (input, init) => {
    let url = new URL(input instanceof Request ? input.url : String(input));
    for (let count = 0; count <= MAX_REDIRECTS; count++) {
      const response = await base(url.href, { ...init, redirect: 'manual' });
      // The `fetch` of browsers hides where a redirect leads.
      if (response.type === 'opaqueredirect') throw refusal(undefined, url, target);
      if (!redirects.has(response.status)) return response.ok ? response : withShortBody(response);
      const location = response.headers.get('location');
      const next = location === null ? null : URL.parse(location, url.href);
      // Cancelling is not awaited, because the peer may not answer.
      response.body?.cancel().catch(() => undefined);
      // After 301 to 303, `fetch` would send a GET without the body.
      const keepsRequest = response.status >= 307 || (init?.method ?? 'GET').toUpperCase() === 'GET';
      if (next?.origin !== url.origin || next.username !== '' || next.password !== '' || !keepsRequest)
        throw refusal(next, url, target);
      url = next;
    }
    throw new ModelError(
      'bad-settings',
      msg('{0} redirects requests in a loop. Correct the base URL in the settings.', hostOf(target)),
    );
  };
}

function refusal(next: URL | null | undefined, from: URL, target: Target): ModelError {
  const what = msg(
    '{0} redirects requests to another address. Patchbay did not follow the redirect, so nothing was sent there.',
    hostOf(target),
  );
  return new ModelError('bad-settings', join(' ', what, adviceOn(next, from, target)));
}

/**
 * Advises on a redirect. The address comes from the endpoint, so only its origin and a path of plain characters are
 * shown.
 */
function adviceOn(next: URL | null | undefined, from: URL, { baseURL }: Target): LocalizedMessage {
  if (!next || (next.protocol !== 'http:' && next.protocol !== 'https:'))
    return msg('Correct the base URL in the settings.');
  const { origin, pathname } = next;
  const root = URL.parse(baseURL)?.pathname.replace(/\/+$/, '') ?? '';
  const request = from.pathname.slice(root.length);
  const path = pathname.slice(0, -request.length);
  return request !== '' && pathname.endsWith(request) && /^[\w./~-]{0,100}$/.test(path)
    ? msg('If you trust that address, set the base URL to {0}.', `${origin}${path}`)
    : msg('The redirect leads to {0}. Correct the base URL in the settings.', origin);
}

/** Reads a model list. @throws ModelError if it is longer than any real list */
export async function listText(response: Response, target: Target): Promise<string> {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > MAX_LIST_BYTES)
      throw new ModelError('server', msg('The model list of {0} is too long.', hostOf(target)));
    parts.push(part);
  }
  return Buffer.concat(parts).toString();
}

function withShortBody(response: Response): Response {
  if (response.body === null) return response;
  let remaining = MAX_ERROR_BYTES;
  const cut = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      controller.enqueue(chunk.subarray(0, remaining));
      remaining -= chunk.length;
      if (remaining <= 0) controller.terminate();
    },
  });
  const { status, statusText, headers } = response;
  return new Response(response.body.pipeThrough(cut), { status, statusText, headers });
}
