import { withFallback, knownFallbacks, type Fallbacks } from './fallbacks.ts';
import { ChatMessages } from './messages.ts';
import type { LeftOutTool, ModelRequest } from '../common/model.ts';
import { modelKey } from '../common/target.ts';
import type { Effort } from '../../protocol/index.ts';
import { learnedEfforts, learnEfforts } from './learnedEfforts.ts';
import { effortsAfter, isDisproved, isEffort, type RequestField, usualEfforts } from './requestFields.ts';
import { namesIn, requestOf, type MadeRequest, type OpenAiModelOptions } from './request.ts';
import type { Api } from '../common/abilities.ts';
import { bodyItems } from './requestBody.ts';
import { imageName, recalledImages, rememberImages, type RefusedImages } from './refusedImages.ts';
import { recalledTools, rememberTools, resumedSearch } from './refusedTools.ts';
import { isNoSuchModel } from '../failures/statusFailure.ts';

/** Most fallbacks for a request. Each refusal costs another request. */
const maxFallbacks = 24;

/** Sends a request. It rejects with the openai package's error, or one of its shape: status and message. */
export type Send<T> = (made: MadeRequest, fallbacks: Fallbacks) => Promise<T>;

type Lasting = Pick<
  Fallbacks,
  | 'api'
  | 'encrypted'
  | 'store'
  | 'usage'
  | 'maxTokens'
  | 'parallelCalls'
  | 'cacheKey'
  | 'cacheMarks'
  | 'fields'
>;

/** Fallbacks by endpoint and model while the editor runs, because each turn has its own model object. */
const lasting = new Map<string, Lasting>();

/** Parts that an endpoint was found not to accept of a request that it answered. */
interface Refusals {
  readonly leftOut: readonly LeftOutTool[];
  readonly fields: readonly RequestField[];
  /** Images that were left out for the first time. */
  readonly lostImages: RefusedImages;
}

export function effortsOf(endpoint: Pick<OpenAiModelOptions, 'baseURL' | 'model'>): readonly Effort[] {
  return learnedEfforts(modelKey(endpoint)) ?? usualEfforts(endpoint.baseURL);
}

export class Negotiation {
  private readonly options: OpenAiModelOptions;
  private readonly written = new ChatMessages();
  /** Parts that are refused: a request without them was accepted. */
  private known: Fallbacks;
  /**
   * A search for a refused schema goes on once, with the first request of a turn, because each change of the tools
   * empties the endpoint's cache.
   */
  private isSearched = false;

  constructor(options: OpenAiModelOptions) {
    this.options = options;
    this.known = { ...knownFallbacks(options), ...lasting.get(modelKey(options)) };
  }

  /** Sends until a request is accepted. @throws what `send` rejects with if there is no fallback left */
  async respond<T>(request: ModelRequest, send: Send<T>): Promise<{ readonly response: T } & Refusals> {
    const endpoint = modelKey(this.options);
    const before = this.known.fields;
    const fallbacks = this.fallbacksFor(request);
    let attempt: Attempt = {
      fallbacks,
      made: requestOf(request, this.options, fallbacks, this.written),
      futile: {},
      futileFields: new Set(),
      refusals: new Map(),
      tries: 0,
    };
    for (;;) {
      try {
        const response = await send(attempt.made, attempt.fallbacks);
        const refused = [...(attempt.fallbacks.fields ?? [])].filter(
          ([key, field]) =>
            !attempt.futileFields.has(key) &&
            !isDisproved(field, attempt.made.fields) &&
            (request.isAside !== true || before?.has(key) === true),
        );
        this.known = { ...attempt.fallbacks, ...attempt.futile, fields: new Map(refused) };
        const { api, encrypted, store, usage, maxTokens, parallelCalls, cacheKey, cacheMarks, fields } =
          this.known;
        lasting.set(endpoint, {
          api,
          maxTokens,
          encrypted,
          store,
          usage,
          parallelCalls,
          cacheKey,
          cacheMarks,
          fields,
        });
        const { tools = new Map(), schemaSearch } = attempt.fallbacks;
        rememberTools(request.tools, { tools, search: schemaSearch }, endpoint);
        const lostImages = this.refusedImages(request, attempt.fallbacks);
        const added = refused.filter(([key]) => before?.has(key) !== true);
        for (const [key, field] of added) this.learnEffort(field, attempt.refusals.get(key) ?? '');
        return {
          response,
          leftOut: attempt.made.leftOut,
          fields: added.map(([, field]) => field),
          lostImages,
        };
      } catch (error) {
        const next = this.next(attempt, error, request);
        if (!next) throw error;
        attempt = next;
      }
    }
  }

  private fallbacksFor({ messages, tools, isAside }: ModelRequest): Fallbacks {
    const endpoint = modelKey(this.options);
    const known = recalledTools(tools, endpoint);
    const resumes = !this.isSearched && isAside !== true && tools.length > 0;
    this.isSearched ||= resumes;
    const now = resumes ? resumedSearch(known) : { tools: known };
    return {
      ...this.known,
      tools: now.tools,
      schemaSearch: now.search,
      lostImages: recalledImages(messages, endpoint),
    };
  }

  /** Remembers the images of an accepted request, and returns the names of those that it went without first. */
  private refusedImages({ messages }: ModelRequest, { images, lostImages }: Fallbacks): RefusedImages {
    if (images === true || !lostImages) return { names: [], words: '' };
    const endpoint = modelKey(this.options);
    const { before } = recalledImages(messages, endpoint);
    rememberImages(messages, lostImages.parts, endpoint);
    const added = [...lostImages.parts].filter((part) => !before.has(part));
    return { names: added.map((part) => imageName(part, messages)), words: lostImages.words ?? '' };
  }

  private learnEffort(field: RequestField, refusal: string): void {
    if (!isEffort(field)) return;
    learnEfforts(modelKey(this.options), effortsAfter(effortsOf(this.options), field.value, refusal));
  }

  /** Returns the next attempt, or undefined if none is left. */
  private next(attempt: Attempt, error: unknown, request: ModelRequest): Attempt | undefined {
    const { api, params, fields } = attempt.made;
    const before = contentOf(attempt.made);
    const sent = {
      request,
      names: namesIn(params),
      fields,
      items: () => bodyItems(attempt.made),
      target: this.options,
    };
    const words = String((error as { message?: unknown }).message);
    // The last fallback did not help. It stays for this request, which was refused for another reason.
    const isSame = attempt.last?.words === words;
    const futile: Fallbacks = { ...attempt.futile, ...(isSame && attempt.last?.undo) };
    const futileFields = new Set([...attempt.futileFields, ...((isSame && attempt.last?.fields) || [])]);
    let { fallbacks } = attempt;
    const other = this.options.api === undefined && !attempt.hasSwitched && otherApi(error, api);
    if (other) {
      fallbacks = { ...fallbacks, api: other };
      const made = requestOf(request, this.options, fallbacks, this.written);
      return { ...attempt, fallbacks, made, hasSwitched: true };
    }
    for (let tries = attempt.tries + 1; tries <= maxFallbacks; tries++) {
      const less = withFallback(error, fallbacks, sent);
      if (!less) return undefined;
      const made = requestOf(request, this.options, less, this.written);
      const undo = undoing(fallbacks, less);
      if (contentOf(made) !== before) {
        const added = [...(less.fields ?? [])].flatMap(([key]) =>
          fallbacks.fields?.has(key) === true ? [] : [key],
        );
        const refusals = new Map([...attempt.refusals, ...added.map((key) => [key, words] as const)]);
        const last = { words, undo, fields: added };
        return { ...attempt, fallbacks: less, made, futile, futileFields, refusals, last, tries };
      }
      // This fallback makes no difference here, but the next one may.
      Object.assign(futile, undo);
      fallbacks = less;
    }
    return undefined;
  }
}

interface Attempt {
  readonly fallbacks: Fallbacks;
  readonly made: MadeRequest;
  /** Undoes fallbacks that made no difference, because a later request may need these fields. */
  readonly futile: Fallbacks;
  /** The user's fields that made no difference, by `fieldKey`. */
  readonly futileFields: ReadonlySet<string>;
  /** Refusals because of which fields were left out, by `fieldKey`. */
  readonly refusals: ReadonlyMap<string, string>;
  /** The last fallback, and the refusal before it. */
  readonly last?:
    | {
        readonly words: string;
        readonly undo: Fallbacks;
        readonly fields: readonly string[];
      }
    | undefined;
  readonly tries: number;
  readonly hasSwitched?: true | undefined;
}

function contentOf({ params, isMarked = false }: MadeRequest): string {
  return JSON.stringify([params, isMarked]);
}

function undoing(before: Fallbacks, after: Fallbacks): Fallbacks {
  const { tools: _, fields: __, schemaSearch: ___, lostImages: ____, ...flags } = after;
  const names = Object.keys(flags) as (keyof typeof flags)[];
  return Object.fromEntries(
    names.filter((name) => before[name] !== flags[name]).map((name) => [name, false]),
  );
}

/** Messages of OpenAI, GitHub Copilot and routers about models that they have only in the Responses API. */
const wantsResponses =
  /v1\/responses|responses api|not a chat model|not (accessible|supported) (via|in|with) the [^.]{0,40}chat\/completions/i;
const wantsChat =
  /(with|by|in|via) the responses api|responses (api|endpoint)[^.]{0,40} not |chat\/completions/i;

/** Returns the API that the endpoint wants instead, from its refusal of a request that used `api`. */
function otherApi(error: unknown, api: Api): Api | undefined {
  const { status, message } = error as { status?: unknown; message?: unknown };
  if (status !== 400 && status !== 404 && status !== 405) return undefined;
  const words = String(message);
  if (api === 'chat') return wantsResponses.test(words) ? 'responses' : undefined;
  // OpenAI also answers 404 about an unknown model, and about items that it has not stored.
  const isPath = status !== 400 && !isNoSuchModel(words) && !/\bitem\b/i.test(words);
  return isPath || wantsChat.test(words) ? 'chat' : undefined;
}
