/** Names the endpoint and the model that a text is about. */

/** What was asked, for the texts. The credentials are here to be masked, and to tell "no key" from "wrong key". */
export interface Target {
  readonly baseURL: string;
  /** Absent when the model list was asked for. */
  readonly model?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Where requests go. */
export interface EndpointAccess {
  readonly baseURL: string;
  /** Absent: no Authorization header is sent. */
  readonly apiKey?: string | undefined;
  /** The user's own, with names in lower case. They win over Authorization. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Instead of the global `fetch`, which in an extension host knows the editor's proxy settings. */
  readonly fetch?: typeof fetch | undefined;
  /** How long the endpoint may take until its answer begins, in milliseconds; ten minutes if absent. */
  readonly answerLimitMs?: number | undefined;
}

/** The host as the texts name it, without credentials, path or query. */
export function hostOf(target: Target): string {
  return URL.parse(target.baseURL)?.host ?? target.baseURL;
}
