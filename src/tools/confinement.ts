/**
 * Keeps custom tools from reading other processes in `/proc`: with util-linux, the kernel refuses it (decision 015).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A program by its absolute path, with arguments, that goes before a command. */
export type CommandPrefix = readonly string[];

/**
 * Folders of the program. `PATH` is not used: it may name folders that others can write to. The last one is NixOS's.
 */
const FOLDERS = ['/usr/bin', '/bin', '/run/current-system/sw/bin'];
/**
 * Capabilities that root loses: the first three allow reading other processes. In a container root has only the last
 * one, and lacking it still helps, because a reader needs all capabilities of the process.
 */
const CAPABILITIES = '-sys_ptrace,-perfmon,-sys_admin,-mknod';
/** Any ruleset confines the process. This one allows everything that it restricts. */
const LANDLOCK = ['--landlock-access', 'fs:refer', '--landlock-rule', 'path-beneath:refer:/'];
/** A program that ends with `REFUSED` if it cannot read the environment of the process in its argument. */
const PROBE = (refused: number): string =>
  `try { require('node:fs').readFileSync('/proc/' + process.argv[1] + '/environ'); }
  catch (error) { if (['EACCES', 'EPERM', 'ENOENT'].includes(error.code)) process.exitCode = ${refused}; }`;
const REFUSED = 97;
const PROBE_MS = 10_000;

export function confinements(): CommandPrefix[] {
  if (process.platform !== 'linux') return [];
  const isRoot = process.getuid?.() === 0;
  const known = isRoot
    ? [['setpriv', `--bounding-set=${CAPABILITIES}`, `--inh-caps=${CAPABILITIES}`, '--']]
    : [
        // This needs util-linux 2.40 and Linux 5.19.
        ['setpriv', '--no-new-privs', ...LANDLOCK, '--'],
        // Most containers refuse this, and so does AppArmor in Ubuntu since 23.10.
        ['unshare', '--user', '--map-current-user', '--'],
      ];
  return known.flatMap(([name = '', ...args]) => {
    const path = FOLDERS.map((folder) => join(folder, name)).find(existsSync);
    return path === undefined ? [] : [[path, ...args]];
  });
}

/** Returns the first prefix under which a Node `command` cannot read this process, or an empty one. Never rejects. */
export async function findConfinement(
  prefixes: readonly CommandPrefix[],
  command: string,
  env: NodeJS.ProcessEnv,
): Promise<CommandPrefix> {
  for (const prefix of prefixes) {
    const [program, ...args] = [...prefix, command, '-e', PROBE(REFUSED), String(process.pid)];
    const child = spawn(program, args, { env, stdio: 'ignore', timeout: PROBE_MS, killSignal: 'SIGKILL' });
    // oxlint-disable-next-line no-await-in-loop -- the next one is tried only if this one does not work
    const [code] = (await once(child, 'exit').catch(() => [])) as [code?: number | null];
    if (code === REFUSED) return prefix;
  }
  return [];
}
