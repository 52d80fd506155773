// A `fetch` that waits as long as its signal lets it: undici ends a request after 300 s without headers, or without the
// next bytes, and takes other limits only through a dispatcher, with which the editor's `fetch` no longer finds its proxy.
// `node:http` has no such limits, and the editor gives it proxies and certificates, too. Redirects are not followed.
import http from 'node:http';
import https from 'node:https';
import { PassThrough, Readable, type Duplex } from 'node:stream';
import { constants, createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { bodyOf, responseOf } from './checkedRequest.ts';

/** Time limit of undici in ms for the first byte, and between two parts of a body. */
export const UNDICI_LIMIT_MS = 300_000;

/**
 * Longest time in ms for which a connection is idle and used again. Many servers close theirs after 5 s, and a request
 * that crosses with that is lost; `node:http` itself would use them for as long.
 */
const MAX_IDLE_MS = 2_000;
const lastUse = new WeakMap<Duplex, number>();
/** Longest time in ms in which a connection is made, as undici has it. */
const CONNECT_LIMIT_MS = 10_000;

/** Rejects like `fetch`: with a TypeError, or the reason of the signal. */
export function patientFetch(input: string | URL, init: RequestInit = {}): Promise<Response> {
  return new Promise((resolve, reject) => {
    const url = new URL(input);
    const signal = init.signal ?? undefined;
    if (signal?.aborted) return reject(signal.reason as Error);
    const outgoing = (url.protocol === 'https:' ? https : http).request(url, {
      method: init.method ?? 'GET',
      headers: Object.fromEntries(new Headers(init.headers)),
    });
    let incoming: http.IncomingMessage | undefined;
    const abort = (): void => {
      const reason = signal?.reason as Error;
      reject(reason);
      incoming?.destroy(reason);
      outgoing.destroy();
    };
    signal?.addEventListener('abort', abort, { once: true });
    const stop = (): void => signal?.removeEventListener('abort', abort);
    let isStale = false;
    // This event comes before anything is sent.
    outgoing.on('socket', (socket) => {
      isStale = outgoing.reusedSocket && performance.now() - (lastUse.get(socket) ?? 0) > MAX_IDLE_MS;
      if (isStale) outgoing.destroy();
      else if (socket.connecting) limitConnecting(outgoing, socket, url);
    });
    outgoing.on('error', (cause) => {
      stop();
      if (isStale && signal?.aborted !== true) return resolve(patientFetch(input, init));
      reject(new TypeError('fetch failed', { cause }));
    });
    outgoing.on('response', (response) => {
      incoming = response;
      const { socket } = response;
      response.on('close', () => {
        stop();
        lastUse.set(socket, performance.now());
      });
      const body = decoded(response);
      // Without a listener, an error of a body that nobody reads would end the process.
      body.on('error', () => undefined);
      try {
        resolve(responseOf(url, response, Readable.toWeb(body) as ReadableStream<Uint8Array>));
      } catch (cause) {
        response.destroy();
        reject(new TypeError('fetch failed', { cause }));
      }
    });
    outgoing.end(bodyOf(init.body));
  });
}

/** Ends a request whose connection is not made in time, with the error that `fetch` would have. */
function limitConnecting(outgoing: http.ClientRequest, socket: Duplex, { hostname, port }: URL): void {
  const timer = setTimeout(() => {
    const message = `Connect Timeout Error (attempted address: ${hostname}:${port}, timeout: ${CONNECT_LIMIT_MS}ms)`;
    outgoing.destroy(Object.assign(new Error(message), { code: 'UND_ERR_CONNECT_TIMEOUT' }));
  }, CONNECT_LIMIT_MS);
  for (const event of ['connect', 'close']) socket.once(event, () => clearTimeout(timer));
}

/** Nothing compressed is asked for; some send it all the same. What has arrived is given at once: it may be an event. */
function decoded(response: http.IncomingMessage): Readable {
  const decoder = decoderOf(response.headers['content-encoding']?.trim().toLowerCase());
  if (decoder)
    for (const name of ['content-encoding', 'content-length'])
      Reflect.deleteProperty(response.headersDistinct, name);
  const body = decoder ?? new PassThrough();
  response.on('error', (error: NodeJS.ErrnoException) =>
    body.destroy(error.code === 'ECONNRESET' ? new ClosedError(error) : error),
  );
  body.on('close', () => response.destroy());
  return response.pipe(body);
}

/** The connection was closed within the body. The error of `node:http` says "aborted", as if it had been from here. */
class ClosedError extends Error {
  readonly code = 'UND_ERR_SOCKET';
  constructor(cause: Error) {
    super('other side closed', { cause });
  }
}

function decoderOf(encoding: string | undefined): Duplex | undefined {
  const flush = { flush: constants.Z_SYNC_FLUSH };
  if (encoding === 'gzip' || encoding === 'x-gzip') return createGunzip(flush);
  if (encoding === 'deflate') return createInflate(flush);
  return encoding === 'br' ? createBrotliDecompress({ flush: constants.BROTLI_OPERATION_FLUSH }) : undefined;
}
