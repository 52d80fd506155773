/** Runs operations that must not overlap, one after the other. */
export class Sequence {
  private readonly onError: (error: unknown) => void;
  private last: Promise<void> = Promise.resolve();

  /** `onError` gets what an operation throws; later operations run all the same. */
  constructor(onError: (error: unknown) => void) {
    this.onError = onError;
  }

  get ended(): Promise<void> {
    return this.last;
  }

  /** Resolves when the operation has ended. Never rejects. */
  run(operation: () => Promise<void>): Promise<void> {
    this.last = this.last.then(operation).catch(this.onError);
    return this.last;
  }
}
