import { Emitter } from '../../base/common/event.ts';

export class PendingCounts {
  private readonly open = new Map<string, number>();
  private readonly changed = new Emitter<string>();
  readonly onDidChange = this.changed.event;

  of(whose: string): number {
    return this.open.get(whose) ?? 0;
  }

  get total(): number {
    return [...this.open.values()].reduce((sum, count) => sum + count, 0);
  }

  async during<T>(whose: string, answer: Promise<T>): Promise<T> {
    this.change(whose, 1);
    try {
      return await answer;
    } finally {
      this.change(whose, -1);
    }
  }

  private change(whose: string, by: 1 | -1): void {
    const count = this.of(whose) + by;
    if (count === 0) this.open.delete(whose);
    else this.open.set(whose, count);
    this.changed.fire(whose);
  }
}
