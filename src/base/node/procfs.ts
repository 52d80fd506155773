/** Reads what Linux tells of all processes. */
import { readdir } from 'node:fs/promises';

/** Resolves with what `read` finds for each process. One that has ended meanwhile, or is another user's, is left out. */
export async function ofProcesses<T>(read: (pid: string) => Promise<readonly T[]>): Promise<readonly T[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(pids.map((pid) => read(pid).catch((): readonly T[] => [])));
  return found.flat();
}
