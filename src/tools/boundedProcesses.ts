import type { ChildProcess } from 'node:child_process';
import { endTree } from '../base/node/processTree.ts';
import { Reaper } from '../base/node/reaper.ts';

export interface Bounds {
  readonly timeoutMs: number;
  readonly onTimeout: () => void;
  readonly signal: AbortSignal;
  readonly onAbort: () => void;
  /** Time in ms for the process to end after its stdin is closed, and again before it is killed. */
  readonly graceMs: number;
}

export class BoundedProcesses {
  private readonly reaper = new Reaper();

  /**
   * Bounds a process that was started with `treeOptions`. Settles as `outcome` does, once the process and all that it
   * started have ended.
   */
  async outcomeOf<Outcome>(
    child: ChildProcess,
    { timeoutMs, onTimeout, signal, onAbort, graceMs }: Bounds,
    outcome: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const { pid } = child;
    if (pid !== undefined) this.reaper.watch(pid);
    const timer = setTimeout(onTimeout, timeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await outcome();
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
      if (pid !== undefined) {
        await endTree(child, graceMs);
        this.reaper.release(pid);
      }
    }
  }

  dispose(): void {
    this.reaper.dispose();
  }
}
