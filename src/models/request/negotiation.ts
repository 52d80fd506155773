import { withFallback, knownFallbacks, recalled, remember, type Fallbacks } from './fallbacks.ts';
import { otherApi } from './otherApi.ts';
import { ChatMessages } from './messages.ts';
import type { LeftOutTool, ModelRequest } from '../common/model.ts';
import { keyOf } from '../common/target.ts';
import { namesIn, requestOf, type MadeRequest, type OpenAiModelOptions } from './request.ts';

/** Each refusal costs a request. */
const maxFallbacks = 24;

/** Rejects with the openai package's error, or one of its shape: status and message. */
export type Send<T> = (made: MadeRequest) => Promise<T>;

type Lasting = Pick<Fallbacks, 'api' | 'encrypted'>;

/** By endpoint and model, as long as the editor runs: each turn has a model of its own. */
const lasting = new Map<string, Lasting>();

/** Makes requests to one model, without what its endpoint refuses and a request can do without. */
export class Negotiation {
  private readonly options: OpenAiModelOptions;
  private readonly written = new ChatMessages();
  /** Known to be refused: a request without it was taken. */
  private known: Fallbacks;

  constructor(options: OpenAiModelOptions) {
    this.options = options;
    this.known = { ...knownFallbacks(options), ...lasting.get(keyOf(options)) };
  }

  /** Sends until a request is taken. @throws what `send` rejects with when there is no fallback. */
  async respond<T>(
    request: ModelRequest,
    send: Send<T>,
  ): Promise<{ readonly response: T; readonly leftOut: readonly LeftOutTool[] }> {
    const endpoint = keyOf(this.options);
    const fallbacks = { ...this.known, tools: recalled(request.tools, endpoint) };
    let attempt: Attempt = {
      fallbacks,
      made: requestOf(request, this.options, fallbacks, this.written),
      futile: {},
      tries: 0,
    };
    for (;;) {
      try {
        const response = await send(attempt.made);
        this.known = { ...attempt.fallbacks, ...attempt.futile };
        const { api, encrypted } = this.known;
        lasting.set(endpoint, { ...(api && { api }), ...(encrypted !== undefined && { encrypted }) });
        remember(request.tools, attempt.fallbacks, endpoint);
        return { response, leftOut: attempt.made.leftOut };
      } catch (error) {
        const next = this.next(attempt, error, request);
        if (!next) throw error;
        attempt = next;
      }
    }
  }

  /** undefined: no other request is left. */
  private next(attempt: Attempt, error: unknown, request: ModelRequest): Attempt | undefined {
    const { api, params } = attempt.made;
    const before = JSON.stringify(params);
    const names = namesIn(params);
    const futile: Fallbacks = { ...attempt.futile };
    let { fallbacks } = attempt;
    const other = this.options.api === undefined && !attempt.hasSwitched && otherApi(error, api);
    if (other) {
      fallbacks = { ...fallbacks, api: other };
      const made = requestOf(request, this.options, fallbacks, this.written);
      return { ...attempt, fallbacks, made, hasSwitched: true };
    }
    for (let tries = attempt.tries + 1; tries <= maxFallbacks; tries++) {
      const less = withFallback(error, fallbacks, names, this.options);
      if (!less) return undefined;
      const made = requestOf(request, this.options, less, this.written);
      if (JSON.stringify(made.params) !== before) return { ...attempt, fallbacks: less, made, futile, tries };
      // It makes no difference here; the next fallback may.
      Object.assign(futile, undoing(fallbacks, less));
      fallbacks = less;
    }
    return undefined;
  }
}

interface Attempt {
  readonly fallbacks: Fallbacks;
  readonly made: MadeRequest;
  /** Takes back fallbacks that made no difference: a later request may need these fields. */
  readonly futile: Fallbacks;
  readonly tries: number;
  readonly hasSwitched?: true;
}

function undoing(before: Fallbacks, after: Fallbacks): Fallbacks {
  const { tools: _, ...flags } = after;
  const names = Object.keys(flags) as (keyof typeof flags)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== flags[name]).map((name) => [name, false]),
  );
}
