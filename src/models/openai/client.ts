import { isRecord } from '../../base/common/guards.ts';
import { msg } from '../../base/common/message.ts';
import type { OpenAI } from 'openai';
import { endpointFetch } from './endpointFetch.ts';
import { ModelError } from '../failures/errors.ts';
import { hostOf, type EndpointAccess } from '../common/target.ts';

/** Limit in ms until an answer begins. Local models read long prompts slowly. */
const answerLimit = 600_000;

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
  class EndpointClient extends Client {
    protected override makeStatusError(
      ...[status, body, message, received]: Parameters<OpenAI['makeStatusError']>
    ): ReturnType<OpenAI['makeStatusError']> {
      return super.makeStatusError(status, withWholeError(body), message, received);
    }
  }
  return new EndpointClient({
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

/** Keeps a body whole that is a text, or whose words are beside its `error`: the package keeps only `error`. */
function withWholeError(body: object): object {
  if (typeof body === 'string') return { error: body };
  const isInside =
    !isRecord(body) || !('error' in body) || (isRecord(body['error']) && 'message' in body['error']);
  return isInside || Object.keys(body).length === 1 ? body : { error: body };
}

/** Removes headers that the package adds from OPENAI_CUSTOM_HEADERS. */
function strayHeaders(): Record<string, null> {
  const lines = (process.env['OPENAI_CUSTOM_HEADERS'] ?? '').split('\n');
  const names = lines.filter((line) => line.includes(':')).map((line) => line.slice(0, line.indexOf(':')));
  return Object.fromEntries(names.map((name) => [name.trim().toLowerCase(), null]));
}
