/**
 * What a server asks of the user in the middle of its work: elicitation and sampling. The asking itself is
 * the embedder's; here is what the server is told of it.
 */
import {
  RELATED_TASK_META_KEY,
  type Client,
  type ClientCapabilities,
  type CreateMessageRequest,
  type CreateMessageResult,
  type CreateMessageResultWithTools,
  type ElicitRequestFormParams,
  type ElicitRequestURLParams,
  type ElicitResult,
} from '@modelcontextprotocol/client';
import type { CallsUnderway } from '../calls/callsUnderway.ts';
import { UrlElicitations } from '../calls/urlElicitation.ts';

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

/**
 * Answers a server's questions through `interaction`: in the older era as they come, in the newer within a
 * call. The time of calls stands still meanwhile (`underway`). Gives what has pages visited, if anybody does that.
 */
export function answerThrough(
  interaction: Interaction | undefined,
  client: Client,
  server: string,
  underway: CallsUnderway,
): UrlElicitations | undefined {
  const { form, url, sample } = interaction ?? {};
  const pages = url && new UrlElicitations(url, client, server);
  if (form ?? url) {
    client.setRequestHandler('elicitation/create', ({ params }, { mcpReq }) => {
      const answer = underway.whileAsked(mcpReq['_meta'], async (call) => {
        const from = { server, signal: mcpReq.signal, call };
        return params.mode === 'url' ? (pages?.ask ?? refuse)(params, from) : (form ?? refuse)(params, from);
      });
      return withRelatedTask(answer, mcpReq['_meta']);
    });
  }
  if (sample) {
    client.setRequestHandler('sampling/createMessage', ({ params }, { mcpReq }) => {
      const answer = underway.whileAsked(mcpReq['_meta'], (call) =>
        sample(params, { server, signal: mcpReq.signal, call }),
      );
      return withRelatedTask(answer, mcpReq['_meta']);
    });
  }
  return pages;
}

/** An answer names the task that the question belongs to (2025-11-25, basic/utilities/tasks). */
async function withRelatedTask<T extends object>(
  answer: Promise<T>,
  meta: Readonly<Record<string, unknown>> | undefined,
): Promise<T> {
  const task = meta?.[RELATED_TASK_META_KEY];
  const given = await answer;
  return task === undefined ? given : { ...given, _meta: { [RELATED_TASK_META_KEY]: task } };
}

/** The SDK answers a mode that was not announced by itself; this is for the compiler, and for the day it does not. */
function refuse(): never {
  throw new Error('This client does not support that kind of elicitation.');
}
