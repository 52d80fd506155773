/**
 * Ends processes that have left the process group of a command (`setsid`, a double fork): each inherits a variable with
 * the command's own mark. Only Linux shows the environment of a process to others.
 */
import { readFile } from 'node:fs/promises';
import { ofProcesses } from './procfs.ts';

export const MARK_VARIABLE = 'PATCHBAY_COMMAND';
/** A process that ends may have started another one just before. */
const MAX_ROUNDS = 10;

export const canFindMarked = process.platform === 'linux';

/** Kills the processes with this mark. A process that has taken the mark out of its environment is not found. */
export async function endMarked(mark: string): Promise<void> {
  if (!canFindMarked) return;
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const found = await marked(mark);
    if (found.length === 0) return;
    for (const pid of found) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has ended meanwhile.
      }
    }
  }
}

function marked(mark: string): Promise<readonly number[]> {
  return ofProcesses(async (pid) => {
    const environment = await readFile(`/proc/${pid}/environ`, 'latin1');
    return `\0${environment}`.includes(`\0${MARK_VARIABLE}=${mark}\0`) ? [Number(pid)] : [];
  });
}
