/**
 * How long an answer is read on after the reason for its end. Most endpoints then send `[DONE]` or end the stream; some
 * do neither, and some gateways send each call with a reason of its own, the next one when the model has written it.
 */
import { systemClock, type Clock } from '../../base/common/clock.ts';

/** What may still come: a call, maybe one that the model is writing, a first call, or nothing of use. */
export type Following = 'calls' | 'text' | 'nothing';

/** In ms without a word. Of endpoints that have ended an answer before, the longer time. */
const limits: Readonly<Record<Following, readonly [usual: number, trusted: number]>> = {
  calls: [60_000, 300_000],
  text: [10_000, 30_000],
  nothing: [2_000, 2_000],
};

/** By endpoint and model, as long as the editor runs: they have ended an answer by `[DONE]` or its stream. */
const ending = new Set<string>();

export class Tail {
  private readonly clock: Clock;
  private readonly key: string;
  private heardAt: number;
  private isAlive = false;

  /** `key`: of the endpoint and model. */
  constructor(key: string, clock: Clock = systemClock) {
    this.clock = clock;
    this.key = key;
    this.heardAt = clock.monotonic();
  }

  /** A packet came. What holds nothing, such as a comment, only shows that the endpoint is still there. */
  heard(holdsSomething: boolean): void {
    if (holdsSomething) this.heardAt = this.clock.monotonic();
    this.isAlive = !holdsSomething;
  }

  ended(byItself: boolean): void {
    if (byItself) ending.add(this.key);
    else ending.delete(this.key);
  }

  /** The promise, or `late` when nothing came for too long. */
  async within<T>(promise: Promise<T>, following: Following): Promise<T | 'late'> {
    const [usual, trusted] = limits[following];
    const isTrusted = ending.has(this.key) || (following === 'calls' && this.isAlive);
    const left = this.heardAt + (isTrusted ? trusted : usual) - this.clock.monotonic();
    const { promise: late, resolve } = Promise.withResolvers<'late'>();
    const cancel = this.clock.after(Math.max(0, left), () => resolve('late'));
    return Promise.race([promise, late]).finally(cancel);
  }
}
