import { msg } from '../../base/common/message.ts';
import type { OpenAI } from 'openai';
import { endpointFetch, listText } from './endpointFetch.ts';
import { ModelError } from '../failures/errors.ts';
import { webPage } from '../failures/answerFailure.ts';
import { explainModelFailure } from '../failures/failure.ts';
import { isRecord } from '../../base/common/guards.ts';
import { hostOf, modelKey, type EndpointAccess, type Target } from '../common/target.ts';

/** Limit in ms until an answer begins. Local models read long prompts slowly. */
const answerLimit = 600_000;
/** Limit in ms for the list of models, which needs no model. */
const listLimit = 15_000;

/**
 * Makes a client that ignores the environment, whose key or headers the package would send to any endpoint. @throws
 * ModelError
 */
export async function createClient({
  baseURL,
  apiKey,
  headers,
  fetch,
  answerLimitMs = answerLimit,
}: EndpointAccess): Promise<OpenAI> {
  const key = apiKey?.trim() ?? '';
  if (/[^\x21-\x7e]/.test(key)) {
    const host = hostOf({ baseURL });
    throw new ModelError(
      'bad-settings',
      msg('The API key for {0} contains invalid characters. Set it again.', host),
    );
  }
  const { OpenAI: Client } = await import('openai');
  return new Client({
    baseURL,
    // The package requires a key. The header below is what is sent.
    apiKey: key === '' ? 'none' : key,
    organization: null,
    project: null,
    webhookSecret: null,
    defaultHeaders: { ...strayHeaders(), authorization: key === '' ? null : `Bearer ${key}`, ...headers },
    maxRetries: 0,
    timeout: answerLimitMs,
    logLevel: 'off',
    fetch: endpointFetch({ baseURL }, fetch),
  });
}

/**
 * Returns the sorted names of the models. @throws ModelError for errors of the endpoint or the network, and the
 * signal's reason if aborted
 */
export async function listModels(
  options: EndpointAccess & { readonly signal: AbortSignal },
): Promise<string[]> {
  const { signal } = options;
  try {
    signal.throwIfAborted();
    const client = await createClient(options);
    const response = await client.models.list({ signal, timeout: listLimit }).asResponse();
    const text = await listText(response, options);
    if (text.trimStart().startsWith('<')) throw webPage(options, text);
    const body: unknown = JSON.parse(text);
    noteWindows(options, body);
    return [...new Set(idsOf(body))].toSorted();
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
 * Returns the ids of `{ data: [{ id }] }`. Some endpoints send the list alone or as `models`, or name the id `name`.
 */
function idsOf(body: unknown): string[] {
  return entriesOf(body)
    .map(({ id, name }) => id ?? name)
    .filter((id) => typeof id === 'string');
}

/** Removes headers that the package adds from OPENAI_CUSTOM_HEADERS. */
function strayHeaders(): Record<string, null> {
  const lines = (process.env['OPENAI_CUSTOM_HEADERS'] ?? '').split('\n');
  const names = lines.filter((line) => line.includes(':')).map((line) => line.slice(0, line.indexOf(':')));
  return Object.fromEntries(names.map((name) => [name.trim().toLowerCase(), null]));
}

/** Limit in ms. The list is useful, but not necessary. */
const LIMIT = 3_000;

/**
 * Fields that have the context window: vLLM and SGLang use `max_model_len`, OpenRouter and Together `context_length`,
 * Groq `context_window`, Mistral and LM Studio `max_context_length` (LM Studio has the loaded length apart), LiteLLM
 * `max_input_tokens`, llama.cpp `meta.n_ctx`. `n_ctx_train` is not among them: it is the largest possible value.
 */
const fields = [
  'max_model_len',
  'loaded_context_length',
  'context_length',
  'context_window',
  'max_context_length',
  'max_input_tokens',
  'inputTokenLimit',
  'n_ctx',
];

/** Lookups by endpoint and model, as long as the editor runs. */
const lookups = new Map<string, Promise<number | undefined>>();
/** Context windows in tokens that lists of models have told, by endpoint and model. */
const listed = new Map<string, number>();
const MAX_LISTED = 10_000;

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
  const window = lookups.get(key) ?? ask(access, model).catch(() => undefined);
  lookups.set(key, window);
  return window;
}

async function ask(access: EndpointAccess, model: string): Promise<number | undefined> {
  const client = await createClient(access);
  const response = await client.models.list({ timeout: LIMIT }).asResponse();
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

function windowOfEntry(entry: Readonly<Record<string, unknown>>): number | undefined {
  const places = [entry['top_provider'], entry, entry['meta'], entry['model_info']].filter(isRecord);
  const values = places.flatMap((place) => fields.map((field) => place[field]));
  return values.find((value): value is number => typeof value === 'number' && value >= 256);
}

function entriesOf(body: unknown): readonly Readonly<Record<string, unknown>>[] {
  const list = isRecord(body) ? (body['data'] ?? body['models']) : body;
  return Array.isArray(list) ? list.filter(isRecord) : [];
}
