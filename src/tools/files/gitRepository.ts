/**
 * Finds where repositories keep their configuration: in `.git`, or in the folder to which a file of this name leads.
 */
import { statSync, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

export interface Repository {
  /** Folder of the working tree. A bare repository has its own folder here. */
  readonly folder: string;
  /** The git folder, which is elsewhere for a worktree or a submodule. */
  readonly gitFolder: string;
  /** Folder that worktrees share: configuration, hooks, `info/exclude`. */
  readonly commonFolder: string;
}

const MAX_POINTER_BYTES = 4_096;

/** Returns the repository whose working tree begins in the folder. */
export async function repositoryIn(folder: string): Promise<Repository | undefined> {
  const path = join(folder, '.git');
  // Most folders have none. A search checks thousands, and a promise for each would be slow.
  const found = statOf(path);
  if (found?.isDirectory()) return repositoryOf(folder, path);
  if (!found?.isFile()) return undefined;
  const text = await headOf(path);
  const named = /^gitdir:[ \t]*(.+?)[ \t]*$/m.exec(text)?.[1];
  return named === undefined ? undefined : repositoryOf(folder, resolve(folder, named));
}

export async function repositoryOf(folder: string, gitFolder: string): Promise<Repository> {
  const named = (await headOf(join(gitFolder, 'commondir'))).trim();
  return { folder, gitFolder, commonFolder: named === '' ? gitFolder : resolve(gitFolder, named) };
}

/** Returns the branch that is checked out; undefined if a commit is, or if it has no branch. */
export async function branchOf({ gitFolder }: Repository): Promise<string | undefined> {
  const [, branch] = /^ref: refs\/heads\/(.+)$/m.exec(await headOf(join(gitFolder, 'HEAD'))) ?? [];
  return branch?.trim();
}

/** Returns the repositories that contain a folder, the nearest first. */
export async function repositoriesAround(folder: string): Promise<readonly Repository[]> {
  const folders = [folder];
  for (let at = folder; dirname(at) !== at; at = dirname(at)) folders.push(dirname(at));
  const found = await Promise.all(folders.map(repositoryIn));
  return found.filter((repository) => repository !== undefined);
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Returns the beginning of a regular file, or an empty text without one. A pipe is not read: it would never end. */
async function headOf(path: string): Promise<string> {
  const found = await stat(path).catch(() => undefined);
  if (!found?.isFile()) return '';
  const file = await open(path).catch(() => undefined);
  if (!file) return '';
  try {
    const buffer = Buffer.alloc(MAX_POINTER_BYTES);
    const { bytesRead } = await file.read(buffer, 0, buffer.length, 0);
    return buffer.toString('utf8', 0, bytesRead);
  } catch {
    return '';
  } finally {
    await file.close();
  }
}
