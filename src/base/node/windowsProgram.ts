import { stat } from 'node:fs/promises';
import { win32 } from 'node:path';

const ENDINGS = '.COM;.EXE;.BAT;.CMD';

interface Launch {
  readonly command: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string | undefined;
}

/**
 * Finds a program in PATH only. Windows and `cross-spawn` look in the working folder first, which is the workspace.
 * @throws ENOENT
 */
export async function findProgram(
  { command, env, cwd = '' }: Launch,
  isFile: (path: string) => Promise<boolean> = isFileOnDisk,
): Promise<string> {
  const isPath = /[\\/:]/.test(command);
  const endings = (valueOf(env, 'PATHEXT') || ENDINGS).split(';').filter(Boolean);
  const hasEnding = endings.some((ending) => command.toUpperCase().endsWith(ending.toUpperCase()));
  const withEnding = endings.map((ending) => command + ending.toLowerCase());
  const names = hasEnding ? [command, ...withEnding] : withEnding;
  const paths = isPath
    ? // Without an ending it can be a script, whose first line names its interpreter.
      [...names, command].map((name) => win32.resolve(cwd, name))
    : foldersOf(env).flatMap((folder) => names.map((name) => win32.join(folder, name)));
  for (const path of paths) {
    // oxlint-disable-next-line no-await-in-loop -- the first one counts
    if (await isFile(path)) return path;
  }
  const syscall = `spawn ${command}`;
  throw Object.assign(new Error(`${syscall} ENOENT`), { code: 'ENOENT', syscall, path: command });
}

/** A relative folder in PATH is left out: it would be in the workspace, too. */
function foldersOf(env: Launch['env']): readonly string[] {
  return (valueOf(env, 'PATH') ?? '')
    .split(';')
    .map((folder) => folder.replace(/^"(.*)"$/, '$1'))
    .filter((folder) => win32.isAbsolute(folder));
}

function valueOf(env: Launch['env'], name: string): string | undefined {
  return Object.entries(env).find(([each]) => each.toUpperCase() === name)?.[1];
}

function isFileOnDisk(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isFile(),
    () => false,
  );
}
