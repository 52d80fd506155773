/**
 * Protection that a file has by another place: a link with a protected name that leads to it, or a setting of git that
 * names it. Everything is looked at each time, because both can change between an approval and the call.
 */
import { dirname, join, parse, relative, sep } from 'node:path';
import { homedir } from 'node:os';
import { lstatSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import { aliasesOf, targetsOf } from './linkAliases.ts';
import { FolderWalk, type FolderContent, type WalkOptions } from './folderWalk.ts';
import { configurationOf } from './gitConfiguration.ts';
import { isHookName, isMainName, placesNamed, type NamedPlace } from './gitConfigPaths.ts';
import type { GitProgram } from './gitProgram.ts';
import { repositoriesAround, repositoryIn, repositoryOf, type Repository } from './gitRepository.ts';
import { comparableNames } from './pathPatterns.ts';
import { classifyLoaded, type Protection } from './protectedFiles.ts';
import { isInside, realTarget } from './realPaths.ts';

export interface LinkedFile {
  /** A real path. */
  readonly real: string;
  /** The real paths of all folders of the workspace. */
  readonly folders: readonly string[];
  /** Absent in Restricted Mode and where there is none: then the text of git's configuration is read. */
  readonly git?: GitProgram | undefined;
}

const byGit: Protection = { kind: 'protected', why: 'git' };
const byHome: Protection = { kind: 'protected', why: 'home' };
const unseen: Protection = { kind: 'protected', why: 'unseenLinks' };

/** All ways in which the file is protected; a search that did not come to its end is one. */
export async function linkedProtections(file: LinkedFile): Promise<readonly Protection[]> {
  const home = await realTarget(homedir()).catch(() => homedir());
  const [below, ofHome] = await Promise.all([
    Promise.all(file.folders.map((folder) => walkOf(folder, inWorkspace).look())),
    walkOf(home, inHome).look(),
  ]);
  const { aliases, isWhole } = aliasesOf(file.real, [
    ...(await targetsOf(below.flatMap(({ links }) => links))),
    // A link to all of home, or to the whole disk, is nobody's settings.
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
 * Package managers link the packages of a workspace into folders of vendors, which makes no ordinary source a file of a
 * tool: there a path counts from the package on.
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

/** Repositories that git itself is asked about, the nearest first. Of others the text is read. */
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

/** The path of the place is real. */
function covers({ path, covers: kind }: NamedPlace, real: string, folders: readonly string[]): boolean {
  // Interpreters and Windows add an ending to the name of a program.
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

/** As `realTarget`, but quick for the many words of commands that name nothing. */
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
    // A link that leads nowhere yet is followed to where writing would make the file.
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

/** The names from a folder on to what is in it. Without case: a file that is not there yet has no spelling. */
function wayInto(path: string, folder: string): readonly string[] | undefined {
  // Most places are elsewhere, and many are compared.
  if (isPlainText(folder) && isPlainText(path) && !path.toLowerCase().startsWith(folder.toLowerCase()))
    return undefined;
  const [names, above] = [comparableNames(path), comparableNames(folder)];
  return above.every((name, index) => name === names[index]) ? names.slice(above.length) : undefined;
}

/** Nothing in it is folded but its letters' case. */
function isPlainText(path: string): boolean {
  return /^(?:[a-z]:)?[ -9;-~]*$/i.test(path) && !/[. ](?:[/\\]|$)/.test(path);
}

/** Entries of these folders are looked at, beside those that begin with a dot. */
const programFolders: readonly (readonly string[])[] = [
  ['bin'],
  ['Library', 'LaunchAgents'],
  ['Library', 'Application Support', 'Code', 'User'],
  ['AppData', 'Roaming', 'Code', 'User'],
  ['AppData', 'Roaming', 'Microsoft', 'Windows', 'Start Menu', 'Programs', 'Startup'],
  ['Documents', 'PowerShell'],
  ['Documents', 'WindowsPowerShell'],
];

/** What is downloaded, installed and cached. */
const large =
  /^(?:.*caches?|cached.*|node_modules|site-packages|extensions|workspacestorage|globalstorage|history|objects|registry|toolchains|versions|state|repository|google-chrome.*|chromium|bravesoftware|mozilla|\.git|\.npm|\.nvm|\.rustup|\.gradle|\.conda|\.pyenv|\.rbenv|\.trash|\.vscode-server.*|\.steam|\.wine|\.thunderbird|\.android|\.dotnet|\.nuget|\.bun|\.pnpm-store)$/i;

const DEEPEST = 4;

/** Whether the folder with these names, from home on, is looked into. */
function isLookedAtInHome(names: readonly string[]): boolean {
  const [first = '', second] = names;
  if (!first.startsWith('.')) return programFolders.some((folder) => isBegunBy(folder, names));
  const deepest = first === '.local' && second === 'share' ? 3 : first === '.config' ? 5 : DEEPEST;
  return names.length <= deepest && !names.some((name) => large.test(name));
}

/** Whether programs look for a file with these names, from home on. */
function isUsedInHome(names: readonly string[]): boolean {
  return names[0]?.startsWith('.') === true || programFolders.some((folder) => isBegunBy(names, folder));
}

function isBegunBy(names: readonly string[], beginning: readonly string[]): boolean {
  return beginning.every((name, index) => name === names[index]);
}
