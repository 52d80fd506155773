/** The requests of a connection that wait for an answer, and which of them an answer with an odd id is for. */
import { isRecord, scalarText } from '../../base/common/guards.ts';
import { plainText } from '../../base/common/text.ts';
import type { AnsweredRequest } from './rules.ts';

/** The most requests that are kept, because requests that are never answered would stay. */
const MAX_KEPT = 10_000;
const MAX_ID = 40;

export interface OpenRequest extends AnsweredRequest {
  readonly id: string | number;
}

/** Members that only the result of that request has. */
const typical: Readonly<Record<string, readonly string[]>> = {
  initialize: ['protocolVersion', 'serverInfo'],
  'server/discover': ['supportedVersions'],
  'tools/list': ['tools'],
  'tools/call': ['content', 'structuredContent'],
  'prompts/list': ['prompts'],
  'prompts/get': ['messages'],
  'resources/list': ['resources'],
  'resources/templates/list': ['resourceTemplates'],
  'resources/read': ['contents'],
};
/** Methods of requests that are alone: before their answer nothing else is sent that could be answered instead. */
const alone = new Set(['initialize', 'server/discover']);

export class OpenRequests {
  /** The id of the first answer that is for no request, as text. */
  unmatchedId: string | undefined;
  private readonly open = new Map<string, OpenRequest>();
  private readonly answered = new Map<string, OpenRequest>();

  add(request: OpenRequest): void {
    keep(this.open, request);
  }

  /** Finds a request by its id, also as a server writes it, such as text in place of a number. */
  find(id: unknown): OpenRequest | undefined {
    return this.open.get(keyOf(id));
  }

  take(id: unknown): OpenRequest | undefined {
    const found = this.find(id);
    if (!found) {
      this.unmatchedId ??= plainText(keyOf(id), MAX_ID) ?? '';
      return undefined;
    }
    this.open.delete(keyOf(id));
    // The arguments are dropped, because they may be large.
    keep(this.answered, { ...found, params: {} });
    return found;
  }

  wasAnswered(id: unknown): boolean {
    return this.answered.has(keyOf(id));
  }

  /** Returns the one request that an answer can be for whose id is that of no request. */
  fitting({ id, result, error }: Readonly<Record<string, unknown>>): OpenRequest | undefined {
    const all = [...this.open.values()];
    if (isRecord(error)) return all.length === 1 ? all.find(({ method }) => alone.has(method)) : undefined;
    if (!isRecord(result)) return undefined;
    const fits = ({ method }: OpenRequest): boolean =>
      typical[method]?.some((name) => name in result) === true;
    // A second answer to one request is not taken for the answer to another.
    const before = this.answered.get(keyOf(id));
    if (before && fits(before)) return undefined;
    const fitting = all.filter(fits);
    return fitting.length === 1 ? fitting[0] : undefined;
  }
}

/** A server may write an id of any type, and `String` throws for an object that has a `toString` of its own. */
function keyOf(id: unknown): string {
  return id === undefined ? 'undefined' : scalarText(id);
}

function keep(requests: Map<string, OpenRequest>, request: OpenRequest): void {
  requests.set(keyOf(request.id), request);
  if (requests.size <= MAX_KEPT) return;
  const [oldest = ''] = requests.keys();
  requests.delete(oldest);
}
