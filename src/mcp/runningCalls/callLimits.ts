/** How long a call may take: a time that every sign of life starts anew, and one in all. */
import { CallFailure } from './callFailure.ts';
import type { Clock } from '../../base/common/clock.ts';

/** Both in ms: `timeout` from one sign of life to the next, `maxTimeout` in all. */
export interface CallTimes {
  readonly timeout: number;
  readonly maxTimeout: number;
}

/**
 * The limits of one call. There is one alarm for both times, set for the earlier and looked at when it rings: a
 * call costs one timer, and a sign of life none.
 */
export class CallLimits {
  /** Aborted when either time is over, and with the caller's signal. */
  readonly signal: AbortSignal;
  private readonly clock: Clock;
  private readonly times: CallTimes;
  private readonly caller: AbortSignal;
  private readonly over = new AbortController();
  private readonly endAt: number;
  private waitUntil: number;
  private cancelAlarm: () => void;
  /** How many things the user is waited for. */
  private held = 0;
  private isOver = false;
  private ended: CallFailure | undefined;

  /** Both times begin now. Dispose of it when the call has ended. */
  constructor(clock: Clock, times: CallTimes, caller: AbortSignal) {
    this.clock = clock;
    this.times = times;
    this.caller = caller;
    this.signal = this.over.signal;
    const now = clock.monotonic();
    this.endAt = now + times.maxTimeout;
    this.waitUntil = now + times.timeout;
    this.cancelAlarm = clock.after(Math.min(times.timeout, times.maxTimeout), this.look);
    // By hand, as `AbortSignal.any` costs a tenth of a whole call.
    if (caller.aborted) this.give();
    else caller.addEventListener('abort', this.give, { once: true });
  }

  /** Why the call is over, if it is one of the times. */
  get failure(): CallFailure | undefined {
    return this.ended;
  }

  /** The server has shown a sign of life. */
  restart(): void {
    this.waitUntil = this.clock.monotonic() + this.times.timeout;
  }

  /**
   * It is the user who is waited for: that counts against the time in all only. Returns how to say that it is
   * the server's turn again; as long as anything holds it, the other time does not run.
   */
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
    this.ended = new CallFailure('timeout', `Tool execution timed out after ${limit}ms`);
    this.over.abort(this.ended);
  }
}
