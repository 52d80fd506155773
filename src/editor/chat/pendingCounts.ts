import { observableValue, type Observable } from '../../base/common/observable.ts';

/** Counts the answers of the user that are waited for, by conversation or by server: first who has waited longest. */
export class PendingCounts {
  private readonly counts = observableValue<ReadonlyMap<string, number>>(new Map());
  readonly state: Observable<ReadonlyMap<string, number>> = this.counts;

  async during<T>(whose: string, answer: Promise<T>): Promise<T> {
    this.change(whose, 1);
    try {
      return await answer;
    } finally {
      this.change(whose, -1);
    }
  }

  private change(whose: string, by: 1 | -1): void {
    const counts = new Map(this.counts.get());
    const count = (counts.get(whose) ?? 0) + by;
    if (count === 0) counts.delete(whose);
    else counts.set(whose, count);
    this.counts.set(counts);
  }
}
