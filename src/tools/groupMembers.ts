/** Names the processes of a group, to tell the model what a command has left running. */
import { execFile } from 'node:child_process';
import { readFile, readlink } from 'node:fs/promises';
import { posix } from 'node:path';
import { promisify } from 'node:util';
import { ofProcesses } from '../base/node/procfs.ts';
import { looksSecret } from './secretContent.ts';

/** A process writes its command line itself, and arguments can be secrets: few and plain words of it are shown. */
const PLAIN = /^[\w@%+:,./-]{1,60}$/;
const MAX_WORDS = 3;
const MAX_MEMBERS = 1_000;
const PS_MS = 2_000;

/** Returns true if a process of the group runs, or has ended and waits for its parent. */
export function hasMembers(group: number): boolean {
  if (process.platform === 'win32') return false;
  try {
    process.kill(-group, 0);
    return true;
  } catch {
    return false;
  }
}

/** Returns a short name for each process of a group, or none where they cannot be read. */
export async function membersOf(group: number): Promise<readonly string[]> {
  if (!hasMembers(group)) return [];
  const lines = await (process.platform === 'linux' ? linesOnLinux(group) : linesOfPs(group)).catch(() => []);
  return lines.slice(0, MAX_MEMBERS).map(shortName);
}

function linesOnLinux(group: number): Promise<readonly string[]> {
  return ofMembers(group, (pid) => readFile(`/proc/${pid}/cmdline`, 'utf8'));
}

/** Reads something of each process of a group, where there is `/proc`. */
function ofMembers<T>(group: number, read: (pid: string) => Promise<T>): Promise<readonly T[]> {
  return ofProcesses(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8');
    // The name of the program comes before, in parentheses, and may have some itself.
    const [state, , itsGroup] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return Number(itsGroup) !== group || state === 'Z' ? [] : [await read(pid)];
  });
}

/** Numbers of the system call `read` on x64 and arm64, with the first file descriptor. */
const READS_INPUT = /^(?:0|63) 0x0 /;

/**
 * Returns whether a process of the group waits in a read of the input that Patchbay gave it, which is a socket. Only
 * Linux tells, and not of programs that wait for several things at once, as Node.js does.
 */
export async function readsInput(group: number): Promise<boolean> {
  if (process.platform !== 'linux') return false;
  const reading = await ofMembers(group, async (pid) => {
    const input = await readlink(`/proc/${pid}/fd/0`);
    return input.startsWith('socket:') && READS_INPUT.test(await readFile(`/proc/${pid}/syscall`, 'utf8'));
  });
  return reading.includes(true);
}

async function linesOfPs(group: number): Promise<string[]> {
  const { stdout } = await promisify(execFile)('/bin/ps', ['-A', '-o', 'pgid=,state=,args='], {
    timeout: PS_MS,
    maxBuffer: 10_000_000,
  });
  return stdout.split('\n').flatMap((line) => {
    const [, itsGroup, state, args] = /^\s*(\d+)\s+(\S+)\s+(.*)$/.exec(line) ?? [];
    return Number(itsGroup) === group && state?.startsWith('Z') === false && args !== undefined ? [args] : [];
  });
}

/** Returns the program's name and its first plain words: `node server.js`, `python3 -m http.server`. */
export function shortName(commandLine: string): string {
  const [program = '', ...rest] = commandLine.split(/[\0 ]+/).filter((word) => word !== '');
  const name = posix.basename(program);
  const words = [PLAIN.test(name) ? name : 'a process'];
  for (const word of rest) {
    // The word after another option may be its value, such as a password.
    const isPlain = PLAIN.test(word) && !holdsCredentials(word) && (!word.startsWith('-') || word === '-m');
    if (!isPlain || words.length >= MAX_WORDS) break;
    words.push(word);
  }
  return words.join(' ');
}

/** A script can give a program what the command that the user approved does not show, such as a token of its own. */
function holdsCredentials(word: string): boolean {
  return /:\/\/.*@/.test(word) || looksSecret(word, '');
}
