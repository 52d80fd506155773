/** Reads the envFile of a server once, so that what is checked is what is used. */
import { readFile, realpath } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, relative, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { LocalizedError, msg } from '../../base/common/message.ts';
import { RefusedError } from '../common/refusedError.ts';
import type { Folder } from '../common/ports.ts';
import { sha256 } from '../../base/node/hash.ts';
import type { ServerDefinition } from './definition.ts';
import { isLoaderVariable } from './loaderVariables.ts';
import { fillTemplate, parseTemplate } from './variables.ts';

export interface EnvFile {
  readonly path: string;
  /** True for a file that a workspace can write. */
  readonly isInWorkspace: boolean;
  readonly values: Readonly<Record<string, string>>;
}

/** Digests of values by their names, which are saved for a file that the user has confirmed. */
export type EnvFileDigests = Readonly<Record<string, string>>;

/** @throws LocalizedError naming the file when it cannot be read */
export async function readEnvFile(file: string, folders: readonly Folder[]): Promise<EnvFile> {
  const base = folders[0]?.path;
  const path = base === undefined || isAbsolute(file) ? file : resolve(base, file);
  try {
    const real = await realpath(path);
    const values = Object.entries(parseEnv(decoded(await readFile(real)))).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const roots = await Promise.all(folders.map((folder) => realpath(folder.path).catch(() => folder.path)));
    return {
      path: real,
      isInWorkspace: roots.some((root) => isBelow(root, real)),
      values: Object.fromEntries(values),
    };
  } catch (error) {
    throw new LocalizedError(msg('The envFile {0} cannot be read: {1}', path, (error as Error).message), {
      cause: error,
    });
  }
}

/** Decodes a file by its byte order mark, because PowerShell writes UTF-16. */
function decoded(bytes: Uint8Array): string {
  const [first, second] = bytes;
  const encoding =
    first === 0xff && second === 0xfe ? 'utf-16le' : first === 0xfe && second === 0xff ? 'utf-16be' : 'utf-8';
  return new TextDecoder(encoding).decode(bytes);
}

export function digestsOf({ values }: EnvFile): EnvFileDigests {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, sha256(value)]));
}

export function loadersIn({ values }: EnvFile): string[] {
  return Object.keys(values).filter(isLoaderVariable);
}

/** Returns the path of the envFile, or undefined if it cannot be known before a start, without asking the user. */
export function envFilePath({ launch }: ServerDefinition, folders: readonly Folder[]): string | undefined {
  if (launch.kind !== 'stdio' || launch.envFile === undefined) return undefined;
  const template = parseTemplate(launch.envFile);
  let isKnown = true;
  const path = fillTemplate(template, ({ name, argument }) => {
    if (name === 'userHome') return homedir();
    const folder = argument === undefined ? folders[0] : folders.find((each) => each.name === argument);
    if (name === 'workspaceFolder' && folder) return folder.path;
    isKnown = false;
    return '';
  });
  return isKnown ? path : undefined;
}

/** A file of the workspace must not decide which code a server of the user's runs. @throws RefusedError */
export function refuseLoaders(file: EnvFile): void {
  const names = file.isInWorkspace ? loadersIn(file) : [];
  if (names.length === 0) return;
  throw new RefusedError('env-file', {
    message: msg(
      'The envFile {0} is in the workspace and sets {1}, which determines what code is run.',
      file.path,
      names.join(', '),
    ),
    next: msg(
      'Remove the variable from the file. If you need it, set it under "env" in the server definition.',
    ),
  });
}

function isBelow(root: string, path: string): boolean {
  const way = relative(root, path);
  return way !== '' && !/^\.\.(?:[\\/]|$)/.test(way) && !isAbsolute(way);
}
