import { spawn as spawnPlain, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const windows = process.platform === 'win32';

/** Makes the child head of a tree that `signalTree` reaches: on POSIX, a process group of its own. */
export const treeOptions = { detached: !windows, windowsHide: true } as const;

/** A tree that is gone already is no error. On Windows every signal kills. */
export function signalTree(pid: number, signal: 'SIGTERM' | 'SIGKILL'): void {
  if (windows) {
    killWindowsTree(pid);
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** By its full path: a bare name would be looked for in the working folder first. */
export const taskkill = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');
const NOT_FOUND = 128;

/** Where `taskkill` is missing, forbidden or fails, the head at least is killed, so that nothing waits for ever. */
function killWindowsTree(pid: number): void {
  const killHead = (): void => {
    try {
      process.kill(pid);
    } catch {
      // It has ended meanwhile.
    }
  };
  spawnPlain(taskkill, ['/pid', String(pid), '/T', '/F'], { windowsHide: true, stdio: 'ignore' })
    .on('error', killHead)
    .on('exit', (code) => {
      if (code !== 0 && code !== NOT_FOUND) killHead();
    });
}

/** Closes stdin, then SIGTERM, SIGKILL, `graceMs` apart (2025-11-25, basic/lifecycle, "Shutdown"), until it exits. */
export async function endTree(child: ChildProcess, graceMs: number): Promise<void> {
  const { pid } = child;
  if (pid === undefined) return;
  const exited = hasExited(child) ? Promise.resolve() : once(child, 'exit').then(() => undefined);
  child.stdin?.end();
  if (!(await within(exited, graceMs))) {
    signalTree(pid, 'SIGTERM');
    if (!(await within(exited, graceMs))) signalTree(pid, 'SIGKILL');
  }
  await exited;
  if (!windows) signalTree(pid, 'SIGKILL');
}

export function hasExited(child: ChildProcess): boolean {
  return child.exitCode !== null || child.signalCode !== null;
}

async function within(promise: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([promise.then(() => true as const), late]);
  } finally {
    clearTimeout(timer);
  }
}
