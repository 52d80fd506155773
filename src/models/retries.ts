/**
 * Asks again when a request failed in a way that passes: a rate limit, an overloaded server, a connection
 * that broke. Only while nothing of the answer was shown: a second answer after half a first one would
 * contradict it.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { ModelError } from './failures/errors.ts';
import type { ChatModel, ModelEvent } from './common/model.ts';

/** Times are ms. */
export interface RetryPolicy {
  /** How often is asked again, at most. */
  readonly attempts: number;
  /** The longest wait before the first further attempt; it doubles with each, up to `capMs`. */
  readonly firstMs: number;
  readonly capMs: number;
  /** No request waits longer than this in all. An endpoint that asks for more gets no further attempt. */
  readonly totalMs: number;
}

/** Long enough for a limit per minute to pass, short enough that somebody is still there. */
export const retryPolicy: RetryPolicy = { attempts: 4, firstMs: 1_000, capMs: 16_000, totalMs: 75_000 };

/** Time and chance, handed in so that tests need not wait. */
export interface RetryContext {
  /** Resolves after `ms`. Rejects at once when the signal is aborted. */
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  /** From 0 to 1. */
  readonly random: () => number;
}

const realContext: RetryContext = {
  wait: (ms, signal) => sleep(ms, undefined, { signal }),
  random: Math.random,
};

/** The same model, which says `retrying` and asks again instead of failing for what passes by itself. */
export function withRetries(
  model: ChatModel,
  policy: RetryPolicy = retryPolicy,
  { wait, random }: RetryContext = realContext,
): ChatModel {
  return {
    ...model,
    async *stream(request, signal) {
      let waited = 0;
      for (let attempt = 1; ; attempt++) {
        let isShown = false;
        try {
          for await (const event of model.stream(request, signal)) {
            isShown ||= shows(event);
            yield event;
          }
          return;
        } catch (error) {
          signal.throwIfAborted();
          const again = isShown || !(error instanceof ModelError) ? undefined : error;
          const waitMs = again && retryWait(policy, attempt, again.retryAfter, random);
          const isHopeless = waitMs === undefined || waited + waitMs > policy.totalMs;
          if (again?.transient === undefined || isHopeless) throw error;
          yield { type: 'retrying', why: again.transient, waitMs, attempt, attempts: policy.attempts };
          waited += waitMs;
          await wait(waitMs, signal).catch((reason: unknown) => {
            signal.throwIfAborted();
            throw reason;
          });
        }
      }
    },
  };
}

function shows({ type }: ModelEvent): boolean {
  return type === 'text' || type === 'reasoning' || type === 'answer';
}

/**
 * The wait in ms before further attempt number `attempt` (from 1), or undefined when there is none. What the
 * endpoint asked for is kept, and a little more, so that not all who were told the same come at once; without
 * its word it is between half and all of a time that doubles.
 */
export function retryWait(
  { attempts, firstMs, capMs }: RetryPolicy,
  attempt: number,
  retryAfter: number | undefined,
  random: () => number,
): number | undefined {
  if (attempt > attempts) return undefined;
  if (retryAfter !== undefined) return Math.round(Math.max(retryAfter, 100) + random() * firstMs);
  const ceiling = Math.min(capMs, firstMs * 2 ** (attempt - 1));
  return Math.round(ceiling * (0.5 + random() / 2));
}
