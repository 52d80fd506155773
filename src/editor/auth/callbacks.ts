export class Callbacks {
  private readonly waiting = new Map<string, (query: URLSearchParams) => void>();

  /** Resolves with the query that returns with `state`. Rejects with the signal's reason. */
  expect(state: string, signal: AbortSignal): Promise<URLSearchParams> {
    return new Promise((resolve, reject) => {
      const end = (): void => {
        this.waiting.delete(state);
        signal.removeEventListener('abort', abort);
      };
      const abort = (): void => {
        end();
        reject(signal.reason);
      };
      if (signal.aborted) return abort();
      signal.addEventListener('abort', abort, { once: true });
      this.waiting.set(state, (query) => {
        end();
        resolve(query);
      });
    });
  }

  /** False if no sign-in waits for it: it is old, was ended, or is somebody else's. */
  deliver(query: URLSearchParams): boolean {
    const take = this.waiting.get(query.get('state') ?? '');
    take?.(query);
    return take !== undefined;
  }
}
