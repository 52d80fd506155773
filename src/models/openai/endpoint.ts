import { msg, LocalizedMessage } from '../../base/common/message.ts';
import { abilitiesOf, type Abilities } from '../common/abilities.ts';
import { ModelError } from '../failures/errors.ts';
import { isRecord } from '../../base/common/guards.ts';

export interface EndpointSettings extends Abilities {
  readonly baseURL?: string | undefined;
  readonly model?: string | undefined;
  readonly toolCalling?: boolean | undefined;
  /** Headers with names in lower case and expanded values. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface EndpointEnvironment {
  readonly OPENAI_BASE_URL?: string | undefined;
  readonly OPENAI_API_KEY?: string | undefined;
  readonly OPENAI_MODEL?: string | undefined;
}

/** Looks up a key by its `keyOrigin`. */
export type StoredKey = (origin: string) => Promise<string | undefined>;

export interface EndpointConnection {
  readonly baseURL: string;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface Endpoint extends EndpointConnection, Abilities {
  readonly model: string;
  readonly canCallTools: boolean;
}

const openAi = 'https://api.openai.com/v1';

/**
 * Resolves an endpoint with its model. @throws ModelError `bad-settings`, `no-model`, or `no-key` if a key is certainly
 * needed
 */
export async function resolveEndpoint(
  settings: EndpointSettings,
  environment: EndpointEnvironment,
  storedKey: StoredKey,
): Promise<Endpoint> {
  const connection = await resolveConnection(settings, environment, storedKey);
  const model = set(settings.model) ?? set(environment.OPENAI_MODEL);
  if (model === undefined) {
    const isSetUp = set(settings.baseURL) ?? set(environment.OPENAI_BASE_URL) ?? connection.apiKey;
    throw new ModelError(
      'no-model',
      isSetUp === undefined
        ? msg('No model is set up yet.')
        : msg('No model is chosen for {0}. Choose one in the settings.', connection.baseURL),
    );
  }
  if (connection.apiKey === undefined && keyOrigin(connection.baseURL) === keyOrigin(openAi)) {
    throw new ModelError(
      'no-key',
      msg('OpenAI requires an API key, and none is set. Set a key, or set the base URL of another endpoint.'),
    );
  }
  return {
    ...connection,
    ...abilitiesOf({ ...settings }),
    model,
    canCallTools: settings.toolCalling ?? true,
  };
}

/**
 * Resolves an endpoint without its model. A stored key wins. The environment's key goes only to the environment's
 * endpoint (OpenAI's, if it names none), so that a base URL in a workspace's settings cannot collect it.
 * @throws ModelError `bad-settings` on a bad base URL
 */
export async function resolveConnection(
  settings: EndpointSettings,
  environment: EndpointEnvironment,
  storedKey: StoredKey,
): Promise<EndpointConnection> {
  const environmentText = set(environment.OPENAI_BASE_URL) ?? openAi;
  const baseURL = resolveBaseURL(settings, environment);
  const environmentURL = URL.parse(environmentText);
  const isEnvironments = environmentURL !== null && normalized(environmentURL) === baseURL;
  const environmentKey = isEnvironments ? set(environment.OPENAI_API_KEY) : undefined;
  const apiKey = set(await storedKey(keyOrigin(baseURL))) ?? environmentKey;
  const { headers } = settings;
  return { baseURL, apiKey, headers };
}

/** @throws ModelError `bad-settings` on a bad base URL */
export function resolveBaseURL(
  settings: Pick<EndpointSettings, 'baseURL'>,
  environment: EndpointEnvironment,
): string {
  return parseBaseURL(set(settings.baseURL) ?? set(environment.OPENAI_BASE_URL) ?? openAi);
}

/**
 * Returns the origin under which a key is stored, such as `https://api.openai.com`. @throws ModelError `bad-settings`
 */
export function keyOrigin(baseURL: string): string {
  return new URL(parseBaseURL(baseURL)).origin;
}

function parseBaseURL(text: string): string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const message = msg(
      'The base URL "{0}" is not a valid http or https URL. Correct it in the settings.',
      text,
    );
    throw new ModelError('bad-settings', message);
  }
  if (url.username !== '' || url.password !== '') {
    const message = msg(
      'The base URL for {0} contains a user name or password. Remove it, and store the key as the API key.',
      url.host,
    );
    throw new ModelError('bad-settings', message);
  }
  return normalized(url);
}

/** Normalises a base URL, and removes the path of a request, which is often pasted with it. */
function normalized(url: URL): string {
  const path = url.pathname.replace(/\/+$/, '').replace(/\/(chat\/completions|responses)$/, '');
  return `${url.origin}${path}${url.search}`;
}

function set(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
}

export interface Profile extends Abilities {
  readonly name: string;
  readonly baseURL: string;
  readonly model?: string | undefined;
  /** Headers with names in lower case. Their values may contain `${env:…}` and `${secret:…}`. */
  readonly headers: Readonly<Record<string, string>>;
  readonly toolCalling: boolean;
}

export type ProfileEntry =
  | { readonly kind: 'profile'; readonly name: string; readonly profile: Profile }
  | { readonly kind: 'broken'; readonly name: string; readonly why: LocalizedMessage };

export function parseProfiles(value: unknown): ProfileEntry[] {
  if (!isRecord(value)) return [];
  return Object.entries(value).map(([name, entry]) => {
    const profile = profileOf(name, entry);
    return profile instanceof LocalizedMessage
      ? { kind: 'broken', name, why: profile }
      : { kind: 'profile', name, profile };
  });
}

function profileOf(name: string, entry: unknown): Profile | LocalizedMessage {
  if (!isRecord(entry)) return msg('The profile is not an object. Correct it in the settings.');
  const { baseUrl, model, headers = {}, toolCalling, price } = entry;
  if (typeof baseUrl !== 'string' || baseUrl.trim() === '')
    return msg('The profile has no "baseUrl". Add it in the settings.');
  if (!isRecord(headers) || !Object.values(headers).every((header) => typeof header === 'string'))
    return msg('"headers" of the profile must be an object with string values. Correct it in the settings.');
  const lowered = Object.entries(headers).map(([header, text]) => [header.toLowerCase(), String(text)]);
  const named = (typeof model === 'string' && model.trim()) || undefined;
  return {
    name,
    baseURL: baseUrl.trim(),
    model: named,
    headers: Object.fromEntries(lowered),
    toolCalling: toolCalling !== false,
    ...abilitiesOf(entry),
    // A price is for one model: another model of the endpoint has another price.
    price: isRecord(price) ? { ...price, model: named } : undefined,
  };
}

/** An endpoint that needs a key. */
export interface KnownEndpoint {
  readonly title: string;
  /** `{resource}` stands for a name that only the user knows. */
  readonly baseURL: string;
  /** Set where the list of models does not have the names that requests take: Azure's are those of deployments. */
  readonly namesDiffer?: boolean | undefined;
}

/** The OpenAI-compatible addresses of vendors, each from its documentation (2026-11). */
export const knownEndpoints: readonly KnownEndpoint[] = [
  { title: 'OpenAI', baseURL: 'https://api.openai.com/v1' },
  { title: 'Anthropic', baseURL: 'https://api.anthropic.com/v1' },
  { title: 'Google Gemini', baseURL: 'https://generativelanguage.googleapis.com/v1beta/openai' },
  { title: 'OpenRouter', baseURL: 'https://openrouter.ai/api/v1' },
  { title: 'Azure OpenAI', baseURL: 'https://{resource}.openai.azure.com/openai/v1', namesDiffer: true },
  { title: 'DeepSeek', baseURL: 'https://api.deepseek.com' },
  { title: 'Groq', baseURL: 'https://api.groq.com/openai/v1' },
  { title: 'Mistral', baseURL: 'https://api.mistral.ai/v1' },
  { title: 'Together', baseURL: 'https://api.together.ai/v1' },
  { title: 'xAI', baseURL: 'https://api.x.ai/v1' },
];

/** Default ports. Other programs use 8000 and 8080, too; a port that returns no list is skipped. */
const usual = new Map([
  [11434, 'Ollama'],
  [1234, 'LM Studio'],
  [8080, 'llama.cpp'],
  [8000, 'vLLM'],
  [1337, 'Jan'],
]);

export interface LocalEndpoint {
  readonly title: string;
  readonly baseURL: string;
}

export function localEndpoints(ports: readonly number[], known: readonly string[]): LocalEndpoint[] {
  const taken = new Set(known.flatMap(localPort));
  return [...new Set(ports)]
    .filter((port) => Number.isInteger(port) && port > 0 && port < 65_536 && !taken.has(port))
    .map((port) => {
      const host = `127.0.0.1:${port}`;
      return { title: `${usual.get(port) ?? 'Local server'} (${host})`, baseURL: `http://${host}/v1` };
    });
}

function localPort(baseURL: string): number[] {
  const url = URL.parse(baseURL);
  if (!url || !['127.0.0.1', 'localhost', '[::1]', '0.0.0.0'].includes(url.hostname)) return [];
  return [Number(url.port || (url.protocol === 'https:' ? 443 : 80))];
}
