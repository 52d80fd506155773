/** Where repositories keep their configuration: in `.git`, or in the folder that a file of this name leads to. */
import { statSync, type Stats } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';

export interface Repository {
  /** The folder of the working tree; of a bare repository its own. */
  readonly folder: string;
  /** Of a worktree or a submodule elsewhere. */
  readonly gitFolder: string;
  /** What worktrees share: configuration, hooks, `info/exclude`. */
  readonly commonFolder: string;
}

const MAX_POINTER_BYTES = 4_096;

/** The repository whose working tree begins in the folder. */
export async function repositoryIn(folder: string): Promise<Repository | undefined> {
  const path = join(folder, '.git');
  // Most folders have none. A search looks at thousands, which is slow with a promise for each.
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

/** The repositories that a folder is in, the nearest first. */
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

/** The beginning of a regular file; empty without one. A pipe of that name would never end. */
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
