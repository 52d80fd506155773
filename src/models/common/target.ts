import type { Api } from './abilities.ts';

/** What a text is about. The credentials are here to be redacted, and to tell "no key" from "wrong key". */
export interface Target {
  readonly baseURL: string;
  /** Absent when the model list was asked for. */
  readonly model?: string | undefined;
  /** Absent: Chat Completions. */
  readonly api?: Api | undefined;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

export interface EndpointAccess {
  readonly baseURL: string;
  /** Absent: no Authorization header is sent. */
  readonly apiKey?: string | undefined;
  /** Names in lower case. They win over Authorization. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Instead of the global `fetch`, which in an extension host knows the editor's proxy settings. */
  readonly fetch?: typeof fetch | undefined;
  /** How long the endpoint may take until its answer begins, in ms; ten minutes if absent. */
  readonly answerLimitMs?: number | undefined;
}

export function modelKey({ baseURL, model }: Pick<Target, 'baseURL' | 'model'>): string {
  return `${baseURL} ${model}`;
}

/** Without credentials, path or query. */
export function hostOf(target: Target): string {
  return URL.parse(target.baseURL)?.host ?? target.baseURL;
}
