/**
 * How long an answer is read on after the reason for its end. Most endpoints then send `[DONE]` or end the stream; some
 * do neither, and some gateways send each call with a reason of its own, the next one when the model has written it.
 */
import { systemClock, type Clock } from '../../base/common/clock.ts';

/**
 * What may still come: a call, maybe one that the model is writing, the same after the usage of the answer was told, a
 * first call, or nothing of use.
 */
export type Following = 'calls' | 'countedCalls' | 'text' | 'nothing';

/** In ms without a word. Of endpoints that have ended an answer before, the longer time. */
const limits: Readonly<Record<Following, readonly [usual: number, trusted: number]>> = {
  calls: [60_000, 300_000],
  countedCalls: [60_000, 300_000],
  text: [10_000, 30_000],
  nothing: [2_000, 2_000],
};

/** By endpoint and model, as long as the editor runs: they have ended an answer by `[DONE]` or its stream. */
const ending = new Set<string>();

/** In ms: where the usage has been the last word of so many answers with calls, each waited for in full. */
const SILENT_LIMIT = 5_000;
const SILENT_ANSWERS = 2;
const silentAnswers = new Map<string, number>();
/** They have said something after the usage of calls, so it is not their last word. */
const speaking = new Set<string>();

export class Tail {
  private readonly clock: Clock;
  private readonly key: string;
  private heardAt: number;
  private isAlive = false;
  private isAfterCount = false;

  /** `key`: of the endpoint and model. */
  constructor(key: string, clock: Clock = systemClock) {
    this.clock = clock;
    this.key = key;
    this.heardAt = clock.monotonic();
  }

  /** A packet came. What holds nothing, such as a comment, only shows that the endpoint is still there. */
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

  /** The promise, or `late` when nothing came for too long. */
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
