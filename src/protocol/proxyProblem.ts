/**
 * What a proxy did to a request, as the errors of `fetch` and `node:http` tell it. They look like errors of the address
 * that was asked for: "connection refused" then means the proxy, and nobody finds that by looking at the address.
 */
import { type LocalizedMessage, msg } from '../base/common/message.ts';

export type ProxyProblem =
  /** The proxy answered, and opened no connection. */
  | { readonly kind: 'refused'; readonly status: number }
  /** `proxy` is its address or name with the port, as far as it is known. */
  | { readonly kind: 'unreachable'; readonly proxy: string; readonly code: string | undefined };

/** A chain of causes can be a circle. */
const MOST_ERRORS = 20;
/** undici's ProxyAgent, which the editor's `fetch` uses. */
const refusal = /^Proxy response \((\d{3})\)/;
/** @vscode/proxy-agent, for `node:http`. A password is not in it. */
const noSocket = /^Failed to establish a socket connection to proxies: \w+ (?:\S*@)?([\w.:[\]-]+)/;
/** undici's connect timeout, which has the address in its words only. */
const attempted = /attempted address(?:es)?: ([^\s,)]+):(\d+)/;

/** Finds it in the error that a request to `url` ended with, which followed no redirect to another port or host. */
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

/** Of Node's errors of the system: whom it looked up, and what it connected to. */
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

/** What to tell the user of a request to `target`, the words for an address, whose host is `host`. */
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
