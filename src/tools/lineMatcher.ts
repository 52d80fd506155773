/** Matches lines with a model's expression in a worker, because an expression could run forever. */
import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { processorMs } from '../base/node/processorTime.ts';

export interface LineMatch {
  readonly line: number;
  readonly at: number;
}

/** Longest line. The rest of a longer one is not searched. */
const MAX_LINE = 10_000;

const source = `
const { parentPort, workerData } = require('node:worker_threads');
const expression = new RegExp(workerData.source, workerData.flags);
parentPort.on('message', (text) => {
  const found = [];
  text.split('\\n').forEach((line, index) => {
    const match = expression.exec(line.slice(0, ${MAX_LINE}));
    if (match) found.push({ line: index, at: match.index });
  });
  parentPort.postMessage(found);
});
`;

export class LineMatcher {
  private readonly worker: Worker;
  private readonly limitMs: number;
  private readonly spentMs: () => number;
  private readonly disposed = new AbortController();
  private last: Promise<unknown> = Promise.resolve();

  /**
   * `limitMs` is for one text, and at least half of it must be work, because a busy machine lets time pass. @throws
   * SyntaxError if the expression is not valid
   */
  constructor(
    expression: { readonly source: string; readonly flags: string },
    limitMs = 2_000,
    spentMs = processorMs,
  ) {
    const { source: pattern, flags } = new RegExp(expression.source, expression.flags);
    this.worker = new Worker(source, { eval: true, workerData: { source: pattern, flags } });
    this.worker.unref();
    this.limitMs = limitMs;
    this.spentMs = spentMs;
  }

  /** Matches one text after the other. @throws Error if it takes too long; the matcher cannot be used after that */
  match(text: string): Promise<readonly LineMatch[]> {
    const found = this.last.then(() => this.ask(text));
    this.last = found.catch(() => undefined);
    return found;
  }

  dispose(): void {
    this.disposed.abort();
    void this.worker.terminate();
  }

  private async ask(text: string): Promise<readonly LineMatch[]> {
    const begun = this.spentMs();
    this.worker.postMessage(text);
    for (;;) {
      const limit = AbortSignal.timeout(this.limitMs);
      const signal = AbortSignal.any([limit, this.disposed.signal]);
      try {
        const [found] = (await once(this.worker, 'message', { signal })) as [readonly LineMatch[]];
        return found;
      } catch (cause) {
        const isLate = limit.aborted && !this.disposed.signal.aborted;
        if (isLate && this.spentMs() - begun < this.limitMs / 2) continue;
        this.dispose();
        if (!isLate) throw cause;
        throw new Error('The expression takes too long on some line. Write a simpler one.', { cause });
      }
    }
  }
}
