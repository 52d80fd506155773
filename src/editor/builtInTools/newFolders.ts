/** Finds the folders that a new file needs, and removes them with it. */
import { rmdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as vscode from 'vscode';
import type { ChangedFile } from '../../protocol/index.ts';
import { isInside } from '../../tools/index.ts';
import { fileLabel } from './labels.ts';
import { locateToChange } from './paths.ts';
import type { Place } from './protection.ts';

/**
 * Returns the folders above a place that are not there yet, the innermost first.
 * @throws Error if one of the names is that of a file
 */
export async function missingFolders({
  uri,
  folder,
}: Pick<Place, 'uri' | 'folder'>): Promise<readonly string[]> {
  const missing: string[] = [];
  const root = folder.uri.fsPath;
  for (let path = dirname(uri.fsPath); path !== root && isInside(path, root); path = dirname(path)) {
    const found = await stat(path).catch((error: NodeJS.ErrnoException) => error.code);
    if (typeof found === 'object' && !found.isDirectory())
      throw new Error(`${fileLabel(vscode.Uri.file(path))} is a file, so nothing can be put into it.`);
    // It is there, or nobody can tell.
    if (found !== 'ENOENT' && found !== 'ENOTDIR') break;
    missing.push(path);
  }
  return missing;
}

/** Removes the folders above removed files that are among `made` and empty. One that cannot be removed stays. */
export async function removeEmptyFolders(
  removed: readonly Pick<ChangedFile, 'uri'>[],
  made: ReadonlySet<string>,
): Promise<void> {
  for (const { uri } of removed) {
    let path = dirname(vscode.Uri.parse(uri).fsPath);
    while (made.has(path) && (await isRemoved(path))) path = dirname(path);
  }
}

/** A folder that something was put into since then stays, and so does one that has become a link. */
async function isRemoved(path: string): Promise<boolean> {
  try {
    await locateToChange(path);
    await rmdir(path);
    return true;
  } catch {
    return false;
  }
}
