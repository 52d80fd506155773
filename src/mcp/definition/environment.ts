import { stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import type { Launch } from './definition.ts';
import { readEnvFile, type EnvFile } from './envFile.ts';
import { inheritedEnvironment } from '../../base/node/environment.ts';
import type { Folder } from '../common/ports.ts';
import type { StdioLaunch } from '../process/stdioTransport.ts';
import { LocalizedError, msg } from '../../base/common/message.ts';

/** The error of a missing working directory, which Node reports as if the command were missing. */
export class FolderMissing extends LocalizedError {
  override readonly name = 'FolderMissing';
  constructor(folder: string) {
    super(msg('The working directory {0} does not exist.', folder));
  }
}

/**
 * Determines the environment and the working directory of a launch. `checkFile` gets the content of the envFile that is
 * used. @throws FolderMissing, LocalizedError, and as `checkFile` does
 */
export async function resolveLaunch(
  launch: Extract<Launch, { kind: 'stdio' }>,
  folders: readonly Folder[],
  inherited: NodeJS.ProcessEnv,
  checkFile: (file: EnvFile) => void,
): Promise<StdioLaunch> {
  const base = folders[0]?.path;
  const env = inheritedEnvironment(inherited, launch.inheritEnv);
  if (launch.envFile !== undefined) {
    const file = await readEnvFile(launch.envFile, folders);
    checkFile(file);
    for (const [name, value] of Object.entries(file.values)) setVariable(env, name, value);
  }
  for (const [name, value] of Object.entries(launch.env)) setVariable(env, name, value);
  const cwd = launch.cwd === undefined ? base : fromBase(base, launch.cwd);
  if (cwd !== undefined && !(await isFolder(cwd))) throw new FolderMissing(cwd);
  return { command: launch.command, args: launch.args, env, cwd };
}

/**
 * Sets a variable, or removes it if `value` is null. On Windows a variable whose name differs only in case is replaced:
 * of `Path` and `PATH`, Node passes on the first in the alphabet.
 */
export function setVariable(
  env: Record<string, string>,
  name: string,
  value: string | null,
  platform: NodeJS.Platform = process.platform,
): void {
  const isSame = (other: string): boolean =>
    platform === 'win32' ? other.toUpperCase() === name.toUpperCase() : other === name;
  for (const other of Object.keys(env)) if (isSame(other)) delete env[other];
  if (value !== null) env[name] = value;
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

function fromBase(base: string | undefined, path: string): string {
  return base === undefined || isAbsolute(path) ? path : resolve(base, path);
}
