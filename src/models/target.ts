/** Names the endpoint and the model that a text is about. */

/** What was asked, for the texts. The credentials are here to be masked, and to tell "no key" from "wrong key". */
export interface Target {
  readonly baseURL: string;
  /** Absent when the model list was asked for. */
  readonly model?: string | undefined;
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** The host as the texts name it, without credentials, path or query. */
export function hostOf(target: Target): string {
  return URL.parse(target.baseURL)?.host ?? target.baseURL;
}
