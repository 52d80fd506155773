/** Receives the redirect of a sign-in at a port of this machine (RFC 8252 section 7.3). */
import { t } from '@vscode/l10n';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { locale } from '../../base/common/locale.ts';

export interface Loopback {
  readonly url: string;
  close(): void;
}

/**
 * This port is tried first: with a constant one, a registration can be used again and a client can be registered by
 * hand.
 */
export const PREFERRED_PORT = 47_823;

export const CALLBACK_PATH = '/oauth';

/**
 * Listens on 127.0.0.1, at `port` or any free one. `deliver` returns whether a sign-in waits for the query.
 * @throws Error if no port is free
 */
export async function openLoopback(
  deliver: (query: URLSearchParams) => boolean,
  port = PREFERRED_PORT,
): Promise<Loopback> {
  // The module is imported late, because it would be the largest part of the activation.
  const { createServer } = await import('node:http');
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://127.0.0.1');
    if (request.method !== 'GET' || url.pathname !== CALLBACK_PATH)
      return answer(response, 404, t('Not found.'));
    if (!deliver(url.searchParams)) {
      return answer(
        response,
        400,
        t('No sign-in is waiting for this page. Go back to the editor and sign in again.'),
      );
    }
    const refused = url.searchParams.has('error');
    answer(response, 200, refused ? t('The sign-in failed. See the editor for details.') : t('Signed in.'));
  });
  const bound = await listen(server, port).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE' && error.code !== 'EACCES') throw error;
    return listen(server, 0);
  });
  return {
    url: `http://127.0.0.1:${bound}${CALLBACK_PATH}`,
    close: () => {
      // The response to the last visit may still be on its way, so only idle connections are closed.
      server.close();
      server.closeIdleConnections();
    },
  };
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => {
      server.off('error', reject);
      resolve((server.address() as AddressInfo).port);
    });
  });
}

function answer(response: ServerResponse, status: number, text: string): void {
  const headers = {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'",
    'cache-control': 'no-store',
    // The address of the page holds a code, which no other site may see.
    'referrer-policy': 'no-referrer',
    connection: 'close',
  };
  response.writeHead(status, headers).end(
    `<!doctype html><html lang="${locale()}"><meta charset="utf-8"><meta name="color-scheme" content="light dark">
<title>Patchbay</title><style>body{font:1rem/1.5 system-ui,sans-serif;margin:20vh auto;max-width:32rem;padding:0 1rem}</style>
<h1>Patchbay</h1><p>${text}</p><p>${t('You can close this page.')}</p></html>`,
  );
}
