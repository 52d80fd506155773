/** Keeps custom tools from reading other processes in `/proc`: util-linux has the kernel refuse it (decision 015). */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** A program by absolute path and its arguments, before a command. */
export type CommandPrefix = readonly string[];

/** Not by `PATH`, which may name folders that others write to. The last is NixOS's. */
const FOLDERS = ['/usr/bin', '/bin', '/run/current-system/sw/bin'];
/**
 * Taken from root: the first three allow reading processes outright. In a container root has only the last, whose lack
 * then makes the difference, as a reader needs all capabilities of the process.
 */
const CAPABILITIES = '-sys_ptrace,-perfmon,-sys_admin,-mknod';
/** Any ruleset will do. This one allows all that it restricts. */
const LANDLOCK = ['--landlock-access', 'fs:refer', '--landlock-rule', 'path-beneath:refer:/'];
/** Ends with `REFUSED` if it cannot read the environment of the process in its argument. */
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

/** The first prefix under which a Node `command` cannot read this process; empty if none. Never rejects. */
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
