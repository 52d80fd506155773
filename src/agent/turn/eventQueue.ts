/** Merges events of parallel tasks: many push, one reads. */
export class EventQueue<T> {
  private readonly waiting: T[] = [];
  private wake: (() => void) | undefined;
  private ended = false;

  push(event: T): void {
    this.waiting.push(event);
    this.wake?.();
  }

  /** The reader ends after the events that wait. */
  end(): void {
    this.ended = true;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (;;) {
      // `yield*` would make promises for each item.
      for (const event of this.waiting.splice(0)) yield event;
      if (this.waiting.length > 0) continue;
      if (this.ended) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
      this.wake = undefined;
    }
  }
}
