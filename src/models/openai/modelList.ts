/** Asks an endpoint for its models, and reads what it tells about them (`GET /models`). */
import { msg } from '../../base/common/message.ts';
import { isRecord } from '../../base/common/guards.ts';
import { hostOf, modelKey, type EndpointAccess, type Target } from '../common/target.ts';
import { webPage } from '../failures/answerFailure.ts';
import { ModelError } from '../failures/errors.ts';
import { explainModelFailure } from '../failures/failure.ts';
import { createClient } from './client.ts';
import { listText } from './endpointFetch.ts';

/** A model as the endpoint describes it. Most endpoints tell the name alone; what is absent is unknown. */
export interface ListedModel {
  readonly name: string;
  /** Context window in tokens. */
  readonly contextWindow?: number | undefined;
  /** US dollars for a million tokens. */
  readonly price?: ModelPrice | undefined;
  readonly canCallTools?: boolean | undefined;
  readonly canSee?: boolean | undefined;
  readonly canThink?: boolean | undefined;
  /** False for a model that the endpoint says is for something else, such as embeddings. */
  readonly canChat?: boolean | undefined;
}

/** `varies` means that the price depends on which model answers. */
export type ModelPrice = { readonly input: number; readonly output: number } | 'varies';

/** Limits in ms for a list that is asked for, and for one that is useful but not necessary. */
const LIST_LIMIT_MS = 15_000;
const WINDOW_LIMIT_MS = 3_000;

/**
 * Returns the models, sorted by name. @throws ModelError for errors of the endpoint or the network, and the signal's
 * reason if aborted
 */
export async function listModels(
  options: EndpointAccess & { readonly signal: AbortSignal },
): Promise<ListedModel[]> {
  const { signal } = options;
  try {
    signal.throwIfAborted();
    const client = await createClient(options);
    const response = await client.models
      .list({ ...ownRequest(options), signal, timeout: LIST_LIMIT_MS })
      .asResponse();
    const text = await listText(response, options);
    if (text.trimStart().startsWith('<')) throw webPage(options, text);
    const body: unknown = JSON.parse(text);
    noteWindows(options, body);
    const models = new Map(modelsOf(body).map((model) => [model.name, model]));
    return [...models.values()].toSorted((a, b) => (a.name < b.name ? -1 : 1));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SyntaxError)) throw explainModelFailure(error, options);
    const message = msg(
      '{0} did not answer with a list of models. Check the base URL {1}.',
      hostOf(options),
      options.baseURL,
    );
    throw new ModelError('not-found', message);
  }
}

/**
 * Anthropic's list belongs to its own API, which takes the key in another header and gives 20 models unless asked for
 * more (platform.claude.com/docs, "List Models"); its Chat Completions take the key as OpenAI does.
 */
function ownRequest({ baseURL, apiKey, headers = {} }: EndpointAccess) {
  const { origin } = new URL(baseURL);
  if (origin !== 'https://api.anthropic.com' || apiKey === undefined) return {};
  return {
    headers: {
      'anthropic-version': '2023-06-01',
      'x-api-key': apiKey.trim(),
      authorization: null,
      ...headers,
    },
    query: { limit: 1_000 },
  };
}

/** Lookups by endpoint and model, as long as the editor runs. */
const lookups = new Map<string, Promise<number | undefined>>();
/** Context windows in tokens that lists of models have told, by endpoint and model. */
const listed = new Map<string, number>();
const MAX_LISTED = 10_000;
/** Largest context window in tokens that is believed. */
const MAX_WINDOW = 1e9;

/** Returns the context window in tokens if a list of the endpoint has told it already. */
export function listedWindow(model: Pick<Target, 'baseURL' | 'model'>): number | undefined {
  return listed.get(modelKey(model));
}

/**
 * Returns the context window in tokens from the endpoint's list, or undefined if the list does not have it. Never
 * rejects, and asks once for each model.
 */
export async function lookUpWindow(access: EndpointAccess, model: string): Promise<number | undefined> {
  const key = modelKey({ ...access, model });
  const known = listed.get(key);
  if (known !== undefined) return known;
  const window = lookups.get(key) ?? askForWindow(access, model).catch(() => undefined);
  lookups.set(key, window);
  return window;
}

async function askForWindow(access: EndpointAccess, model: string): Promise<number | undefined> {
  const client = await createClient(access);
  const response = await client.models.list({ ...ownRequest(access), timeout: WINDOW_LIMIT_MS }).asResponse();
  const body: unknown = JSON.parse(await listText(response, access));
  noteWindows(access, body);
  return windowOf(body, model);
}

function noteWindows({ baseURL }: EndpointAccess, body: unknown): void {
  if (listed.size > MAX_LISTED) listed.clear();
  for (const [model, window] of [...windowsIn(body)].slice(0, MAX_LISTED))
    listed.set(modelKey({ baseURL, model }), window);
}

export function windowOf(body: unknown, model: string): number | undefined {
  return windowsIn(body).get(model);
}

/** Returns the context windows in tokens of a list's models. */
function windowsIn(body: unknown): ReadonlyMap<string, number> {
  const windows = new Map<string, number>();
  for (const entry of entriesOf(body)) {
    const window = windowOfEntry(entry);
    if (window === undefined) continue;
    for (const name of [entry['id'], entry['name']].filter((each) => typeof each === 'string'))
      // Gemini names its models `models/…`, and takes them without it.
      for (const each of [name, name.replace(/^models\//, '')])
        if (!windows.has(each)) windows.set(each, window);
  }
  return windows;
}

/** Some endpoints send the list alone or as `models`. */
function entriesOf(body: unknown): Record<string, unknown>[] {
  const list = isRecord(body) ? (body['data'] ?? body['models']) : body;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}

function modelsOf(body: unknown): ListedModel[] {
  return entriesOf(body).flatMap((entry) => {
    // Some endpoints name the id `name`.
    const name = entry['id'] ?? entry['name'];
    return typeof name === 'string'
      ? [{ name, contextWindow: windowOfEntry(entry), ...abilitiesOf(entry) }]
      : [];
  });
}

/**
 * Fields that have the context window: vLLM and SGLang use `max_model_len`, OpenRouter and Together `context_length`,
 * Groq `context_window`, Mistral and LM Studio `max_context_length` (LM Studio has the loaded length apart), LiteLLM
 * `max_input_tokens`, llama.cpp `meta.n_ctx`. `n_ctx_train` is not among them: it is the largest possible value.
 */
const windowFields = [
  'max_model_len',
  'loaded_context_length',
  'context_length',
  'context_window',
  'max_context_length',
  'max_input_tokens',
  'inputTokenLimit',
  'n_ctx',
];

function windowOfEntry(entry: Readonly<Record<string, unknown>>): number | undefined {
  const places = [entry['top_provider'], entry, entry['meta'], entry['model_info']].filter(isRecord);
  const values = places.flatMap((place) => windowFields.map((field) => place[field]));
  return values.find(isWindow);
}

/** Other numbers, such as -1 for no limit, are left to the next field. */
function isWindow(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 256 && Number(value) <= MAX_WINDOW;
}

/**
 * Reads what a model can do. OpenRouter has `supported_parameters` and `architecture.input_modalities`, Mistral
 * `capabilities` as flags, LM Studio as a list, Together and LM Studio `type`, and OpenRouter's price is for a token,
 * as text, where Together's is for a million.
 */
function abilitiesOf(entry: Readonly<Record<string, unknown>>): Omit<ListedModel, 'name' | 'contextWindow'> {
  const { architecture, capabilities, supported_parameters: parameters, type } = entry;
  const modalities = isRecord(architecture) ? architecture['input_modalities'] : undefined;
  const told = (name: string): boolean | undefined => {
    // A list names some of what a model can do.
    if (Array.isArray(capabilities)) return capabilities.includes(name) || undefined;
    const flag = isRecord(capabilities) ? capabilities[name] : undefined;
    return typeof flag === 'boolean' ? flag : undefined;
  };
  const has = (list: unknown, ...names: readonly string[]): boolean | undefined =>
    Array.isArray(list) ? names.some((name) => list.includes(name)) : undefined;
  const chats =
    typeof type === 'string'
      ? !/^(?:embeddings?|image|audio|rerank|moderation|video)$/.test(type)
      : undefined;
  return {
    canCallTools: has(parameters, 'tools') ?? told('function_calling') ?? told('tool_use'),
    canSee: has(modalities, 'image') ?? told('vision') ?? (type === 'vlm' || undefined),
    canThink: has(parameters, 'reasoning', 'include_reasoning') ?? told('reasoning'),
    canChat: told('completion_chat') ?? chats,
    price: priceOf(entry['pricing']),
  };
}

function priceOf(pricing: unknown): ModelPrice | undefined {
  if (!isRecord(pricing)) return undefined;
  const { prompt, completion, input, output } = pricing;
  const price =
    prompt === undefined
      ? { input: numberIn(input), output: numberIn(output) }
      : { input: numberIn(prompt) * 1e6, output: numberIn(completion) * 1e6 };
  // OpenRouter has -1 for openrouter/auto.
  if (numberIn(prompt) === -1 || numberIn(completion) === -1) return 'varies';
  const isPrice = (value: number): boolean => Number.isFinite(value) && value >= 0 && value <= 1e5;
  return isPrice(price.input) && isPrice(price.output) ? price : undefined;
}

/** Returns NaN for what is no number, and no text of one: nothing is not the price of a free model. */
function numberIn(value: unknown): number {
  return typeof value === 'number' || (typeof value === 'string' && value.trim() !== '')
    ? Number(value)
    : NaN;
}
