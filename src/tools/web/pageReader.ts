import { Worker } from 'node:worker_threads';
import type { PageContent, ReadPage } from './readPage.ts';

const LIMIT_MS = 20_000;
/** Limit of the worker's JavaScript heap in MB. */
const MEMORY_MB = 512;

/** Reads pages in workers, because a hostile page could block the host forever. */
export class PageReader {
  private readonly worker: string;
  private readonly limitMs: number;

  constructor(worker: string, limitMs = LIMIT_MS) {
    this.worker = worker;
    this.limitMs = limitMs;
  }

  /** @throws Error with a message for the model, or the signal's reason */
  async read(page: PageContent, signal: AbortSignal): Promise<ReadPage> {
    signal.throwIfAborted();
    const { promise, resolve, reject } = Promise.withResolvers<ReadPage>();
    const worker = new Worker(this.worker, {
      workerData: page,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
    });
    worker.unref();
    const fail = (cause?: unknown): void =>
      reject(
        new Error('The page could not be turned into text: it is too large or too deeply nested.', { cause }),
      );
    const onAbort = (): void => reject(signal.reason as Error);
    worker
      .on('message', resolve)
      .on('error', fail)
      .on('exit', () => fail());
    signal.addEventListener('abort', onAbort, { once: true });
    const timer = setTimeout(
      () => reject(new Error(`The page took longer than ${this.limitMs / 1000} s to be turned into text.`)),
      this.limitMs,
    );
    try {
      return await promise;
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      await worker.terminate();
    }
  }
}
