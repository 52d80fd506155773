/** Asks an endpoint how large a model's context is; its list of models often says so. */
import type { EndpointAccess } from '../common/target.ts';
import { createClient } from './client.ts';
import { isRecord } from '../../base/common/guards.ts';
import { listText } from './endpointFetch.ts';

/** A list that takes longer is not waited for, in milliseconds: it is of use, not necessary. */
const LIMIT = 3_000;

/**
 * What the lists call it: vLLM and SGLang `max_model_len`, OpenRouter and Together `context_length`, Groq
 * `context_window`, Mistral and LM Studio `max_context_length` (what is loaded comes first), LiteLLM
 * `max_input_tokens`, llama.cpp `meta.n_ctx`. The largest a model could have (`n_ctx_train`) says nothing.
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

/** Answers by endpoint and model. A window does not change while the editor runs. */
const known = new Map<string, Promise<number | undefined>>();

/**
 * The model's context window in tokens by the endpoint's list, or undefined where it says nothing. Never
 * rejects; asks each endpoint once for a model.
 */
export function lookUpWindow(access: EndpointAccess, model: string): Promise<number | undefined> {
  const key = `${access.baseURL} ${model}`;
  const window = known.get(key) ?? ask(access, model).catch(() => undefined);
  known.set(key, window);
  return window;
}

async function ask(access: EndpointAccess, model: string): Promise<number | undefined> {
  const client = await createClient(access);
  const response = await client.models.list({ timeout: LIMIT }).asResponse();
  return windowOf(JSON.parse(await listText(response, access)), model);
}

/** The window of the model in a list, whichever of the usual shapes the list has. */
export function windowOf(body: unknown, model: string): number | undefined {
  const list = isRecord(body) ? (body['data'] ?? body['models']) : body;
  if (!Array.isArray(list)) return undefined;
  const entry = list
    .filter(isRecord)
    .find(({ id, name }) => id === model || name === model || name === `models/${model}`);
  if (!entry) return undefined;
  const places = [entry['top_provider'], entry, entry['meta'], entry['model_info']].filter(isRecord);
  const values = places.flatMap((place) => fields.map((field) => place[field]));
  return values.find((value): value is number => typeof value === 'number' && value >= 256);
}
