/** Keeps count of a server's losses, and sets the alarm for its next start. Knows nothing of connections. */
import { backoffDelay, type BackoffPolicy } from './backoff.ts';
import type { Clock } from '../../base/common/clock.ts';

/** A start that will come by itself: the how-manieth since the server was last well, and when (ms since the epoch). */
export interface Retry {
  readonly attempt: number;
  readonly at: number;
}

/** What follows from a server being down. */
export type NextStart =
  | { readonly kind: 'retry'; readonly retry: Retry }
  /** It has had its attempts. */
  | { readonly kind: 'exhausted'; readonly attempts: number }
  /** It was never up since somebody asked for it: what is wrong then seldom mends itself. */
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

  /** `random` gives numbers from 0 to 1. */
  constructor(clock: Clock, random: () => number) {
    this.clock = clock;
    this.random = random;
  }

  /** The server is up. */
  wentUp(): void {
    const attempts = this.history.kind === 'down' ? this.history.attempts : 0;
    this.history = { kind: 'up', since: this.clock.monotonic(), attempts };
  }

  /** The server is down, lost or not come up; `start` is called when it is time to try again. */
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

  /** Takes the alarm back: somebody starts the server now. What is known of it stays. */
  hold(): void {
    this.cancelAlarm();
    this.cancelAlarm = () => undefined;
  }

  /** The user has decided what the server shall do; from here on it is judged afresh. */
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
