/** Brings events of things that run side by side into one order: many push, one reads. */
export class EventQueue<T> {
  private readonly waiting: T[] = [];
  private wake: (() => void) | undefined;
  private ended = false;

  push(event: T): void {
    this.waiting.push(event);
    this.wake?.();
  }

  /** No more events will come; the reader ends after those that wait. */
  end(): void {
    this.ended = true;
    this.wake?.();
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<T, void, undefined> {
    for (;;) {
      // Not `yield*`, which makes promises for each item of a list.
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
