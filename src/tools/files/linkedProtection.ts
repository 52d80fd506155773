/**
 * Finds protection that a file has by another place: a link with a protected name leads to it, or a setting of git
 * names it. Everything is checked each time, because both can change between an approval and the call.
 */
import { dirname, join, parse, relative, sep } from 'node:path';
import { homedir } from 'node:os';
import { lstatSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { aliasesOf, targetsOf } from './linkAliases.ts';
import { FolderWalk, type FolderContent, type WalkOptions } from './folderWalk.ts';
import { configurationOf } from './gitConfiguration.ts';
import { isHookName, isMainName, placesNamed, type GitConfigPath } from './gitConfigPaths.ts';
import type { GitProgram } from './gitProgram.ts';
import { repositoriesAround, repositoryIn, repositoryOf, type Repository } from './gitRepository.ts';
import { isLookedAtInHome, isUsedInHome } from './homeFolders.ts';
import { comparableNames } from './pathPatterns.ts';
import { classifyLoaded, type Protection } from './protectedFiles.ts';
import { isInside, realTarget } from './realPaths.ts';

export interface LinkedFile {
  /** Real path of the file. */
  readonly real: string;
  /** Real paths of all folders of the workspace. */
  readonly folders: readonly string[];
  /** Absent in Restricted Mode and without git. Patchbay then reads the text of git's configuration. */
  readonly git?: GitProgram | undefined;
}

const byGit: Protection = { kind: 'protected', why: 'git' };
const byHome: Protection = { kind: 'protected', why: 'home' };
const unseen: Protection = { kind: 'protected', why: 'unseenLinks' };

/** Returns every protection of the file. A search that reached a limit is one, too. */
export async function linkedProtections(file: LinkedFile): Promise<readonly Protection[]> {
  const home = await realTarget(homedir()).catch(() => homedir());
  const [below, ofHome] = await Promise.all([
    Promise.all(file.folders.map((folder) => walkOf(folder, inWorkspace).look())),
    walkOf(home, inHome).look(),
  ]);
  const { aliases, isWhole } = aliasesOf(file.real, [
    ...(await targetsOf(below.flatMap(({ links }) => links))),
    // A link to the whole home folder or disk is not a program's settings.
    ...(await targetsOf(ofHome.links)).filter(({ target }) => !isInside(home, target)),
  ]);
  const found: (Protection | undefined)[] = aliases.map((alias) => {
    const folder = file.folders.find((each) => isInside(alias, each));
    if (folder !== undefined) return classifyAlias(relative(folder, alias), folder);
    const names = relative(home, alias).split(sep);
    return isInside(alias, home) && isUsedInHome(names) ? byHome : undefined;
  });
  const repositories = await repositoriesFor(file, below);
  if (await isNamedByGit(file, repositories.slice(0, MAX_REPOSITORIES))) found.push(byGit);
  const isAllSeen = isWhole && repositories.length <= MAX_REPOSITORIES;
  if (!isAllSeen || ![...below, ofHome].every((content) => content.isWhole)) found.push(unseen);
  return found.filter((protection) => protection !== undefined);
}

/**
 * Classifies another path of the file. Package managers link the packages of a workspace into folders of vendors, which
 * does not make an ordinary source a tool's file. In such a folder, the path counts from the package on.
 */
function classifyAlias(path: string, folder: string): Protection | undefined {
  const names = path.split(sep);
  const at = names.findLastIndex((name) => /^(?:vendor|pods)$/i.test(name));
  if (at < 0) return classifyLoaded(path, { folder });
  const before = join(...names.slice(0, at), 'a.txt');
  return classifyLoaded(before, { folder }) ?? classifyLoaded(names.slice(at + 1).join(sep));
}

const inWorkspace: WalkOptions = {
  entersFolder: (names) => {
    const [name = ''] = comparableNames(names.at(-1) ?? '');
    if (['node_modules', 'bower_components', 'site-packages', '.cache'].includes(name)) return false;
    const isOfGit = names.some((each) => comparableNames(each)[0] === '.git');
    return !isOfGit || !['objects', 'refs', 'logs', 'lfs'].includes(name);
  },
  limits: { folders: 120_000, links: 20_000, ms: 5_000 },
};

const inHome: WalkOptions = {
  entersFolder: isLookedAtInHome,
  limits: { folders: 30_000, links: 20_000, ms: 5_000 },
};

const MAX_WALKS = 20;
const walks = new Map<string, FolderWalk>();

function walkOf(root: string, options: WalkOptions): FolderWalk {
  const key = `${options === inHome ? 'home' : 'workspace'}:${root}`;
  const walk = walks.get(key) ?? new FolderWalk(root, options);
  walks.delete(key);
  walks.set(key, walk);
  for (const oldest of walks.keys()) {
    if (walks.size <= MAX_WALKS) break;
    walks.delete(oldest);
  }
  return walk;
}

/** Most repositories for which git itself is asked, the nearest first. The text of others is read. */
const MAX_ASKED = 64;
const MAX_REPOSITORIES = 3_000;

async function isNamedByGit(
  { real, folders, git }: LinkedFile,
  repositories: readonly Repository[],
): Promise<boolean> {
  const named = await Promise.all(
    [undefined, ...repositories].map(async (repository, index) =>
      placesNamed(await configurationOf(repository, index > MAX_ASKED ? undefined : git), repository),
    ),
  );
  const places = new Map(named.flat().map((place) => [`${place.covers}:${place.path}`, place]));
  const targets = new Targets();
  const found = await Promise.all(
    [...places.values()].map(async (place) =>
      covers({ ...place, path: await targets.of(place.path) }, real, folders),
    ),
  );
  return found.includes(true);
}

async function repositoriesFor(
  { real, folders }: LinkedFile,
  contents: readonly FolderContent[],
): Promise<readonly Repository[]> {
  const found = await Promise.all([
    ...[dirname(real), ...folders].map(repositoriesAround),
    ...contents.flatMap(({ workTrees }) => workTrees.map(async (folder) => [await repositoryIn(folder)])),
    ...contents.flatMap(({ gitFolders }) =>
      gitFolders.map(async (folder) => [await repositoryOf(folder, folder)]),
    ),
  ]);
  const repositories = found.flat().filter((repository) => repository !== undefined);
  return [...new Map(repositories.map((repository) => [repository.folder, repository])).values()];
}

/** `path` is the real path of the place. */
function covers({ path, covers: kind }: GitConfigPath, real: string, folders: readonly string[]): boolean {
  // Interpreters and Windows add an extension to the name of a program.
  if (wayInto(join(dirname(real), parse(real).name), path)?.length === 0) return true;
  const way = wayInto(real, path);
  switch (kind) {
    case 'everything':
      return true;
    case 'file':
      return way?.length === 0;
    case 'program':
      return way?.length === 0 || (way?.length === 1 && way.every(isMainName));
    case 'hooks':
      return way?.length === 1 && way.every(isHookName);
    case 'tree':
      return way !== undefined && !folders.some((folder) => wayInto(folder, path));
  }
}

/** Does what `realTarget` does, but is quick for the many words of commands that are not paths. */
class Targets {
  private readonly known = new Map<string, Promise<string | undefined>>();

  async of(path: string): Promise<string> {
    const { root } = parse(path);
    let there = root;
    for (const name of path.slice(root.length).split(sep)) {
      const next = join(there, name);
      if (!isThere(next)) break;
      there = next;
    }
    const found = this.known.get(there) ?? realpath(there).catch(() => undefined);
    this.known.set(there, found);
    const real = await found;
    // A dangling link is followed to the place where writing would create the file.
    if (real === undefined) return realTarget(path).catch(() => path);
    return join(real, relative(there, path));
  }
}

function isThere(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false }) !== undefined;
  } catch {
    return false;
  }
}

/**
 * Returns the names from a folder to a path in it, ignoring case, because a file that does not exist yet has no
 * spelling.
 */
function wayInto(path: string, folder: string): readonly string[] | undefined {
  // Most places are elsewhere, and many are compared.
  if (isPlainText(folder) && isPlainText(path) && !path.toLowerCase().startsWith(folder.toLowerCase()))
    return undefined;
  const [names, above] = [comparableNames(path), comparableNames(folder)];
  return above.every((name, index) => name === names[index]) ? names.slice(above.length) : undefined;
}

/** Only the case of letters can be folded in this path. */
function isPlainText(path: string): boolean {
  return /^(?:[a-z]:)?[ -9;-~]*$/i.test(path) && !/[. ](?:[/\\]|$)/.test(path);
}
