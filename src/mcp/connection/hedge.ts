import type { Clock } from '../../base/common/clock.ts';

export interface HedgeOptions<T> {
  readonly afterMs: number;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly discard: (late: T) => void;
  /** Whether an error of one ends the other, too. */
  readonly isFinal: (error: unknown) => boolean;
}

/** The first success aborts the other. @throws the error of `first`, or a final error of either */
export async function hedge<T>(
  first: (signal: AbortSignal) => Promise<T>,
  second: (signal: AbortSignal) => Promise<T>,
  { afterMs, clock, signal, discard, isFinal }: HedgeOptions<T>,
): Promise<T> {
  const [endFirst, endSecond] = [new AbortController(), new AbortController()];
  const running = first(AbortSignal.any([signal, endFirst.signal]));
  let cancelAlarm = (): void => undefined;
  const late = new Promise<'late'>((resolve) => (cancelAlarm = clock.after(afterMs, () => resolve('late'))));
  const early = await Promise.race([running, late]).finally(cancelAlarm);
  if (early !== 'late') return early;

  const beside = second(AbortSignal.any([signal, endSecond.signal]));
  const tooLate = new Error('The other way was sooner.');
  return new Promise((resolve, reject) => {
    let isDecided = false;
    const decide = (settle: () => void, loser: Promise<T>, end: AbortController): void => {
      if (isDecided) return;
      isDecided = true;
      settle();
      end.abort(tooLate);
      loser.then(discard, () => undefined);
    };
    running.then(
      (result) => decide(() => resolve(result), beside, endSecond),
      (error: Error) => {
        const give = (): void => decide(() => reject(error), beside, endSecond);
        if (isFinal(error)) give();
        else beside.catch(give);
      },
    );
    beside.then(
      (result) => decide(() => resolve(result), running, endFirst),
      (error: Error) => {
        if (isFinal(error)) decide(() => reject(error), running, endFirst);
      },
    );
  });
}
