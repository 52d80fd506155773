import { withFallback, knownFallbacks, recalled, remember, type Fallbacks } from './fallbacks.ts';
import { ChatMessages } from './messages.ts';
import type { LeftOutTool, ModelRequest } from '../common/model.ts';
import { namesIn, requestOf, type MadeRequest, type OpenAiModelOptions } from './request.ts';

/** Each refusal costs a request. */
const maxFallbacks = 24;

/** Rejects with the openai package's error, or one of its shape: status and message. */
export type Send<T> = (params: MadeRequest['params']) => Promise<T>;

/** Makes requests to one model, without what its endpoint refuses and a request can do without. */
export class Negotiation {
  private readonly options: OpenAiModelOptions;
  private readonly written = new ChatMessages();
  /** Known to be refused: a request without it was taken. */
  private known: Fallbacks;

  constructor(options: OpenAiModelOptions) {
    this.options = options;
    this.known = knownFallbacks(options);
  }

  /** Sends until a request is taken. @throws what `send` rejects with when there is no fallback. */
  async respond<T>(
    request: ModelRequest,
    send: Send<T>,
  ): Promise<{ readonly response: T; readonly leftOut: readonly LeftOutTool[] }> {
    const endpoint = `${this.options.baseURL} ${this.options.model}`;
    const fallbacks = { ...this.known, tools: recalled(request.tools, endpoint) };
    let attempt: Attempt = {
      fallbacks,
      made: requestOf(request, this.options, fallbacks, this.written),
      futile: {},
      tries: 0,
    };
    for (;;) {
      try {
        const response = await send(attempt.made.params);
        this.known = { ...attempt.fallbacks, ...attempt.futile };
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
    const before = JSON.stringify(attempt.made.params);
    const names = namesIn(attempt.made.params);
    const futile: Fallbacks = { ...attempt.futile };
    let { fallbacks } = attempt;
    for (let tries = attempt.tries + 1; tries <= maxFallbacks; tries++) {
      const less = withFallback(error, fallbacks, names, this.options);
      if (!less) return undefined;
      const made = requestOf(request, this.options, less, this.written);
      if (JSON.stringify(made.params) !== before) return { fallbacks: less, made, futile, tries };
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
}

function undoing(before: Fallbacks, after: Fallbacks): Fallbacks {
  const { tools: _, ...flags } = after;
  const names = Object.keys(flags) as (keyof typeof flags)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== flags[name]).map((name) => [name, false]),
  );
}
