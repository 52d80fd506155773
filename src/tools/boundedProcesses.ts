import type { ChildProcess } from 'node:child_process';
import { canFindMarked, endMarked } from '../base/node/markedProcesses.ts';
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
    const timer = setTimeout(onTimeout, timeoutMs);
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      return await this.wholeTree(child, graceMs, outcome);
    } finally {
      clearTimeout(timer);
      signal.removeEventListener('abort', onAbort);
    }
  }

  /** Settles as `outcome` does, once the process and its process group have ended. */
  async wholeTree<Outcome>(
    child: ChildProcess,
    graceMs: number,
    outcome: () => Promise<Outcome>,
  ): Promise<Outcome> {
    const { pid } = child;
    if (pid !== undefined) this.reaper.watch(pid);
    try {
      return await outcome();
    } finally {
      if (pid !== undefined) {
        await endTree(child, graceMs);
        this.reaper.release(pid);
      }
    }
  }

  /** Has processes with this mark ended if this process is killed. */
  watchMark(mark: string): void {
    if (canFindMarked) this.reaper.watch(mark);
  }

  async endMarked(mark: string): Promise<void> {
    await endMarked(mark);
    if (canFindMarked) this.reaper.release(mark);
  }

  dispose(): void {
    this.reaper.dispose();
  }
}
