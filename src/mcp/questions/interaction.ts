import {
  type ClientCapabilities,
  type CreateMessageRequest,
  type CreateMessageResult,
  type CreateMessageResultWithTools,
  type ElicitRequestFormParams,
  type ElicitRequestURLParams,
  type ElicitResult,
} from '@modelcontextprotocol/client';
import type { Clock } from '../../base/common/clock.ts';
import { RateLimit } from '../../base/common/rateLimit.ts';

export type SamplingParams = CreateMessageRequest['params'];
export type SamplingResult = CreateMessageResult | CreateMessageResultWithTools;

/** `signal` is aborted when the server no longer wants the answer. */
export interface Asking {
  readonly server: string;
  readonly signal: AbortSignal;
  /** The embedder's id of the call that the question belongs to, where that is known. */
  readonly call?: string | undefined;
  /**
   * The page that the server wants visited. `finished` is aborted when the server reports that the page is done. With
   * `waits`, a call is repeated after the answer.
   */
  readonly page?: { readonly finished: AbortSignal; readonly waits: boolean };
}

/**
 * Ways to ask the user. One that is absent is not announced to the server. Errors reach the server as errors of its
 * request.
 */
export interface Interaction {
  /** A field left out of the answer gets its default (2025-11-25, client/elicitation). */
  readonly form?: (request: ElicitRequestFormParams, from: Asking) => Promise<ElicitResult>;
  /** "accept" is consent to open the URL, not that its business is done. */
  readonly url?: (request: ElicitRequestURLParams, from: Asking) => Promise<ElicitResult>;
  /** Samples, with the tools that the request may bring (2025-11-25, client/sampling). */
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

/** The most questions of one server that are open at once: a user who answers hundreds reads none of them. */
const MAX_OPEN = 5;
/** The most forms and pages of one server in a minute. Sampling has a setting of its own. */
const MAX_PER_MINUTE = 20;

/** The code of a JSON-RPC server error, for a request that may be repeated later. */
const TOO_MANY = -32_000;

const NOTICES_PER_MINUTE = 1;

/** Refuses questions beyond the limits with an error. `onExcess` gets a text for the log, at most once a minute. */
export function limitQuestions(
  { form, url, sample, ...rest }: Interaction,
  clock: Clock,
  onExcess: (server: string, english: string) => void,
): Interaction {
  const open = new Map<string, number>();
  const now = (): number => clock.monotonic();
  const asked = new RateLimit(() => MAX_PER_MINUTE, now);
  const notices = new RateLimit(() => NOTICES_PER_MINUTE, now);
  const refuse = (server: string, why: string): never => {
    if (notices.take(server) === 'within') {
      onExcess(server, `It asks too much, and further questions are refused for now: ${why}`);
      rest.onTooMany?.(server);
    }
    throw Object.assign(new Error(`${why} Ask again later.`), { code: TOO_MANY });
  };
  const limited =
    <Params, Result>(ask: (params: Params, from: Asking) => Promise<Result>, isRated: boolean) =>
    async (params: Params, from: Asking): Promise<Result> => {
      const { server } = from;
      const before = open.get(server) ?? 0;
      if (before >= MAX_OPEN) return refuse(server, `${MAX_OPEN} questions of this server are open already.`);
      if (isRated && asked.take(server) !== 'within')
        return refuse(server, `This server has asked ${MAX_PER_MINUTE} questions within a minute.`);
      open.set(server, before + 1);
      try {
        return await ask(params, from);
      } finally {
        const left = (open.get(server) ?? 1) - 1;
        if (left > 0) open.set(server, left);
        else open.delete(server);
      }
    };
  return {
    ...rest,
    ...(form && { form: limited(form, true) }),
    ...(url && { url: limited(url, true) }),
    ...(sample && { sample: limited(sample, false) }),
  };
}
