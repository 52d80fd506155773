/** Operations that must not overlap, one after the other. */
export class Sequence {
  private readonly onError: (error: unknown) => void;
  private last: Promise<void> = Promise.resolve();

  /** `onError` is told what an operation throws; the ones after it run all the same. */
  constructor(onError: (error: unknown) => void) {
    this.onError = onError;
  }

  /** Resolves when everything that was asked for so far has ended. */
  get ended(): Promise<void> {
    return this.last;
  }

  /** Runs `operation` after those before it. Resolves when it has ended. Never rejects. */
  run(operation: () => Promise<void>): Promise<void> {
    this.last = this.last.then(operation).catch(this.onError);
    return this.last;
  }
}
