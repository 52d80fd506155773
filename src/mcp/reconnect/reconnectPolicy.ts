import type { Launch } from '../definition/definition.ts';
import type { Clock } from '../../base/common/clock.ts';

export interface BackoffPolicy {
  /** The shortest wait, which keeps the reason of the loss in sight for a moment. */
  readonly floorMs: number;
  /** The longest wait before the first attempt; it doubles with each further one. */
  readonly firstMs: number;
  readonly capMs: number;
  readonly attempts: number;
  /** A server that was up for so long has recovered: its next loss counts as the first. */
  readonly stableMs: number;
}

const common = { floorMs: 500, firstMs: 1_000, capMs: 60_000, stableMs: 60_000 };

/**
 * Returns the policy for a kind of launch. Restarts do not fix a process that ends repeatedly. Trying a URL costs
 * nothing, and it may be back after hours.
 */
export function backoffPolicy(kind: Launch['kind']): BackoffPolicy {
  return { ...common, attempts: kind === 'stdio' ? 5 : Infinity };
}

/**
 * Returns the wait in ms before an attempt, which counts from 1. It is random ("full jitter"), so that clients of a
 * restarted server do not come at once.
 */
export function backoffDelay(policy: BackoffPolicy, attempt: number, random: () => number): number {
  const ceiling = Math.min(policy.capMs, policy.firstMs * 2 ** (attempt - 1));
  return Math.round(policy.floorMs + random() * (ceiling - policy.floorMs));
}

/** `attempt` counts since the server was last stable; `at` is in ms since the epoch. */
export interface ScheduledRetry {
  readonly attempt: number;
  readonly at: number;
}

export type NextStart =
  | { readonly kind: 'retry'; readonly retry: ScheduledRetry }
  | { readonly kind: 'exhausted'; readonly attempts: number }
  /** The server was never up since the user started it: such faults seldom go away. */
  | { readonly kind: 'unproven' };

type History =
  | { readonly kind: 'unproven' }
  | { readonly kind: 'up'; readonly since: number; readonly attempts: number }
  | { readonly kind: 'down'; readonly attempts: number };

export class ReconnectPolicy {
  private readonly clock: Clock;
  private readonly random: () => number;
  private history: History = { kind: 'unproven' };
  private cancelAlarm: () => void = () => undefined;

  constructor(clock: Clock, random: () => number) {
    this.clock = clock;
    this.random = random;
  }

  wentUp(): void {
    const attempts = this.history.kind === 'down' ? this.history.attempts : 0;
    this.history = { kind: 'up', since: this.clock.monotonic(), attempts };
  }

  /** Notes that the server was lost or did not come up. `start` is called when it is time for the next attempt. */
  wentDown(policy: BackoffPolicy, start: () => void): NextStart {
    this.hold();
    if (this.history.kind === 'unproven') return { kind: 'unproven' };
    const attempts = this.attemptsSoFar(policy);
    if (attempts >= policy.attempts) {
      this.history = { kind: 'down', attempts };
      return { kind: 'exhausted', attempts };
    }
    const attempt = attempts + 1;
    this.history = { kind: 'down', attempts: attempt };
    const delay = backoffDelay(policy, attempt, this.random);
    this.cancelAlarm = this.clock.after(delay, start);
    return { kind: 'retry', retry: { attempt, at: this.clock.now() + delay } };
  }

  hold(): void {
    this.cancelAlarm();
    this.cancelAlarm = () => undefined;
  }

  /** Forgets the past at a start or stop by the user, so that attempts count from 1 again. */
  reset(): void {
    this.hold();
    this.history = { kind: 'unproven' };
  }

  private attemptsSoFar(policy: BackoffPolicy): number {
    const { history } = this;
    if (history.kind === 'unproven') return 0;
    const stable = history.kind === 'up' && this.clock.monotonic() - history.since >= policy.stableMs;
    return stable ? 0 : history.attempts;
  }
}
