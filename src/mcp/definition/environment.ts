/** The environment and working directory a stdio server is started with. */
import { t } from '@vscode/l10n';
import { readFile, stat } from 'node:fs/promises';
import { isAbsolute, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import type { Launch } from './definition.ts';
import { FolderMissing } from '../failures/launching.ts';
import type { Folder } from '../ports.ts';
import { SpokenError } from '../spoken.ts';
import type { StdioLaunch } from '../process/stdioTransport.ts';

/**
 * Variables of the editor that are not for servers: its own wiring, which makes a Node child behave oddly,
 * and the key of the model endpoint, which is nobody else's business. A definition can still set them.
 */
const withheld = /^(ELECTRON_|VSCODE_|OPENAI_API_KEY$|NODE_OPTIONS$)/;

/** What a child process may know of the editor's environment. */
export function childEnvironment(inherited: NodeJS.ProcessEnv): Record<string, string> {
  const kept = Object.entries(inherited).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && !withheld.test(entry[0]),
  );
  return Object.fromEntries(kept);
}

/**
 * Works out how to start a stdio server: the editor's environment less what is withheld, then `envFile`,
 * then `env`; relative paths start at the first workspace folder.
 * @throws when the `envFile` cannot be read, saying which.
 * @throws FolderMissing when there is no such working directory.
 */
export async function resolveLaunch(
  launch: Extract<Launch, { kind: 'stdio' }>,
  folders: readonly Folder[],
  inherited: NodeJS.ProcessEnv,
): Promise<StdioLaunch> {
  const base = folders[0]?.path;
  const env = childEnvironment(inherited);
  if (launch.envFile !== undefined) Object.assign(env, await readEnvFile(fromBase(base, launch.envFile)));
  for (const [name, value] of Object.entries(launch.env)) {
    if (value === null) delete env[name];
    else env[name] = value;
  }
  const cwd = launch.cwd === undefined ? base : fromBase(base, launch.cwd);
  if (cwd !== undefined && !(await isFolder(cwd))) throw new FolderMissing(cwd);
  return { command: launch.command, args: launch.args, env, cwd };
}

async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function readEnvFile(path: string): Promise<NodeJS.Dict<string>> {
  try {
    return parseEnv(await readFile(path, 'utf8'));
  } catch (error) {
    throw new SpokenError(() => t('The envFile {0} cannot be read: {1}', path, (error as Error).message), {
      cause: error,
    });
  }
}

function fromBase(base: string | undefined, path: string): string {
  return base === undefined || isAbsolute(path) ? path : resolve(base, path);
}
