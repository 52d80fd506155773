/** How long a call may take: a time that every sign of life starts anew, and one in all. */
import { CallFailure } from './callFailure.ts';
import type { Clock } from './clock.ts';

export class CallLimits {
  /** Aborted with a `CallFailure` when either time is over. */
  readonly signal: AbortSignal;
  private readonly clock: Clock;
  private readonly timeout: number;
  private readonly over = new AbortController();
  private readonly cancelMaximum: () => void;
  private cancelWait: () => void = () => undefined;
  /** How many things the user is waited for. */
  private held = 0;
  private isDisposed = false;

  /** Both in ms; `maxTimeout` begins now, `timeout` with the first `restart`. */
  constructor(clock: Clock, timeout: number, maxTimeout: number) {
    this.clock = clock;
    this.timeout = timeout;
    this.signal = this.over.signal;
    this.cancelMaximum = clock.after(maxTimeout, () => this.end(maxTimeout));
  }

  /** The server has shown a sign of life. */
  restart(): void {
    this.cancelWait();
    if (this.held > 0 || this.isDisposed) return;
    this.cancelWait = this.clock.after(this.timeout, () => this.end(this.timeout));
  }

  /**
   * It is the user who is waited for: that counts against the time in all only. Returns how to say that it is
   * the server's turn again; as long as anything holds it, the other time does not run.
   */
  hold(): () => void {
    this.held += 1;
    this.cancelWait();
    let isHeld = true;
    return () => {
      if (!isHeld) return;
      isHeld = false;
      this.held -= 1;
      this.restart();
    };
  }

  dispose(): void {
    this.isDisposed = true;
    this.cancelWait();
    this.cancelMaximum();
  }

  private end(limit: number): void {
    this.over.abort(new CallFailure('timeout', `Tool execution timed out after ${limit}ms`));
  }
}
