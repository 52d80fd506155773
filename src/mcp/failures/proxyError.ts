import { SseError } from '@modelcontextprotocol/client';
import { proxyProblem, type ProxyProblem } from '../../protocol/index.ts';
import { causes } from './causes.ts';

/** The error of a proxy. Its message has all of the problem, because the event source of SSE keeps nothing else. */
class ProxyError extends Error {
  override readonly name = 'ProxyError';
  readonly problem: ProxyProblem;

  constructor(problem: ProxyProblem, cause: unknown) {
    super(
      problem.kind === 'refused'
        ? `The proxy refused with ${problem.status}`
        : `The proxy ${problem.proxy} is unreachable, ${problem.code ?? 'no code'}`,
      { cause },
    );
    this.problem = problem;
  }
}

const refused = /The proxy refused with (\d{3})/;
const unreachable = /The proxy (\S+) is unreachable, (\w+|no code)/;

/**
 * Replaces an error of a proxy by a ProxyError at the request itself, because only there it is known where the request
 * went.
 */
export async function withProxyError<T>(request: T | Promise<T>, url: string | URL): Promise<T> {
  try {
    return await request;
  } catch (error) {
    const problem = proxyProblem(error, String(url));
    throw problem ? new ProxyError(problem, error) : error;
  }
}

export function proxyProblemIn(error: unknown): ProxyProblem | undefined {
  for (const cause of causes(error)) {
    if (cause instanceof ProxyError) return cause.problem;
    if (!(cause instanceof SseError)) continue;
    const [, status] = refused.exec(cause.message) ?? [];
    if (status !== undefined) return { kind: 'refused', status: Number(status) };
    const [, proxy, code] = unreachable.exec(cause.message) ?? [];
    if (proxy !== undefined)
      return { kind: 'unreachable', proxy, code: code === 'no code' ? undefined : code };
  }
  return undefined;
}
