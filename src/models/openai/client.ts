/** Makes the openai package's client, which is loaded on the first request and not before. */
import { t } from '@vscode/l10n';
import type { OpenAI } from 'openai';
import { endpointFetch, listText } from './endpointFetch.ts';
import { ModelError } from '../failures/errors.ts';
import { explainFailure, webPage } from '../failures/failure.ts';
import { isRecord } from '../../base/common/guards.ts';
import { hostOf, type EndpointAccess } from '../common/target.ts';

/** Local models read long prompts slowly. In milliseconds. */
const answerLimit = 600_000;
/** The same for a list, which costs no model anything. */
const listLimit = 15_000;

/**
 * Makes a client that reads nothing from the environment: the package would send an administrator's key,
 * an organisation or extra headers found there to whatever endpoint is configured.
 * @throws ModelError when the key cannot be sent.
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
      t('The API key for {0} holds characters that a key cannot have. Set it again.', host),
    );
  }
  const { OpenAI: Client } = await import('openai');
  return new Client({
    baseURL,
    // The package insists on a key. What is sent is the header below, or none.
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
 * Lists the models that an endpoint offers, sorted.
 * @throws ModelError for everything the endpoint or the way there did wrong.
 * @throws the signal's reason when `signal` is aborted.
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
    return [...new Set(idsOf(JSON.parse(text)))].toSorted();
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof SyntaxError)) throw explainFailure(error, options);
    const message = t(
      '{0} did not answer with a list of models. Check the base URL {1}.',
      hostOf(options),
      options.baseURL,
    );
    throw new ModelError('not-found', message);
  }
}

/** By the book `{ data: [{ id }] }`; some endpoints send the list alone, or as `models`, or call the id a name. */
function idsOf(body: unknown): string[] {
  const list = isRecord(body) ? (body['data'] ?? body['models']) : body;
  if (!Array.isArray(list)) return [];
  return list
    .filter(isRecord)
    .map(({ id, name }) => id ?? name)
    .filter((id) => typeof id === 'string');
}

/** Takes out what the package would add from OPENAI_CUSTOM_HEADERS. */
function strayHeaders(): Record<string, null> {
  const lines = (process.env['OPENAI_CUSTOM_HEADERS'] ?? '').split('\n');
  const names = lines.filter((line) => line.includes(':')).map((line) => line.slice(0, line.indexOf(':')));
  return Object.fromEntries(names.map((name) => [name.trim().toLowerCase(), null]));
}
