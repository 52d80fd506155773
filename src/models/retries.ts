/** Repeats a failed request only if nothing of its answer was shown: two beginnings would contradict each other. */
import { setTimeout as sleep } from 'node:timers/promises';
import { ModelError } from './failures/errors.ts';
import type { ChatModel, ModelEvent } from './common/model.ts';

export interface RetryPolicy {
  readonly attempts: number;
  /** Longest wait in ms before the first retry. It doubles up to `capMs`. */
  readonly firstMs: number;
  readonly capMs: number;
  /** Longest total wait in ms of a request. */
  readonly totalMs: number;
}

/** The default policy is long enough for a limit per minute to pass. */
export const retryPolicy: RetryPolicy = { attempts: 4, firstMs: 1_000, capMs: 16_000, totalMs: 75_000 };

export interface RetryContext {
  readonly wait: (ms: number, signal: AbortSignal) => Promise<unknown>;
  readonly random: () => number;
}

const realContext: RetryContext = {
  wait: (ms, signal) => sleep(ms, undefined, { signal }),
  random: Math.random,
};

/** Wraps a model so that it yields `retrying` instead of failing. */
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
          yield {
            type: 'retrying',
            why: again.transient.localized,
            waitMs,
            attempt,
            attempts: policy.attempts,
          };
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
 * Returns the wait in ms, or undefined if there are no more attempts. It is a bit longer than the endpoint asks for, or
 * else half to all of a time that doubles.
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
