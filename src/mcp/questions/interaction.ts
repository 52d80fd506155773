/** What a server asks of the user during its work: elicitation and sampling. */
import {
  type ClientCapabilities,
  type CreateMessageRequest,
  type CreateMessageResult,
  type CreateMessageResultWithTools,
  type ElicitRequestFormParams,
  type ElicitRequestURLParams,
  type ElicitResult,
} from '@modelcontextprotocol/client';

export type SamplingParams = CreateMessageRequest['params'];
export type SamplingResult = CreateMessageResult | CreateMessageResultWithTools;

/** `signal` is aborted when the server no longer wants the answer. */
export interface Asking {
  readonly server: string;
  readonly signal: AbortSignal;
  /** The embedder's id of the call that the question belongs to, where that is known. */
  readonly call?: string | undefined;
  /** `finished`: the server reports that the page is done. With `waits`, a call is repeated after the answer. */
  readonly page?: { readonly finished: AbortSignal; readonly waits: boolean };
}

/** What is absent is not announced to the server. Errors reach the server as errors of its request. */
export interface Interaction {
  /** A field left out of the answer gets its default (2025-11-25, client/elicitation). */
  readonly form?: (request: ElicitRequestFormParams, from: Asking) => Promise<ElicitResult>;
  /** "accept" is consent to open the URL, not that its business is done. */
  readonly url?: (request: ElicitRequestURLParams, from: Asking) => Promise<ElicitResult>;
  /** With the tools that the request may bring (2025-11-25, client/sampling). */
  readonly sample?: (request: SamplingParams, from: Asking) => Promise<SamplingResult>;
  /** Called for a server that asks too much, at most once a minute; its questions are refused meanwhile. */
  readonly onTooMany?: (server: string) => void;
}

export function interactionCapabilities(interaction: Interaction | undefined): ClientCapabilities {
  const { form, url, sample } = interaction ?? {};
  return {
    ...((form ?? url) && {
      elicitation: { ...(form && { form: { applyDefaults: true } }), ...(url && { url: {} }) },
    }),
    ...(sample && { sampling: { tools: {} } }),
  };
}
