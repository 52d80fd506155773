/** Lists the files of a workspace folder that tools may look at: without those that git ignores, and without links out. */
import { join, relative, sep } from 'node:path';
import { GitIgnore } from '../files/gitIgnore.ts';
import type { GitProgram } from '../files/gitProgram.ts';
import { RealPaths } from '../files/realPaths.ts';
import { listNames, listSearched, type RipgrepScope } from './ripgrepFiles.ts';

export interface ListedFile {
  /** Path relative to the folder, with `/`. It may go through links that stay in the folder. */
  readonly path: string;
  readonly real: string;
  /** Its path goes through a link, so that `real` is another one. */
  readonly isLinked: boolean;
}

export interface FolderFiles {
  /** Files that git does not ignore, without those in `searched`. */
  readonly files: readonly ListedFile[];
  /** Files that ripgrep searches, if `maxBytes` was given. Git has not been asked about them. */
  readonly searched: readonly ListedFile[];
  /** The number of files that fit, but that git ignores. */
  readonly ignored: number;
  /** False if there are more files than were listed. */
  readonly isWhole: boolean;
}

export interface ListOptions {
  /** Size of the files that ripgrep searches; undefined if it only lists them. */
  readonly maxBytes?: number | undefined;
  readonly git: GitProgram | undefined;
  /** The editor follows links, unless its settings say otherwise. */
  readonly follow: boolean;
  /** Decides by the path, and by whether another path was found. */
  readonly isExcluded: (path: string, has: (path: string) => boolean) => boolean;
}

/** Resolves with undefined if ripgrep failed. */
export async function listFiles(scope: RipgrepScope, options: ListOptions): Promise<FolderFiles | undefined> {
  const paths = new RealPaths(scope.folder);
  const folder = await paths.folder;
  const start = scope.under === '' ? folder : await paths.of(scope.under);
  if (start === undefined) return { files: [], ignored: 0, searched: [], isWhole: true };
  const { maxBytes, follow } = options;
  const [listed, direct] = await Promise.all([
    listNames(scope, { follow }),
    maxBytes === undefined ? listNames(scope, { follow: false }) : listSearched(scope, maxBytes),
  ]);
  if (!listed || !direct) return undefined;
  const isKnown = new Set(direct.names);
  // The real paths of files that no link leads to are known, unless one leads to the folder that is named.
  const isDirect = start === join(folder, scope.under);
  const realOf = (path: string): string => folder + sep + (sep === '/' ? path : path.replaceAll('/', sep));
  const plain: ListedFile[] = [];
  const linked: string[] = [];
  // A link can lead to so many files that only some are listed, and those of the folder itself are not among them.
  if (isDirect) for (const path of direct.names) plain.push({ path, real: realOf(path), isLinked: false });
  else for (const path of direct.names) linked.push(path);
  for (const path of listed.names) if (!isKnown.has(path)) linked.push(path);
  const others: ListedFile[] = [];
  const targets = await Promise.all(linked.map((path) => paths.of(path).catch(() => undefined)));
  for (const [index, path] of linked.entries()) {
    const real = targets[index];
    if (real !== undefined) others.push({ path, real, isLinked: real !== realOf(path) });
  }
  let names: Set<string> | undefined;
  const has = (path: string): boolean =>
    (names ??= new Set([...plain, ...others].map((file) => file.path))).has(path);
  const isShown = ({ path }: ListedFile): boolean => !options.isExcluded(path, has);
  const shown = plain.filter(isShown);
  const asked = others.filter(isShown);
  const isWhole = listed.isWhole && direct.isWhole;
  if (maxBytes === undefined)
    return { ...(await notIgnored(folder, [...shown, ...asked], options.git)), searched: [], isWhole };
  return { ...(await notIgnored(folder, asked, options.git)), searched: shown, isWhole };
}

/** Leaves out what git ignores by its path or by its real path. `folder` is a real path. */
export async function notIgnored<File extends ListedFile>(
  folder: string,
  all: readonly File[],
  git: GitProgram | undefined,
): Promise<{ readonly files: readonly File[]; readonly ignored: number }> {
  const realPath = ({ real }: ListedFile): string => relative(folder, real).replaceAll(sep, '/');
  const ways = [...all.map(({ path }) => path), ...all.filter(({ isLinked }) => isLinked).map(realPath)];
  const ignored = await new GitIgnore(folder, { git }).ignoredOf(ways);
  const files =
    ignored.size === 0
      ? all
      : all.filter((file) => !ignored.has(file.path) && !(file.isLinked && ignored.has(realPath(file))));
  return { files, ignored: all.length - files.length };
}
