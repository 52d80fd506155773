/** Reads text files of a project, with limits, so that a sample does not keep a disk busy. */
import { readdir, readFile, realpath, stat } from 'node:fs/promises';
import { basename, extname, isAbsolute, join, relative, resolve, sep } from 'node:path';

/** Largest file in bytes that is read. */
const MOST_FILES = 5_000;
const LARGEST = 1_000_000;
/** Folders that tools fill. Folders whose names begin with a dot are left out, too. */
const skipped = new Set(['node_modules', 'bower_components', 'vendor', 'dist', 'build', 'out', 'target']);

export interface ProjectFile {
  /** Path below the folder. If several folders are open, it begins with the folder's name. */
  readonly path: string;
  /** Extension in lower case, or else the file's name. */
  readonly kind: string;
  readonly bytes: number;
  readonly text: string;
}

/** `isCut` says that there are more files than were read. */
export interface Project {
  readonly names: readonly string[];
  readonly files: readonly ProjectFile[];
  readonly isCut: boolean;
}

export async function readProject(folders: readonly string[]): Promise<Project> {
  const files: ProjectFile[] = [];
  let seen = 0;
  for (const folder of folders) {
    for await (const path of walk(folder)) {
      if (seen === MOST_FILES) return { names: folders.map((each) => basename(each)), files, isCut: true };
      seen += 1;
      const file = await readText(path);
      if (file === undefined) continue;
      const below = relative(folder, path).split(sep).join('/');
      const shown = folders.length > 1 ? `${basename(folder)}/${below}` : below;
      const kind = extname(path).slice(1).toLowerCase() || basename(path);
      files.push({ path: shown, kind, bytes: Buffer.byteLength(file), text: file });
    }
  }
  return { names: folders.map((each) => basename(each)), files, isCut: false };
}

/**
 * Reads a file by its `ProjectFile.path`; links are followed. @throws Error if it is not a text file in one of the
 * folders
 */
export async function readOne(folders: readonly string[], name: string): Promise<string> {
  if (isAbsolute(name)) throw new Error('Name the file by its path below the open folder.');
  for (const folder of folders) {
    for (const path of [resolve(folder, name), resolve(folder, '..', name)]) {
      const real = await realpath(path).catch(() => undefined);
      const root = await realpath(folder).catch(() => folder);
      if (real?.startsWith(root + sep) !== true) continue;
      const text = await readText(real);
      if (text !== undefined) return text;
    }
  }
  throw new Error(`There is no text file ${name} in the open folder.`);
}

async function* walk(folder: string): AsyncGenerator<string> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
  for (const entry of entries.toSorted((a, b) => a.name.localeCompare(b.name))) {
    const path = join(folder, entry.name);
    if (entry.isFile()) yield path;
    else if (entry.isDirectory() && !entry.name.startsWith('.') && !skipped.has(entry.name))
      yield* walk(path);
  }
}

/** Returns undefined if the file is too large, unreadable, or not text. */
async function readText(path: string): Promise<string | undefined> {
  try {
    if ((await stat(path)).size > LARGEST) return undefined;
    const bytes = await readFile(path);
    return bytes.includes(0) ? undefined : bytes.toString('utf8');
  } catch {
    return undefined;
  }
}
