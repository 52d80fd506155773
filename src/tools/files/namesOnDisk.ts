/** Finds the file that a model means by a path that is not quite its name. */
import { access, readdir } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

/**
 * Returns `path` with the names that the disk has: macOS and some archives write decomposed letters (`e` and an accent),
 * models write composed ones. Names that differ otherwise, and those that are not there, stay. `path` is absolute and
 * inside of `folder`.
 */
export async function withNamesOnDisk(path: string, folder: string): Promise<string> {
  const way = relative(folder, path);
  if (way.normalize('NFD') === way && way.normalize('NFC') === way) return path;
  let found = folder;
  for (const name of way.split(sep)) found = join(found, await nameIn(found, name));
  return found;
}

/** Returns `path` without the line of `file.ts:12` or `file.ts:12:3`, if only the file without it is there. */
export async function withoutLine(path: string): Promise<string> {
  const [line = ''] = /:\d+(?::\d+)?$/.exec(path) ?? [];
  if (line === '' || (await isThere(path))) return path;
  const file = path.slice(0, -line.length);
  return (await isThere(file)) ? file : path;
}

function isThere(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}

async function nameIn(folder: string, name: string): Promise<string> {
  if (name.normalize('NFC') === name && name.normalize('NFD') === name) return name;
  const names: readonly string[] = await readdir(folder).catch(() => []);
  if (names.includes(name)) return name;
  return names.find((each) => each.normalize('NFC') === name.normalize('NFC')) ?? name;
}
