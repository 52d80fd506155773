import { existsSync } from 'node:fs';

/** The shell that runs commands. */
export interface CommandShell {
  /** Name that the model and the user read. */
  readonly name: string;
  /** Program, with the options that come before the command; undefined for the system's own way to run one. */
  readonly program?: { readonly path: string; readonly options: readonly string[] } | undefined;
}

/** Absolute, because a folder in `PATH` may belong to the workspace. */
const places = [
  '/bin/bash',
  '/usr/bin/bash',
  '/usr/local/bin/bash',
  '/run/current-system/sw/bin/bash',
  '/opt/homebrew/bin/bash',
];

/**
 * With `pipefail`, a pipe fails if any of its programs does: `npm test | tail` would end with 0 otherwise. No file of the
 * user is read, so that a command means the same everywhere.
 */
const options = ['--noprofile', '--norc', '-o', 'pipefail', '-c'];

export function commandShell(
  platform: NodeJS.Platform = process.platform,
  exists: (path: string) => boolean = existsSync,
): CommandShell {
  if (platform === 'win32') return { name: 'cmd.exe' };
  const path = places.find((place) => exists(place));
  return path === undefined ? { name: '/bin/sh' } : { name: 'bash', program: { path, options } };
}
