/** Lists and ends process trees on Linux and macOS, without tools that a bare machine may lack. */
import { execFile, execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';

export interface ProcessInfo {
  pid: number;
  parent: number;
  /** Arguments joined by spaces. */
  command: string;
}

const POLL_MS = 50;
const GRACE_MS = 5_000;

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

const PS = ['-axwwo', 'pid=,ppid=,stat=,command='] as const;

/** Leaves out zombies. */
export async function listProcesses(): Promise<ProcessInfo[]> {
  if (process.platform === 'linux') return processesOfProc();
  return processesOfPs((await promisify(execFile)('ps', PS)).stdout);
}

function listNow(): ProcessInfo[] {
  if (process.platform === 'linux') return processesOfProc();
  return processesOfPs(execFileSync('ps', PS, { encoding: 'utf8' }));
}

function processesOfPs(output: string): ProcessInfo[] {
  return output.split('\n').flatMap((line) => {
    const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
    if (!match || match[3]?.startsWith('Z')) return [];
    return [{ pid: Number(match[1]), parent: Number(match[2]), command: match[4] ?? '' }];
  });
}

/** Synchronous: hundreds of small reads through the thread pool would cost a fifth of a processor. */
function processesOfProc(): ProcessInfo[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  return pids.map(readProc).filter((info) => info !== undefined);
}

function readProc(pid: string): ProcessInfo | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may contain anything, so fields are counted from its end.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    if (state === 'Z' || state === 'X') return undefined;
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').trim();
    return { pid: Number(pid), parent: Number(parent), command };
  } catch {
    // The process ended meanwhile.
    return undefined;
  }
}

/** Parents before children, without the root. */
export async function descendants(root: number): Promise<ProcessInfo[]> {
  return descendantsIn(await listProcesses(), root);
}

/** Synchronous. */
export function descendantsNow(root: number): ProcessInfo[] {
  return descendantsIn(listNow(), root);
}

function descendantsIn(all: readonly ProcessInfo[], root: number): ProcessInfo[] {
  const found: ProcessInfo[] = [];
  const parents = [root];
  for (let parent = parents.shift(); parent !== undefined; parent = parents.shift()) {
    const children = all.filter((info) => info.parent === parent);
    found.push(...children);
    parents.push(...children.map((info) => info.pid));
  }
  return found;
}

/** SIGTERM to the tree, SIGKILL after 5 s to what is left and its children. Returns when none runs any more. */
export async function killTree(root: number): Promise<void> {
  const tree = new Set([root]);
  const remember = async () => {
    const found = await Promise.all([...tree].map(descendants));
    for (const { pid } of found.flat()) tree.add(pid);
  };
  await remember();
  for (const pid of tree) signal(pid, 'SIGTERM');
  if (await waitUntilGone(tree, GRACE_MS)) return;
  await remember();
  for (const pid of tree) signal(pid, 'SIGKILL');
  if (await waitUntilGone(tree, GRACE_MS)) return;
  throw new Error(`Processes ${[...tree].join(', ')} still run after SIGKILL; look at them with ps.`);
}

/** Waits up to `milliseconds`, then sends SIGKILL. Returns the killed processes. */
export async function endSurvivors(processes: ProcessInfo[], milliseconds: number): Promise<ProcessInfo[]> {
  const known = new Set((await listProcesses()).map(identity));
  const left = new Map(processes.filter((info) => known.has(identity(info))).map((info) => [info.pid, info]));
  const pids = new Set(left.keys());
  if (await waitUntilGone(pids, milliseconds)) return [];
  for (const pid of pids) signal(pid, 'SIGKILL');
  return [...left.values()].filter((info) => pids.has(info.pid));
}

/** SIGKILL to those that still run; synchronous, for the end of this process. */
export function killNow(processes: Iterable<ProcessInfo>): void {
  const known = new Set(listNow().map(identity));
  for (const info of processes) if (known.has(identity(info))) signal(info.pid, 'SIGKILL');
}

/** An id is reused within minutes on a busy machine, but hardly with the same command line. */
function identity(info: ProcessInfo): string {
  return `${info.pid} ${info.command}`;
}

/** The process may be gone. */
export function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** Ended processes leave the set. Returns false if some still run after the time (ms). */
async function waitUntilGone(pids: Set<number>, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const running = new Set((await listProcesses()).map((info) => info.pid));
    for (const pid of pids) if (!running.has(pid)) pids.delete(pid);
    if (pids.size === 0) return true;
    if (Date.now() > deadline) return false;
    await delay(POLL_MS);
  }
}
