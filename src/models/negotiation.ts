/** Makes requests until the endpoint takes one: what it refuses and a request can do without is not sent again. */
import { conceded, knownConcessions, recalled, remember, type Concessions } from './concessions.ts';
import { ChatMessages } from './messages.ts';
import type { LeftOutTool, ModelRequest } from './model.ts';
import { namesIn, requestOf, type MadeRequest, type OpenAiModelOptions } from './request.ts';

/** Each refusal costs a request, so there is an end to what is tried. */
const mostConcessions = 24;

/** Sends a request. Rejects with the openai package's error, or one of its shape: status and message. */
export type Send<T> = (params: MadeRequest['params']) => Promise<T>;

/** One model's dealings with its endpoint. */
export class Negotiation {
  private readonly options: OpenAiModelOptions;
  private readonly written = new ChatMessages();
  /** What is known to be refused; a refusal counts once a request without it was taken. */
  private known: Concessions;

  constructor(options: OpenAiModelOptions) {
    this.options = options;
    this.known = knownConcessions(options);
  }

  /**
   * The response to the first request that is taken, and the tools that are not in it.
   * @throws what `send` rejects with, when nothing can be conceded.
   */
  async respond<T>(
    request: ModelRequest,
    send: Send<T>,
  ): Promise<{ readonly response: T; readonly leftOut: readonly LeftOutTool[] }> {
    const endpoint = `${this.options.baseURL} ${this.options.model}`;
    const concessions = { ...this.known, tools: recalled(request.tools, endpoint) };
    let offer: Offer = {
      concessions,
      made: requestOf(request, this.options, concessions, this.written),
      futile: {},
      tries: 0,
    };
    for (;;) {
      try {
        const response = await send(offer.made.params);
        this.known = { ...offer.concessions, ...offer.futile };
        remember(request.tools, offer.concessions, endpoint);
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
    const futile: Concessions = { ...offer.futile };
    let { concessions } = offer;
    for (let tries = offer.tries + 1; tries <= mostConcessions; tries++) {
      const less = conceded(error, concessions, names, this.options);
      if (!less) return undefined;
      const made = requestOf(request, this.options, less, this.written);
      if (JSON.stringify(made.params) !== before) return { concessions: less, made, futile, tries };
      // It makes no difference here, but perhaps the next concession does.
      Object.assign(futile, undoing(concessions, less));
      concessions = less;
    }
    return undefined;
  }
}

/** A request with what was conceded for it. */
interface Offer {
  readonly concessions: Concessions;
  readonly made: MadeRequest;
  /** Takes back what was conceded without any difference: a later request may need it. */
  readonly futile: Concessions;
  readonly tries: number;
}

/** What takes back the flags that `after` has and `before` has not. */
function undoing(before: Concessions, after: Concessions): Concessions {
  const { tools: _, ...flags } = after;
  const names = Object.keys(flags) as (keyof typeof flags)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== flags[name]).map((name) => [name, false]),
  );
}
