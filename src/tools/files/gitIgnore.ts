/**
 * Whether git ignores a file, tracked or not: by the rules of each repository that it is in, also above the folder, and of
 * the user (decision 044).
 */
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { excludesFilesOf } from './gitConfiguration.ts';
import type { GitProgram } from './gitProgram.ts';
import { repositoryIn, type Repository } from './gitRepository.ts';
import { IgnoreRules } from './ignoreRules.ts';
import { isInside } from './realPaths.ts';

export interface GitIgnoreOptions {
  /** Absent in Restricted Mode and where there is none: then the rules are read here. */
  readonly git?: GitProgram | undefined;
  /** `folder`: only the rules that are in the folder. */
  readonly reach?: 'repositories' | 'folder' | undefined;
}

/** What is known of a folder that holds files, so that thousands of files do not ask again. */
interface Surroundings {
  /** The nearest first, without those that ignore the whole folder which the user has opened. */
  readonly repositories: readonly Repository[];
  /** Whether a repository is answerable for the opened folder. */
  readonly hasRules: boolean;
}

/** Repositories that git is asked about: each costs a process. Of others the rules are read. */
const MAX_ASKED = 64;

export class GitIgnore {
  private readonly folder: string;
  private readonly git: GitProgram | undefined;
  private readonly own: IgnoreRules;
  private readonly reach: 'repositories' | 'folder';
  private readonly rules = new Map<string, IgnoreRules>();
  private readonly surroundings = new Map<string, Promise<Surroundings>>();
  private readonly plain = new Map<string, boolean>();
  private readonly asked = new Set<string>();

  /** The folder's path must be real for git to be asked. */
  constructor(folder: string, { git, reach = 'repositories' }: GitIgnoreOptions = {}) {
    this.folder = folder;
    this.git = git;
    this.reach = reach;
    this.own = new IgnoreRules(folder, async () => [
      join(folder, '.git/info/exclude'),
      ...(reach === 'folder' ? [] : await excludesFilesOf(undefined)),
    ]);
  }

  /** `path` is relative to the folder, with `/`. */
  async ignores(path: string): Promise<boolean> {
    if (path.split('/').includes('.git')) return true;
    if (this.reach === 'folder') return this.own.ignores(path);
    const file = join(this.folder, path);
    const { repositories, hasRules } = await this.surroundingsOf(dirname(file));
    for (const repository of repositories)
      // oxlint-disable-next-line no-await-in-loop -- the next one is asked only if this one does not ignore it
      if (await this.isIgnoredBy(repository, file, path.endsWith('/'))) return true;
    return !hasRules && this.own.ignores(path);
  }

  private surroundingsOf(folder: string): Promise<Surroundings> {
    const known = this.surroundings.get(folder) ?? this.lookAround(folder);
    this.surroundings.set(folder, known);
    return known;
  }

  private async lookAround(folder: string): Promise<Surroundings> {
    const own = await repositoryIn(folder);
    const parent = dirname(folder);
    const above = parent === folder ? undefined : await this.surroundingsOf(parent);
    const around = above ?? { repositories: [], hasRules: false };
    if (!own) return around;
    const isAbove = folder !== this.folder && isInside(this.folder, folder);
    // The user has opened a folder that a repository above leaves out as a whole: that says nothing of its files.
    if (isAbove && (await this.isIgnoredBy(own, this.folder, true))) return around;
    const hasRules = around.hasRules || isInside(this.folder, folder);
    return { repositories: [own, ...around.repositories], hasRules };
  }

  private async isIgnoredBy(repository: Repository, path: string, isFolder: boolean): Promise<boolean> {
    if (this.git && this.isAsked(repository) && this.isPlain(dirname(path))) {
      const said = await this.git.ignores(repository.folder, path);
      if (said !== undefined) return said;
    }
    const rules = this.rules.get(repository.folder) ?? rulesOf(repository);
    this.rules.set(repository.folder, rules);
    const within = relative(repository.folder, path).replaceAll(sep, '/');
    return rules.ignores(isFolder ? `${within}/` : within);
  }

  private isAsked({ folder }: Repository): boolean {
    if (this.asked.size < MAX_ASKED) this.asked.add(folder);
    return this.asked.has(folder);
  }

  /** Git takes no path through a link. */
  private isPlain(folder: string): boolean {
    const known = this.plain.get(folder);
    if (known !== undefined) return known;
    const isBelow = folder !== this.folder && isInside(folder, this.folder);
    const found = isBelow ? this.isPlain(dirname(folder)) && !isLink(folder) : isReal(folder);
    this.plain.set(folder, found);
    return found;
  }
}

function rulesOf(repository: Repository): IgnoreRules {
  return new IgnoreRules(repository.folder, async () => [
    join(repository.commonFolder, 'info', 'exclude'),
    ...(await excludesFilesOf(repository)),
  ]);
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  } catch {
    return true;
  }
}

function isReal(path: string): boolean {
  try {
    return realpathSync.native(path) === path;
  } catch {
    return false;
  }
}
