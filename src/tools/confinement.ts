/**
 * How the process of a custom tool is started so that it cannot read other processes. On Linux `/proc` gives each
 * program the environment and the memory of all other programs of the same user. The kernel refuses that to a process
 * that it confines, and to whatever this one starts. Programs of util-linux ask the kernel for it (decision 015).
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A program by its absolute path with its arguments. The command that it starts comes after it. */
export type CommandPrefix = readonly string[];

/** Not looked up in `PATH`, which may name folders that others write to. The last one is of NixOS. */
const FOLDERS = ['/usr/bin', '/bin', '/run/current-system/sw/bin'];
/**
 * What root is not given. A process may be read by who has all of its capabilities; each of these but the last one
 * allows it outright. In a container root has none of them but the last one, whose lack then makes the difference.
 */
const CAPABILITIES = '-sys_ptrace,-perfmon,-sys_admin,-mknod';
/** Any ruleset will do. This one allows all that it restricts. */
const LANDLOCK = ['--landlock-access', 'fs:refer', '--landlock-rule', 'path-beneath:refer:/'];
/** Reads the environment of the process that its argument names, and ends with `REFUSED` where it cannot. */
const PROBE = (refused: number): string =>
  `try { require('node:fs').readFileSync('/proc/' + process.argv[1] + '/environ'); }
  catch (error) { if (['EACCES', 'EPERM', 'ENOENT'].includes(error.code)) process.exitCode = ${refused}; }`;
/** An exit code that neither the prefixes nor Node use. */
const REFUSED = 97;
const PROBE_MS = 10_000;

/** The prefixes worth a try for this user, the best one first. */
export function confinements(): CommandPrefix[] {
  if (process.platform !== 'linux') return [];
  const isRoot = process.getuid?.() === 0;
  const known = isRoot
    ? [['setpriv', `--bounding-set=${CAPABILITIES}`, `--inh-caps=${CAPABILITIES}`, '--']]
    : [
        // From util-linux 2.40 and Linux 5.19 on.
        ['setpriv', '--no-new-privs', ...LANDLOCK, '--'],
        // Refused in most containers, and by AppArmor in Ubuntu from 23.10 on.
        ['unshare', '--user', '--map-current-user', '--'],
      ];
  return known.flatMap(([name = '', ...args]) => {
    const path = FOLDERS.map((folder) => join(folder, name)).find(existsSync);
    return path === undefined ? [] : [[path, ...args]];
  });
}

/**
 * The first prefix under which `command` (a Node) starts, and cannot read the environment of this process. An empty
 * one if there is none. Never rejects.
 */
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
