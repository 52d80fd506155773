// Finds proxy problems in errors of `fetch` and `node:http`. They look like errors of the requested address, but
// "connection refused" then means the proxy.
import { type LocalizedMessage, msg } from '../base/common/message.ts';

export type ProxyProblem =
  /** The proxy answered, but did not open a connection. */
  | { readonly kind: 'refused'; readonly status: number }
  /** `proxy` is the proxy's host and port, as far as known. */
  | { readonly kind: 'unreachable'; readonly proxy: string; readonly code: string | undefined };

/** Most errors in a chain of causes that are looked at: a chain can be circular. */
const MOST_ERRORS = 20;
/** Message of undici's ProxyAgent, which the editor's `fetch` uses. */
const refusal = /^Proxy response \((\d{3})\)/;
/** Message of @vscode/proxy-agent for `node:http`. The expression leaves out a password. */
const noSocket = /^Failed to establish a socket connection to proxies: \w+ (?:\S*@)?([\w.:[\]-]+)/;
/** Message of undici's connect timeout, the only place where that error has the address. */
const attempted = /attempted address(?:es)?: ([^\s,)]+):(\d+)/;

/**
 * Finds a proxy problem of a request to `url`. Redirects to another port or host must be off: they would look like a
 * proxy.
 */
export function proxyProblem(error: unknown, url: string): ProxyProblem | undefined {
  const target = URL.parse(url);
  if (!target) return undefined;
  const queue: unknown[] = [error];
  for (let at = 0; at < queue.length && at < MOST_ERRORS; at++) {
    const next = queue[at];
    if (!(next instanceof Error)) continue;
    const found = problemIn(next, target);
    if (found) return found;
    queue.push(next.cause, ...(next instanceof AggregateError ? (next.errors as unknown[]) : []));
  }
  return undefined;
}

interface SystemError extends Error {
  readonly code?: unknown;
  readonly hostname?: unknown;
  readonly address?: unknown;
  readonly port?: unknown;
}

function problemIn(error: SystemError, target: URL): ProxyProblem | undefined {
  const { message, code, hostname, address, port } = error;
  const status = refusal.exec(message)?.[1];
  if (status !== undefined) return { kind: 'refused', status: Number(status) };
  const unreachable = (proxy: string): ProxyProblem => ({
    kind: 'unreachable',
    proxy,
    code: typeof code === 'string' ? code : undefined,
  });
  const named = noSocket.exec(message)?.[1];
  if (named !== undefined) return unreachable(named);
  if (typeof hostname === 'string' && hostname !== '')
    return hostname === target.hostname ? undefined : unreachable(hostname);
  const [, triedHost, triedPort] = attempted.exec(message) ?? [];
  const host = typeof address === 'string' ? address : triedHost;
  const connected = typeof port === 'number' ? port : Number(triedPort);
  if (host === undefined || Number.isNaN(connected) || connected === portOf(target)) return undefined;
  return unreachable(host.includes(':') ? `[${host}]:${connected}` : `${host}:${connected}`);
}

/** `target` names the address in messages; `host` is its host. */
export function explainProxyProblem(
  problem: ProxyProblem,
  target: string,
  host: string,
): { readonly message: LocalizedMessage; readonly next: LocalizedMessage } {
  if (problem.kind === 'unreachable') {
    const { proxy, code } = problem;
    return {
      message: msg(
        'The proxy on the way to {0} cannot be reached ({1}).',
        target,
        code ? `${proxy}, ${code}` : proxy,
      ),
      next: msg(
        'Check the network, the setting "http.proxy" and the variables HTTPS_PROXY and HTTP_PROXY; list hosts that need no proxy in "http.noProxy".',
      ),
    };
  }
  const { status } = problem;
  return {
    message: msg('The proxy on the way to {0} refused the connection (HTTP {1}).', target, status),
    next:
      status === 407
        ? msg('Set the proxy with user name and password in the setting "http.proxy".')
        : msg(
            'Check whether the proxy lets requests to {0} through, or name it in the setting "http.noProxy".',
            host,
          ),
  };
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
