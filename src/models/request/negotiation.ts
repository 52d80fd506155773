/** Makes requests until the endpoint takes one: what it refuses and a request can do without is not sent again. */
import { withFallback, knownFallbacks, recalled, remember, type Fallbacks } from './fallbacks.ts';
import { ChatMessages } from './messages.ts';
import type { LeftOutTool, ModelRequest } from '../common/model.ts';
import { namesIn, requestOf, type MadeRequest, type OpenAiModelOptions } from './request.ts';

/** Each refusal costs a request, so there is an end to what is tried. */
const maxFallbacks = 24;

/** Sends a request. Rejects with the openai package's error, or one of its shape: status and message. */
export type Send<T> = (params: MadeRequest['params']) => Promise<T>;

/** One model's dealings with its endpoint. */
export class Negotiation {
  private readonly options: OpenAiModelOptions;
  private readonly written = new ChatMessages();
  /** What is known to be refused; a refusal counts once a request without it was taken. */
  private known: Fallbacks;

  constructor(options: OpenAiModelOptions) {
    this.options = options;
    this.known = knownFallbacks(options);
  }

  /**
   * The response to the first request that is taken, and the tools that are not in it.
   * @throws what `send` rejects with, when nothing can be withFallback.
   */
  async respond<T>(
    request: ModelRequest,
    send: Send<T>,
  ): Promise<{ readonly response: T; readonly leftOut: readonly LeftOutTool[] }> {
    const endpoint = `${this.options.baseURL} ${this.options.model}`;
    const fallbacks = { ...this.known, tools: recalled(request.tools, endpoint) };
    let offer: Offer = {
      fallbacks,
      made: requestOf(request, this.options, fallbacks, this.written),
      futile: {},
      tries: 0,
    };
    for (;;) {
      try {
        const response = await send(offer.made.params);
        this.known = { ...offer.fallbacks, ...offer.futile };
        remember(request.tools, offer.fallbacks, endpoint);
        return { response, leftOut: offer.made.leftOut };
      } catch (error) {
        const next = this.next(offer, error, request);
        if (!next) throw error;
        offer = next;
      }
    }
  }

  /** Another request after a refusal, or undefined when there is none that differs. */
  private next(offer: Offer, error: unknown, request: ModelRequest): Offer | undefined {
    const before = JSON.stringify(offer.made.params);
    const names = namesIn(offer.made.params);
    const futile: Fallbacks = { ...offer.futile };
    let { fallbacks } = offer;
    for (let tries = offer.tries + 1; tries <= maxFallbacks; tries++) {
      const less = withFallback(error, fallbacks, names, this.options);
      if (!less) return undefined;
      const made = requestOf(request, this.options, less, this.written);
      if (JSON.stringify(made.params) !== before) return { fallbacks: less, made, futile, tries };
      // It makes no difference here, but perhaps the next fallback does.
      Object.assign(futile, undoing(fallbacks, less));
      fallbacks = less;
    }
    return undefined;
  }
}

/** A request, and the fallbacks that it was made with. */
interface Offer {
  readonly fallbacks: Fallbacks;
  readonly made: MadeRequest;
  /** Takes back what was withFallback without any difference: a later request may need it. */
  readonly futile: Fallbacks;
  readonly tries: number;
}

/** What takes back the flags that `after` has and `before` has not. */
function undoing(before: Fallbacks, after: Fallbacks): Fallbacks {
  const { tools: _, ...flags } = after;
  const names = Object.keys(flags) as (keyof typeof flags)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== flags[name]).map((name) => [name, false]),
  );
}
