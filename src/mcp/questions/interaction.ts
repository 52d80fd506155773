/**
 * What a server asks of the user in the middle of its work: elicitation and sampling. The asking itself is
 * the embedder's; here is what the server is told of it.
 */
import {
  type ClientCapabilities,
  type CreateMessageRequest,
  type CreateMessageResult,
  type CreateMessageResultWithTools,
  type ElicitRequestFormParams,
  type ElicitRequestURLParams,
  type ElicitResult,
} from '@modelcontextprotocol/client';

/** What a server wants a model to answer. */
export type SamplingParams = CreateMessageRequest['params'];
/** What a model answered; a list of contents only to a request that brought tools. */
export type SamplingResult = CreateMessageResult | CreateMessageResultWithTools;

/** Who asks, and until when: `signal` is aborted when the server no longer wants the answer. */
export interface Asking {
  readonly server: string;
  readonly signal: AbortSignal;
  /** The call that the question belongs to, by what the embedder called it; nothing where that is not known. */
  readonly call?: string | undefined;
  /**
   * For a page: `finished` is aborted when the server says that all is done there; with `waits` the answer is
   * wanted only then, or when the user says so, because a call is to be made again.
   */
  readonly page?: { readonly finished: AbortSignal; readonly waits: boolean };
}

/**
 * The user, as servers may ask them. What is absent is not announced to the server, so that it does not ask.
 * Whatever an implementation throws reaches the server as an error of its request.
 */
export interface Interaction {
  /** Has a form filled in. A field left out of the answer gets its default (2025-11-25, client/elicitation). */
  readonly form?: (request: ElicitRequestFormParams, from: Asking) => Promise<ElicitResult>;
  /** Has the user visit a URL; "accept" is consent to open it, not that its business is done. */
  readonly url?: (request: ElicitRequestURLParams, from: Asking) => Promise<ElicitResult>;
  /** Has a model answer, also with the tools that the request may bring (2025-11-25, client/sampling). */
  readonly sample?: (request: SamplingParams, from: Asking) => Promise<SamplingResult>;
  /** Hears of a server that asks too much, at most once a minute. Its questions are refused meanwhile. */
  readonly onTooMany?: (server: string) => void;
}

/** The capabilities that an interaction gives a client. */
export function interactionCapabilities(interaction: Interaction | undefined): ClientCapabilities {
  const { form, url, sample } = interaction ?? {};
  return {
    ...((form ?? url) && {
      elicitation: { ...(form && { form: { applyDefaults: true } }), ...(url && { url: {} }) },
    }),
    ...(sample && { sampling: { tools: {} } }),
  };
}
