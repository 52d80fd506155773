import type { Dirent } from 'node:fs';
import { lstat, readdir, readlink, realpath, stat } from 'node:fs/promises';
import { basename, dirname, isAbsolute, join, parse, relative, sep } from 'node:path';

/** Most links in a path, as in Linux. */
const MAX_LINKS = 40;

/** The path is `folder` or in it. Both are absolute; links are not followed. */
export function isInside(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way));
}

/**
 * Follows links, a dangling one to the place where writing would create the file. @throws Error if they are circular
 */
export async function realTarget(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    return walk(path);
  }
}

/**
 * Returns the path as it is spelled on the disk: the editor knows open files by that spelling, which may differ in
 * case.
 */
export function asOnDisk(
  { path, folder }: { readonly path: string; readonly folder: string },
  { real, realFolder }: { readonly real: string; readonly realFolder: string },
): string {
  const found = relative(realFolder, real);
  const isSame = found.toLowerCase() === relative(folder, path).toLowerCase();
  return isSame ? join(folder, found) : path;
}

async function walk(path: string): Promise<string> {
  const { root } = parse(path);
  let current = root;
  let links = 0;
  const pending = path.slice(root.length).split(sep);
  while (pending.length > 0) {
    const name = pending.shift() ?? '';
    if (name === '' || name === '.') continue;
    if (name === '..') {
      current = dirname(current);
      continue;
    }
    const next = join(current, name);
    const target = await readlink(next).catch(() => undefined);
    if (target === undefined) {
      current = next;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) throw new Error(`${path} goes through too many links.`);
    const { root: top } = parse(target);
    if (top !== '') current = top;
    pending.unshift(...target.slice(top.length).split(/[\\/]/));
  }
  // Names that exist on Windows have one spelling.
  return existing(current);
}

async function existing(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await existing(parent), basename(path));
  }
}

/**
 * Returns the git folder that contains a real path, including one of a bare repository, a submodule or a worktree. Git
 * runs what is configured there.
 */
export async function gitFolderOf(real: string): Promise<string | undefined> {
  for (let folder = real; ; folder = dirname(folder)) {
    if (await isGitFolder(folder)) return folder;
    if (dirname(folder) === folder) return undefined;
  }
}

async function isGitFolder(folder: string): Promise<boolean> {
  const has = (name: string): Promise<boolean> =>
    stat(join(folder, name)).then(
      () => true,
      () => false,
    );
  if (!(await has('HEAD'))) return false;
  return ((await has('objects')) && (await has('refs'))) || has('commondir');
}

/** The file has another name, where a change appears, too. */
export async function hasOtherNames(path: string): Promise<boolean> {
  const found = await lstat(path).catch(() => undefined);
  return found?.isFile() === true && found.nlink > 1;
}

export class RealPaths {
  readonly folder: Promise<string>;
  private readonly folders = new Map<
    string,
    Promise<{ readonly real: string; readonly links: Set<string> }>
  >();

  constructor(folder: string) {
    this.folder = realTarget(folder);
  }

  /** `path` is relative, with `/`. Resolves with undefined if it leads out of the folder. */
  async of(path: string): Promise<string | undefined> {
    const at = path.lastIndexOf('/');
    const [parent, name] = [at < 0 ? '' : path.slice(0, at), path.slice(at + 1)];
    const { real, links } = await this.listed(parent);
    const target = links.has(name) ? await realTarget(join(real, name)) : join(real, name);
    return isInside(target, await this.folder) ? target : undefined;
  }

  private listed(path: string): Promise<{ readonly real: string; readonly links: Set<string> }> {
    const known = this.folders.get(path);
    if (known) return known;
    const listing = this.list(path);
    this.folders.set(path, listing);
    return listing;
  }

  private async list(path: string): Promise<{ readonly real: string; readonly links: Set<string> }> {
    const real = path === '' ? await this.folder : await this.realFolder(path);
    const entries: Dirent[] = await readdir(real, { withFileTypes: true }).catch(() => []);
    return {
      real,
      links: new Set(entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name)),
    };
  }

  private async realFolder(path: string): Promise<string> {
    const at = path.lastIndexOf('/');
    const [parent, name] = [at < 0 ? '' : path.slice(0, at), path.slice(at + 1)];
    const { real, links } = await this.listed(parent);
    return links.has(name) ? realTarget(join(real, name)) : join(real, name);
  }
}
