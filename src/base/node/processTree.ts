import { spawn as spawnPlain, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const windows = process.platform === 'win32';

/** Makes the child the head of a tree that `signalTree` reaches. On POSIX it gets a process group of its own. */
export const treeOptions = { detached: !windows, windowsHide: true } as const;

/** Signals a process tree. A tree that has ended is not an error. On Windows every signal kills. */
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

/** The full path, because a bare name would be searched for in the working folder first. */
export const taskkill = join(process.env['SystemRoot'] ?? 'C:\\Windows', 'System32', 'taskkill.exe');
const NOT_FOUND = 128;

/**
 * Kills the process tree with `taskkill`. If that is missing, forbidden or fails, it kills at least the head, so that
 * no caller waits forever.
 */
function killWindowsTree(pid: number): void {
  const killHead = (): void => {
    try {
      process.kill(pid);
    } catch {
      // The process has ended meanwhile.
    }
  };
  spawnPlain(taskkill, ['/pid', String(pid), '/T', '/F'], { windowsHide: true, stdio: 'ignore' })
    .on('error', killHead)
    .on('exit', (code) => {
      if (code !== 0 && code !== NOT_FOUND) killHead();
    });
}

/**
 * Ends a process as MCP says (2025-11-25, basic/lifecycle, "Shutdown"): closes stdin, then sends SIGTERM, then SIGKILL,
 * `graceMs` apart.
 */
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
