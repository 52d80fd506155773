/** Child processes that work for the model: bounded in time, stopped with the call, ended with all they started. */
import type { ChildProcess } from 'node:child_process';
import { endTree } from '../base/node/processTree.ts';
import { Reaper } from '../base/node/reaper.ts';

/** What ends a process before it has ended by itself. */
export interface Bounds {
  /** After this many ms `onTimeout` is called. */
  readonly timeoutMs: number;
  readonly onTimeout: () => void;
  readonly signal: AbortSignal;
  /** Is called when the signal is aborted. */
  readonly onAbort: () => void;
  /** How long in ms the process may take to end when it is asked to, and again before it is killed. */
  readonly graceMs: number;
}

/** Watches over the processes it is given. None outlives the host. */
export class BoundedProcesses {
  private readonly reaper = new Reaper();

  /**
   * Waits for the outcome of a process that was just started with `treeOptions`, within its bounds, and settles as
   * `outcome` does once the process and all it started are gone.
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
      // What it left in the background goes with it.
      if (pid !== undefined) {
        await endTree(child, graceMs);
        this.reaper.release(pid);
      }
    }
  }

  /** Ends what still runs. */
  dispose(): void {
    this.reaper.dispose();
  }
}
