import { msg } from '../../base/common/message.ts';
import type { OpenAI } from 'openai';
import { endpointFetch, listText } from './endpointFetch.ts';
import { ModelError } from '../failures/errors.ts';
import { explainFailure, webPage } from '../failures/failure.ts';
import { isRecord } from '../../base/common/guards.ts';
import { hostOf, type EndpointAccess } from '../common/target.ts';

/** In ms; local models read long prompts slowly. */
const answerLimit = 600_000;
/** In ms; a list needs no model. */
const listLimit = 15_000;

/** Without the environment, whose key or headers the package would send to any endpoint. @throws ModelError */
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
    // The package insists on a key; the header below is what is sent.
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

/** Sorted. @throws ModelError for faults of the endpoint and the way there, the signal's reason when aborted. */
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
    return [...new Set(idsOf(JSON.parse(text)))].toSorted();
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SyntaxError)) throw explainFailure(error, options);
    const message = msg(
      '{0} did not answer with a list of models. Check the base URL {1}.',
      hostOf(options),
      options.baseURL,
    );
    throw new ModelError('not-found', message);
  }
}

/** `{ data: [{ id }] }`; some send the list alone, or as `models`, or call the id a name. */
function idsOf(body: unknown): string[] {
  const list = isRecord(body) ? (body['data'] ?? body['models']) : body;
  if (!Array.isArray(list)) return [];
  return list
    .filter(isRecord)
    .map(({ id, name }) => id ?? name)
    .filter((id) => typeof id === 'string');
}

/** Removes what the package adds from OPENAI_CUSTOM_HEADERS. */
function strayHeaders(): Record<string, null> {
  const lines = (process.env['OPENAI_CUSTOM_HEADERS'] ?? '').split('\n');
  const names = lines.filter((line) => line.includes(':')).map((line) => line.slice(0, line.indexOf(':')));
  return Object.fromEntries(names.map((name) => [name.trim().toLowerCase(), null]));
}
