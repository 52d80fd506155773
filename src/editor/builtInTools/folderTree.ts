/** Lists a folder as an indented tree, folders first. */
import type { Dirent } from 'node:fs';
import { lstat, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { listedName } from './listedName.ts';

/** Most entries of a tree. */
const MAX_ENTRIES = 500;

export interface TreeOptions {
  /** The number of levels; 1 is the folder alone. */
  readonly depth: number;
  /** Tells by the path in the folder, with `/`, whether a folder is named, but not entered. */
  readonly isLeftOut: (path: string) => Promise<boolean>;
  readonly signal: AbortSignal;
}

interface Folder {
  /** The path in the listed folder, with `/`; empty for that folder. */
  readonly path: string;
  readonly found: readonly Dirent[];
  /** The entries that are listed; undefined if the folder is not entered. */
  entries: readonly Entry[] | undefined;
}

interface Entry {
  /** The name with what is said of it. */
  readonly line: string;
  /** Set if the folder could be entered. */
  readonly folder?: Folder | undefined;
}

/**
 * Returns the tree, which takes whole folders, level by level, as long as there is room. A folder that is not entered
 * has the number of its entries. Links are never followed. Undefined if there is no such folder.
 */
export async function folderTree(root: string, options: TreeOptions): Promise<string | undefined> {
  const found = await entriesOf(root);
  if (!found) return undefined;
  const top: Folder = { path: '', found, entries: undefined };
  let level: readonly Folder[] = [top];
  let [room, closed] = [MAX_ENTRIES, 0];
  for (let depth = 1; depth <= options.depth && level.length > 0; depth += 1) {
    const next: Folder[] = [];
    for (const folder of level) {
      options.signal.throwIfAborted();
      if (folder !== top && folder.found.length > room) {
        closed += 1;
        continue;
      }
      // oxlint-disable-next-line no-await-in-loop -- the room for the next folder is what this one leaves
      folder.entries = await Promise.all(
        folder.found.slice(0, room).map((each) => entryOf(root, folder.path, each, options)),
      );
      room -= folder.entries.length;
      next.push(...folder.entries.flatMap((entry) => entry.folder ?? []));
    }
    level = next;
  }
  const rest = found.length - MAX_ENTRIES;
  return [
    ...(found.length === 0 ? ['(empty)'] : linesOf(top, 0)),
    ...(rest > 0
      ? [`… and ${counted(rest, 'more entry', 'more entries')}. find_files finds them by name.`]
      : []),
    ...(closed > 0
      ? [
          `[Only ${MAX_ENTRIES} entries are listed, so ${counted(closed, 'folder was', 'folders were')} not entered. List one by its path, or use find_files.]`,
        ]
      : []),
  ].join('\n');
}

function linesOf({ entries = [] }: Folder, level: number): readonly string[] {
  const indent = '  '.repeat(level);
  return entries.flatMap(({ line, folder }) => {
    if (!folder) return [`${indent}${line}`];
    if (folder.found.length === 0) return [`${indent}${line} (empty)`];
    if (!folder.entries) return [`${indent}${line} (${counted(folder.found.length, 'entry', 'entries')})`];
    return [`${indent}${line}`, ...linesOf(folder, level + 1)];
  });
}

async function entryOf(
  root: string,
  parent: string,
  found: Dirent,
  { isLeftOut }: TreeOptions,
): Promise<Entry> {
  const path = parent === '' ? found.name : `${parent}/${found.name}`;
  const [name, full] = [listedName(found.name), join(root, path)];
  if (found.isSymbolicLink()) {
    const target = await stat(full).catch(() => undefined);
    return { line: target?.isDirectory() ? `${name}/ (link)` : `${name} (link)` };
  }
  if (!found.isDirectory()) {
    const file = await lstat(full).catch(() => undefined);
    return { line: file ? `${name} (${size(file.size)})` : name };
  }
  if (await isLeftOut(path)) return { line: `${name}/ (left out)` };
  const inside = await entriesOf(full);
  if (!inside) return { line: `${name}/ (cannot be read)` };
  return { line: `${name}/`, folder: { path, found: inside, entries: undefined } };
}

async function entriesOf(folder: string): Promise<readonly Dirent[] | undefined> {
  const found = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
  return found?.toSorted(
    (a, b) => Number(b.isDirectory()) - Number(a.isDirectory()) || a.name.localeCompare(b.name),
  );
}

function counted(count: number, one: string, several: string): string {
  return `${count.toLocaleString('en')} ${count === 1 ? one : several}`;
}

function size(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  const [unit, by] = bytes < 1_000_000 ? ['KB', 1_000] : bytes < 1e9 ? ['MB', 1_000_000] : ['GB', 1e9];
  return `${(bytes / by).toFixed(1)} ${unit}`;
}
