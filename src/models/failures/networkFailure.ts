import { join, msg, type LocalizedMessage } from '../../base/common/message.ts';
import { explainProxyProblem, proxyProblem } from '../../protocol/index.ts';
import type { Explanation } from './statusFailure.ts';
import { hostOf, type Target } from '../common/target.ts';

/** Message of the openai package's own time-out. Those of undici have codes. */
const timeoutText = /timed? ?out/i;

type Advice = readonly [what: LocalizedMessage, next: LocalizedMessage];

/** Explains the first known code in the chain of causes (Node's and undici's). `words` are the texts of that chain. */
export function explainNetwork(error: unknown, words: string, target: Target): Explanation {
  const host = hostOf(target);
  const codes = codesOf(error);
  const proxy = proxyProblem(error, target.baseURL);
  const proxied = proxy && explainProxyProblem(proxy, host, host);
  const known = proxied
    ? ([proxied.message, proxied.next] as const)
    : codes.map((code) => sentences(code, host, target)).find((texts) => texts !== undefined);
  if (known !== undefined) {
    const [what, next] = known;
    const isTransient = codes.some((code) => passing.has(code));
    return { kind: 'unreachable', message: join(' ', what, next), transient: isTransient ? what : undefined };
  }
  if (error instanceof Error && timeoutText.test(error.message)) {
    return {
      kind: 'unreachable',
      message: join(' ', msg('{0} did not answer in time.', host), checkServer()),
    };
  }
  const why = codes.length > 0 ? codes.join(', ') : words;
  return {
    kind: 'unreachable',
    message: msg('{0} could not be reached ({1}). Check the base URL and the network.', host, why),
  };
}

/** Codes of temporary failures. Ten minutes without an answer are not among them: the user has waited enough. */
const passing = new Set([
  'EAI_AGAIN',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_SOCKET',
]);

const mostErrors = 20;

const checkServer = (): LocalizedMessage =>
  msg('Check whether the server is running and not overloaded, then try again.');

/** Returns the codes of all causes, including those in the AggregateError that Node throws if every address failed. */
function codesOf(error: unknown): string[] {
  const codes: string[] = [];
  const queue: unknown[] = [error];
  for (let at = 0; at < queue.length && at < mostErrors; at++) {
    const next = queue[at];
    if (!(next instanceof Error)) continue;
    // Errors of undici's parser have a name but no code.
    const named = next.name === 'HTTPParserError' ? next.name : undefined;
    const code = 'code' in next && typeof next.code === 'string' ? next.code : named;
    if (code !== undefined && !codes.includes(code)) codes.push(code);
    queue.push(next.cause, ...(next instanceof AggregateError ? next.errors : []));
  }
  return codes;
}

function sentences(code: string, host: string, target: Target): Advice | undefined {
  switch (code) {
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return [
        msg('The name of {0} could not be resolved ({1}).', host, code),
        msg('Check the base URL and the network.'),
      ];
    case 'ECONNREFUSED':
      return [
        msg('{0} refused the connection ({1}).', host, code),
        msg('Start the server, or correct the base URL.'),
      ];
    case 'ECONNRESET':
    case 'EPIPE':
    case 'UND_ERR_SOCKET':
      return [msg('{0} closed the connection without an answer ({1}).', host, code), checkServer()];
    case 'ETIMEDOUT':
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'UND_ERR_HEADERS_TIMEOUT':
      return [msg('{0} did not answer in time ({1}).', host, code), checkServer()];
    case 'EHOSTUNREACH':
    case 'ENETUNREACH':
      return [
        msg('{0} is not reachable ({1}).', host, code),
        msg('Check the network, the VPN and the proxy.'),
      ];
    case 'ERR_SSL_WRONG_VERSION_NUMBER':
    case 'ERR_SSL_PACKET_LENGTH_TOO_LONG':
    case 'EPROTO':
      return [
        msg('{0} does not use TLS ({1}).', host, code),
        msg('If the server is local, begin the base URL with http:// instead.'),
      ];
    default:
      return unlisted(code, host, target);
  }
}

function unlisted(code: string, host: string, target: Target): Advice | undefined {
  if (code.startsWith('HPE_') || code === 'HTTPParserError') {
    const next = target.baseURL.startsWith('http:')
      ? msg('Try a base URL that begins with https://.')
      : msg('Check the base URL.');
    return [msg('The response of {0} is not HTTP ({1}).', host, code), next];
  }
  if (code.includes('CERT') || code.includes('UNABLE_TO_')) {
    return [
      msg('The certificate of {0} is not trusted ({1}).', host, code),
      msg(
        'If the network has its own certificate authority, add it to the trusted certificates of the system, or start the editor with NODE_EXTRA_CA_CERTS set to its file.',
      ),
    ];
  }
  return undefined;
}
