/** Decides which endpoint, model and key to use, from the settings and the environment. No I/O of its own. */
import { t } from '@vscode/l10n';
import { abilitiesOf, type Abilities } from '../common/abilities.ts';
import { ModelError } from '../failures/errors.ts';

/** What the user set. An empty text counts as not set. */
export interface EndpointSettings extends Abilities {
  readonly baseURL?: string | undefined;
  readonly model?: string | undefined;
  /** Whether the model can call tools; true when not set. */
  readonly toolCalling?: boolean | undefined;
  /** Sent with every request; names in lower case, values filled in. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The environment variables that the openai package and many tools share. */
export interface EndpointEnvironment {
  readonly OPENAI_BASE_URL?: string | undefined;
  readonly OPENAI_API_KEY?: string | undefined;
  readonly OPENAI_MODEL?: string | undefined;
}

/** Looks up the key that is stored under a name made by `keyOrigin`. */
export type StoredKey = (origin: string) => Promise<string | undefined>;

/** Where requests go. */
export interface Connection {
  /** Without a slash at its end. */
  readonly baseURL: string;
  readonly apiKey?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** All that a chat model needs. */
export interface Endpoint extends Connection, Abilities {
  readonly model: string;
  readonly canCallTools: boolean;
}

const openAi = 'https://api.openai.com/v1';

/**
 * Resolves endpoint, model and key.
 * @throws ModelError `bad-settings`, `no-model`, or `no-key` (only where it is known that one is needed).
 */
export async function resolveEndpoint(
  settings: EndpointSettings,
  environment: EndpointEnvironment,
  storedKey: StoredKey,
): Promise<Endpoint> {
  const connection = await resolveConnection(settings, environment, storedKey);
  const model = set(settings.model) ?? set(environment.OPENAI_MODEL);
  if (model === undefined) {
    throw new ModelError(
      'no-model',
      t('No model is chosen for {0}. Choose one in the settings.', connection.baseURL),
    );
  }
  if (connection.apiKey === undefined && keyOrigin(connection.baseURL) === keyOrigin(openAi)) {
    throw new ModelError(
      'no-key',
      t('OpenAI requires an API key, and none is set. Set a key, or set the base URL of another endpoint.'),
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
 * Resolves endpoint and key, which is all that listing models takes.
 *
 * A stored key wins. The environment's key goes to the environment's endpoint only (OpenAI's, if it names
 * none): a base URL from a workspace's settings must not be able to collect it.
 * @throws ModelError `bad-settings` when the base URL is no address to send requests to.
 */
export async function resolveConnection(
  settings: EndpointSettings,
  environment: EndpointEnvironment,
  storedKey: StoredKey,
): Promise<Connection> {
  const environmentText = set(environment.OPENAI_BASE_URL) ?? openAi;
  const baseURL = parseBaseURL(set(settings.baseURL) ?? environmentText);
  const environmentURL = URL.parse(environmentText);
  const isEnvironments = environmentURL !== null && normalized(environmentURL) === baseURL;
  const environmentKey = isEnvironments ? set(environment.OPENAI_API_KEY) : undefined;
  const apiKey = set(await storedKey(keyOrigin(baseURL))) ?? environmentKey;
  const { headers } = settings;
  return { baseURL, ...(apiKey !== undefined && { apiKey }), ...(headers && { headers }) };
}

/**
 * The name under which the key of an endpoint is stored: its origin, such as `https://api.openai.com`.
 * @throws ModelError `bad-settings` when the base URL is no address to send requests to.
 */
export function keyOrigin(baseURL: string): string {
  return new URL(parseBaseURL(baseURL)).origin;
}

function parseBaseURL(text: string): string {
  const url = URL.parse(text);
  if (url === null || (url.protocol !== 'http:' && url.protocol !== 'https:')) {
    const message = t(
      'The base URL "{0}" does not begin with http:// or https://, or is no address. Correct it in the settings.',
      text,
    );
    throw new ModelError('bad-settings', message);
  }
  if (url.username !== '' || url.password !== '') {
    const message = t(
      'The base URL for {0} holds a user name or password. Take it out and store the key as the API key.',
      url.host,
    );
    throw new ModelError('bad-settings', message);
  }
  return normalized(url);
}

/** The same address in one spelling, without what belongs to a request and is often pasted along. */
function normalized(url: URL): string {
  const path = url.pathname.replace(/\/+$/, '').replace(/\/chat\/completions$/, '');
  return `${url.origin}${path}${url.search}`;
}

function set(text: string | undefined): string | undefined {
  const trimmed = text?.trim();
  return trimmed === '' ? undefined : trimmed;
}
