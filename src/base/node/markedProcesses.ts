/**
 * Ends processes that have left the process group of a command (`setsid`, a double fork): each inherits a variable with
 * the command's own mark. Only Linux shows the environment of a process to others.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';

export const MARK_VARIABLE = 'PATCHBAY_COMMAND';
/** Most times that the processes are listed. A process that ends may have started another one just before. */
const MAX_ROUNDS = 100;
/** A process that starts the next one and ends can be missed once, but hardly as often as this. */
const CLEAN_ROUNDS = 3;

export const canFindMarked = process.platform === 'linux';

/** Kills the processes with this mark. A process that has taken the mark out of its environment is not found. */
export async function endMarked(mark: string): Promise<void> {
  if (!canFindMarked) return;
  const others = new Set<string>();
  let clean = 0;
  for (let round = 0; round < MAX_ROUNDS && clean < CLEAN_ROUNDS; round++) {
    clean = killMarked(mark, others) ? clean + 1 : 0;
    await setImmediate();
  }
}

/**
 * Kills those that are there now. Returns true if there were none, and none that ended before it was looked at. `others`
 * are known to have no mark. It is synchronous, because a process can start the next one while this waits.
 */
function killMarked(mark: string, others: Set<string>): boolean {
  let isClean = true;
  for (const pid of readdirSync('/proc')) {
    if (!/^\d+$/.test(pid) || others.has(pid)) continue;
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1');
      if (`\0${environment}`.includes(`\0${MARK_VARIABLE}=${mark}\0`)) {
        isClean = false;
        process.kill(Number(pid), 'SIGKILL');
      } else if (environment !== '') others.add(pid);
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException;
      // It is another user's, or it has ended meanwhile.
      if (code === 'EACCES' || code === 'EPERM') others.add(pid);
      else isClean = false;
    }
  }
  return isClean;
}
