/** Limits how often each server may request sampling from the model. */
const MINUTE_MS = 60_000;

/**
 * `over` is the first request above the limit; `stillOver` are the next ones, until a request is within the limit
 * again.
 */
export type RateVerdict = 'within' | 'over' | 'stillOver';

export class RateLimit {
  private readonly perMinute: () => number;
  private readonly now: () => number;
  private readonly taken = new Map<string, { times: number[]; isOver: boolean }>();

  /** `perMinute` is read at each request. `now` is a clock in ms that only goes forward. */
  constructor(perMinute: () => number, now: () => number) {
    this.perMinute = perMinute;
    this.now = now;
  }

  /** Counts a request if it is within the limit of the last 60 s. */
  take(server: string): RateVerdict {
    const now = this.now();
    const before = this.taken.get(server);
    const times = (before?.times ?? []).filter((time) => now - time < MINUTE_MS);
    const isOver = times.length >= this.perMinute();
    this.taken.set(server, { times: isOver ? times : [...times, now], isOver });
    if (!isOver) return 'within';
    return before?.isOver === true ? 'stillOver' : 'over';
  }
}
