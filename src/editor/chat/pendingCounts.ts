import { observableValue, type Observable } from '../../base/common/observable.ts';

/** Counts the answers of the user that are waited for, by conversation or by server. */
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
    const count = (this.counts.get().get(whose) ?? 0) + by;
    const others = [...this.counts.get()].filter(([name]) => name !== whose);
    this.counts.set(new Map(count === 0 ? others : [...others, [whose, count]]));
  }
}
