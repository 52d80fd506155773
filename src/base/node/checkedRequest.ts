// Makes requests whose target address is checked at connection. A name can resolve to another machine the second time
// (DNS rebinding), and `fetch` takes no address. Redirects are not followed.
import { lookup as lookUp, type LookupAddress } from 'node:dns';
import http from 'node:http';
import https from 'node:https';
import { isIP } from 'node:net';

/** Metadata and tokens of a sign-in have a few kB. */
const MAX_BYTES = 1024 * 1024;
const LIMIT_MS = 20_000;

/** Statuses of responses without a body (fetch standard, "null body status"). */
const withoutBody = new Set([204, 205, 304]);

export type Resolve = (
  hostname: string,
  done: (error: NodeJS.ErrnoException | null, addresses: LookupAddress[]) => void,
) => void;

export const systemResolve: Resolve = (hostname, done) =>
  lookUp(hostname, { all: true, verbatim: true }, done);

export interface CheckedRequest {
  readonly resolve: Resolve;
  /** Throws if the address is not allowed. It is not called if a proxy looks up the name. */
  readonly checkAddress: (address: string) => void;
  /** Called with the address of the machine that answered, except through a proxy. */
  readonly onConnected?: ((address: string) => void) | undefined;
  /** Throws to refuse the response before its body is read. */
  readonly checkResponse?: ((status: number, headers: http.IncomingHttpHeaders) => void) | undefined;
  readonly onReceived?: ((bytes: number) => void) | undefined;
  readonly limitMs?: number | undefined;
  readonly maxBytes?: number | undefined;
}

/** Sends a request and reads the whole response. It rejects like `fetch`, with a TypeError. */
export function checkedRequest(url: URL, init: RequestInit, request: CheckedRequest): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { signal } = init;
    const { limitMs = LIMIT_MS, maxBytes = MAX_BYTES } = request;
    if (signal?.aborted) return reject(signal.reason as Error);
    let checked: readonly string[] = [];
    const fail = (cause: unknown): void => {
      stop();
      outgoing.destroy();
      const refused = cause instanceof Refusal ? cause.reason : undefined;
      reject(refused ?? new TypeError('fetch failed', { cause }));
    };
    const outgoing = (url.protocol === 'https:' ? https : http).request(url, {
      method: init.method ?? 'GET',
      // The connection is not reused. An agent of our own would bypass the editor's, which knows the proxy:
      // "http.proxySupport": "on" leaves requests with an agent alone.
      headers: { ...headersOf(init), connection: 'close' },
      lookup: (hostname, options, done) => {
        request.resolve(hostname, (error, addresses) => {
          if (error) return done(error, '', 4);
          try {
            for (const { address } of addresses) request.checkAddress(address);
          } catch (reason) {
            return done(new Refusal(reason as Error), '', 4);
          }
          checked = addresses.map(({ address }) => address);
          const [first] = addresses;
          if (!first) return done(new Error(`${hostname} has no address.`), '', 4);
          if (options.all === true) return done(null, addresses);
          return done(null, first.address, first.family);
        });
      },
    });
    const abort = (): void => {
      stop();
      outgoing.destroy();
      reject(signal?.reason as Error);
    };
    const timer = setTimeout(
      () => fail(new Error(`${url.host} did not answer within ${limitMs / 1000} s.`)),
      limitMs,
    );
    const stop = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', abort);
    };
    signal?.addEventListener('abort', abort, { once: true });
    outgoing.on('error', fail);
    outgoing.on('socket', ({ remoteAddress = '' }) => {
      // A reused connection looks up no name, so its address is checked here.
      if (!outgoing.reusedSocket) return;
      try {
        request.checkAddress(remoteAddress);
      } catch (reason) {
        fail(new Refusal(reason as Error));
      }
    });
    outgoing.on('response', (incoming) => {
      try {
        request.checkResponse?.(incoming.statusCode ?? 0, incoming.headers);
      } catch (reason) {
        return fail(new Refusal(reason as Error));
      }
      const { remoteAddress } = incoming.socket;
      const literal = url.hostname.replace(/^\[(.*)\]$/, '$1');
      const isDirect = isIP(literal) !== 0 || checked.some((address) => address === remoteAddress);
      if (isDirect && remoteAddress !== undefined) request.onConnected?.(remoteAddress);
      const parts: Buffer[] = [];
      let size = 0;
      incoming.on('data', (part: Buffer) => {
        size += part.length;
        parts.push(part);
        request.onReceived?.(size);
        if (size > maxBytes) fail(new Error(`${url.host} answered with more than ${maxBytes} bytes.`));
      });
      incoming.on('error', fail);
      incoming.on('aborted', () => fail(new Error(`${url.host} broke the connection.`)));
      incoming.on('end', () => {
        stop();
        try {
          resolve(responseOf(url, incoming, new Uint8Array(Buffer.concat(parts))));
        } catch (error) {
          fail(error);
        }
      });
    });
    outgoing.end(bodyOf(init.body));
  });
}

/** Carries the reason of a refusal through the error handling of `node:http`. */
class Refusal extends Error {
  readonly reason: Error;

  constructor(reason: Error) {
    super(reason.message);
    this.reason = reason;
  }
}

/** Adds the content type of a form, as `fetch` does by itself. */
function headersOf({ headers: given, body }: RequestInit): Record<string, string> {
  const headers = new Headers(given);
  if (body instanceof URLSearchParams && !headers.has('content-type'))
    headers.set('content-type', 'application/x-www-form-urlencoded;charset=UTF-8');
  return Object.fromEntries(headers);
}

/** @throws TypeError for other kinds of bodies than texts and forms */
export function bodyOf(body: RequestInit['body']): string | undefined {
  if (body === undefined || body === null) return undefined;
  if (typeof body === 'string') return body;
  if (body instanceof URLSearchParams) return body.toString();
  throw new TypeError('Only texts and forms can be sent.');
}

export function responseOf(
  url: URL,
  { statusCode = 0, statusMessage = '', headersDistinct }: http.IncomingMessage,
  body: ConstructorParameters<typeof Response>[0],
): Response {
  const headers = new Headers();
  for (const [name, values] of Object.entries(headersDistinct))
    for (const value of values ?? []) headers.append(name, value);
  const response = new Response(withoutBody.has(statusCode) ? null : body, {
    status: statusCode,
    statusText: statusMessage,
    headers,
  });
  // A constructed response has no `url`, from which relative addresses start.
  Object.defineProperty(response, 'url', { value: url.href });
  return response;
}
