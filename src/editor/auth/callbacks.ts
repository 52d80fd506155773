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

  /** Returns false if no sign-in waits for the query: it is old, its sign-in has ended, or it is somebody else's. */
  deliver(query: URLSearchParams): boolean {
    const take = this.waiting.get(query.get('state') ?? '');
    take?.(query);
    return take !== undefined;
  }
}
