import type { EndpointAccess } from '../common/target.ts';
import { createClient } from './client.ts';
import { isRecord } from '../../base/common/guards.ts';
import { listText } from './endpointFetch.ts';

/** In ms; the list is useful, not necessary. */
const LIMIT = 3_000;

/**
 * vLLM and SGLang `max_model_len`, OpenRouter and Together `context_length`, Groq `context_window`, Mistral and LM
 * Studio `max_context_length` (first what is loaded), LiteLLM `max_input_tokens`, llama.cpp `meta.n_ctx`; not
 * `n_ctx_train`, the largest possible.
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

/** By endpoint and model, as long as the editor runs. */
const known = new Map<string, Promise<number | undefined>>();

/** In tokens, from the endpoint's list; undefined: it does not say. Never rejects; asks once for each model. */
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
