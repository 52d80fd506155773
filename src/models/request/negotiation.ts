import { withFallback, knownFallbacks, recalled, remember, type Fallbacks } from './fallbacks.ts';
import { otherApi } from './otherApi.ts';
import { ChatMessages } from './messages.ts';
import type { LeftOutTool, ModelRequest } from '../common/model.ts';
import { keyOf } from '../common/target.ts';
import type { Effort } from '../../protocol/index.ts';
import { effortsAfter, isEffort, type RequestField, usualEfforts } from './requestFields.ts';
import { namesIn, requestOf, type MadeRequest, type OpenAiModelOptions } from './request.ts';

/** Each refusal costs a request. */
const maxFallbacks = 24;

/** Rejects with the openai package's error, or one of its shape: status and message. */
export type Send<T> = (made: MadeRequest) => Promise<T>;

type Lasting = Pick<Fallbacks, 'api' | 'encrypted' | 'fields'>;

/** By endpoint and model, as long as the editor runs: each turn has a model of its own. */
const lasting = new Map<string, Lasting>();
const learnedEfforts = new Map<string, readonly Effort[]>();

/** Those that the model takes, as far as is known. */
export function effortsOf(endpoint: Pick<OpenAiModelOptions, 'baseURL' | 'model'>): readonly Effort[] {
  return learnedEfforts.get(keyOf(endpoint)) ?? usualEfforts(endpoint.baseURL);
}

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
  ): Promise<{
    readonly response: T;
    readonly leftOut: readonly LeftOutTool[];
    readonly fields: readonly RequestField[];
  }> {
    const endpoint = keyOf(this.options);
    const before = this.known.fields;
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
        const { api, encrypted, fields } = this.known;
        lasting.set(endpoint, {
          ...(api && { api }),
          ...(encrypted !== undefined && { encrypted }),
          ...(fields && { fields }),
        });
        remember(request.tools, attempt.fallbacks, endpoint);
        const added = [...(attempt.fallbacks.fields ?? [])].filter(([key]) => before?.has(key) !== true);
        return { response, leftOut: attempt.made.leftOut, fields: added.map(([, field]) => field) };
      } catch (error) {
        const next = this.next(attempt, error, request);
        if (!next) throw error;
        attempt = next;
      }
    }
  }

  private learnEffort(error: unknown, { fields }: Fallbacks, before: Fallbacks): void {
    for (const [key, field] of fields ?? [])
      if (before.fields?.has(key) !== true && isEffort(field)) {
        const { baseURL } = this.options;
        const endpoint = keyOf(this.options);
        const known = learnedEfforts.get(endpoint) ?? usualEfforts(baseURL);
        learnedEfforts.set(endpoint, effortsAfter(known, field.value, (error as Error).message));
      }
  }

  /** undefined: no other request is left. */
  private next(attempt: Attempt, error: unknown, request: ModelRequest): Attempt | undefined {
    const { api, params, fields } = attempt.made;
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
      const less = withFallback(error, fallbacks, names, this.options, fields);
      if (!less) return undefined;
      this.learnEffort(error, less, fallbacks);
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
