/**
 * Decides how long to read on after the finish reason. Most endpoints then send `[DONE]` or end the stream. Some do
 * neither. Some gateways send a finish reason after each call, and the next call once the model has written it.
 */
import { systemClock, type Clock } from '../../base/common/clock.ts';

/**
 * Parts that may still come: a call (perhaps one that the model is writing), a call after the usage was reported, a
 * first call, or nothing of use.
 */
export type Following = 'calls' | 'countedCalls' | 'text' | 'nothing';

/** Limits in ms without any data. Endpoints that have ended an answer themselves before get the longer time. */
const limits: Readonly<Record<Following, readonly [usual: number, trusted: number]>> = {
  calls: [60_000, 300_000],
  countedCalls: [60_000, 300_000],
  text: [10_000, 30_000],
  nothing: [2_000, 2_000],
};

/** Endpoints with models that have ended an answer by `[DONE]` or by closing the stream, while the editor runs. */
const ending = new Set<string>();

/**
 * Limit in ms for endpoints that sent nothing after the usage of `SILENT_ANSWERS` answers with calls, each of which was
 * waited for in full.
 */
const SILENT_LIMIT = 5_000;
const SILENT_ANSWERS = 2;
const silentAnswers = new Map<string, number>();
/**
 * Endpoints with models that have sent something after the usage of an answer with calls, so usage is not the last
 * event there.
 */
const speaking = new Set<string>();

export class Tail {
  private readonly clock: Clock;
  private readonly key: string;
  private heardAt: number;
  private isAlive = false;
  private isAfterCount = false;

  /** `key` identifies the endpoint and model. */
  constructor(key: string, clock: Clock = systemClock) {
    this.clock = clock;
    this.key = key;
    this.heardAt = clock.monotonic();
  }

  /** Handles a packet. An empty one, such as a comment, only shows that the endpoint is still there. */
  heard(holdsSomething: boolean): void {
    if (holdsSomething) this.heardAt = this.clock.monotonic();
    if (holdsSomething && this.isAfterCount) speaking.add(this.key);
    this.isAlive = !holdsSomething;
  }

  ended(byItself: boolean): void {
    if (byItself) {
      ending.add(this.key);
      silentAnswers.delete(this.key);
    } else ending.delete(this.key);
  }

  /** Returns the value of the promise, or `late` if nothing was received for too long. */
  async within<T>(promise: Promise<T>, following: Following): Promise<T | 'late'> {
    this.isAfterCount = following === 'countedCalls';
    const left = this.heardAt + this.limit(following) - this.clock.monotonic();
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const cancel = this.clock.after(Math.max(0, left), () => {
      if (this.isAfterCount) silentAnswers.set(this.key, (silentAnswers.get(this.key) ?? 0) + 1);
      resolve('late');
    });
    return Promise.race([promise, late]).finally(cancel);
  }

  private limit(following: Following): number {
    const [usual, trusted] = limits[following];
    const mayBeCalls = following === 'calls' || following === 'countedCalls';
    if (ending.has(this.key) || (mayBeCalls && this.isAlive)) return trusted;
    const silent = speaking.has(this.key) ? 0 : (silentAnswers.get(this.key) ?? 0);
    return following === 'countedCalls' && silent >= SILENT_ANSWERS ? SILENT_LIMIT : usual;
  }
}
