import { CallFailure } from './callFailure.ts';
import type { Clock } from '../../base/common/clock.ts';

/** The limits of a call in ms: `timeout` from one sign of life to the next, `maxTimeout` in all. */
export interface CallTimes {
  readonly timeout: number;
  readonly maxTimeout: number;
}

/**
 * Limits the time of a call. One timer serves both limits: it is set for the earlier one, and a sign of life does not
 * touch it.
 */
export class CallLimits {
  readonly signal: AbortSignal;
  private readonly clock: Clock;
  private readonly times: CallTimes;
  private readonly caller: AbortSignal;
  private readonly over = new AbortController();
  private readonly endAt: number;
  private waitUntil: number;
  private cancelAlarm: () => void;
  private held = 0;
  private isOver = false;
  private ended: CallFailure | undefined;

  /** Starts both limits. `dispose` has to be called when the call has ended. */
  constructor(clock: Clock, times: CallTimes, caller: AbortSignal) {
    this.clock = clock;
    this.times = times;
    this.caller = caller;
    this.signal = this.over.signal;
    const now = clock.monotonic();
    this.endAt = now + times.maxTimeout;
    this.waitUntil = now + times.timeout;
    this.cancelAlarm = clock.after(Math.min(times.timeout, times.maxTimeout), this.look);
    // A listener is cheaper than `AbortSignal.any`, which costs a tenth of a whole call.
    if (caller.aborted) this.give();
    else caller.addEventListener('abort', this.give, { once: true });
  }

  get failure(): CallFailure | undefined {
    return this.ended;
  }

  /** Restarts `timeout`, and is called at each sign of life of the server. */
  restart(): void {
    this.waitUntil = this.clock.monotonic() + this.times.timeout;
  }

  /** Pauses `timeout` while the user is waited for; `maxTimeout` runs on. Returns how to release this hold. */
  hold(): () => void {
    this.held += 1;
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.held -= 1;
      if (this.held > 0 || this.isOver) return;
      this.restart();
      this.set();
    };
  }

  dispose(): void {
    this.isOver = true;
    this.cancelAlarm();
    this.caller.removeEventListener('abort', this.give);
  }

  private readonly give = (): void => this.over.abort(this.caller.reason);

  private readonly look = (): void => {
    const now = this.clock.monotonic();
    if (now >= this.endAt) this.end(this.times.maxTimeout);
    else if (this.held === 0 && now >= this.waitUntil) this.end(this.times.timeout);
    else this.set();
  };

  private set(): void {
    this.cancelAlarm();
    const at = this.held > 0 ? this.endAt : Math.min(this.waitUntil, this.endAt);
    this.cancelAlarm = this.clock.after(Math.max(0, at - this.clock.monotonic()), this.look);
  }

  private end(limit: number): void {
    this.isOver = true;
    this.ended = new CallFailure('timeout', `Tool execution timed out after ${limit} ms`);
    this.over.abort(this.ended);
  }
}
