import type { Api } from './abilities.ts';

/**
 * The endpoint that an error text is about. The credentials are needed to redact them, and to distinguish a missing key
 * from a wrong one.
 */
export interface Target {
  readonly baseURL: string;
  /** Absent for a request of the model list. */
  readonly model?: string | undefined;
  /** Absent means Chat Completions. */
  readonly api?: Api | undefined;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface EndpointAccess {
  readonly baseURL: string;
  /** Absent means that no Authorization header is sent. */
  readonly apiKey?: string | undefined;
  /** Headers with names in lower case. They override Authorization. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Replaces the global `fetch`, which in an extension host follows the editor's proxy settings. */
  readonly fetch?: typeof fetch | undefined;
  /** Limit in ms until the answer begins; ten minutes if absent. */
  readonly answerLimitMs?: number | undefined;
}

export function modelKey({ baseURL, model }: Pick<Target, 'baseURL' | 'model'>): string {
  return `${baseURL} ${model}`;
}

/** Returns the host of the endpoint, without credentials, path and query. */
export function hostOf(target: Target): string {
  return URL.parse(target.baseURL)?.host ?? target.baseURL;
}
