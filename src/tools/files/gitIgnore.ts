/**
 * Decides whether git ignores a file, tracked or not, by the rules of the user and of each repository that contains the
 * file, including those above the folder (decision 044).
 */
import { lstatSync, realpathSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { excludesFilesOf } from './gitConfiguration.ts';
import type { GitProgram } from './gitProgram.ts';
import { repositoryIn, type Repository } from './gitRepository.ts';
import { IgnoreRules } from './ignoreRules.ts';
import { isInside } from './realPaths.ts';

export interface GitIgnoreOptions {
  /** Absent in Restricted Mode and without git. Patchbay then reads the rules itself. */
  readonly git?: GitProgram | undefined;
  /** `folder` uses only the rules in the folder. */
  readonly reach?: 'repositories' | 'folder' | undefined;
}

/** Repositories around a folder. They are cached, because thousands of files are asked about. */
interface Surroundings {
  /** Repositories, the nearest first. One that ignores the whole opened folder is left out. */
  readonly repositories: readonly Repository[];
  /** A repository contains the opened folder, so its rules count. */
  readonly hasRules: boolean;
}

/**
 * Most repositories for which git is asked, because each costs a process. Patchbay reads the rules of others itself.
 */
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

  /** Git is asked only if the folder's path is real. */
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

  /**
   * Returns those of the paths that are ignored. What is known of a folder is looked up once for all its files, and git
   * is asked about all files of a repository together, because there may be hundreds of thousands.
   */
  async ignoredOf(paths: readonly string[]): Promise<ReadonlySet<string>> {
    const ignored = new Set<string>();
    const questions = new Map<string, string[]>();
    const single: string[] = [];
    const folderOf = (path: string): string => path.slice(0, Math.max(0, path.lastIndexOf('/')));
    for (const [parent, some] of Map.groupBy(paths, folderOf)) {
      const folder = join(this.folder, parent);
      // oxlint-disable-next-line no-await-in-loop -- a folder needs what is known of those above
      const { repositories, hasRules } = await this.surroundingsOf(folder);
      const isAskable = hasRules && !parent.split('/').includes('.git') && this.isPlain(folder);
      const isForGit = this.git && isAskable && repositories.every((each) => this.isAsked(each));
      for (const list of isForGit ? repositories.map((each) => askedOf(questions, each.folder)) : [single])
        for (const path of some) list.push(path);
    }
    for (const [repository, asked] of questions) {
      const files = asked.map((path) => this.folder + sep + path.replaceAll('/', sep));
      // oxlint-disable-next-line no-await-in-loop -- few repositories; each question may take a processor
      const found = await this.git?.ignoredIn(repository, files);
      for (const [index, path] of asked.entries())
        if (!found) single.push(path);
        else if (found.has(files[index] ?? '')) ignored.add(path);
    }
    const found = await Promise.all(single.map((path) => this.ignores(path)));
    for (const [index, path] of single.entries()) if (found[index] === true) ignored.add(path);
    return ignored;
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
    // The user has opened a folder that a repository above ignores as a whole. That says nothing about its files.
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

  /** Git refuses a path through a link. */
  private isPlain(folder: string): boolean {
    const known = this.plain.get(folder);
    if (known !== undefined) return known;
    const isBelow = folder !== this.folder && isInside(folder, this.folder);
    const found = isBelow ? this.isPlain(dirname(folder)) && !isLink(folder) : isReal(folder);
    this.plain.set(folder, found);
    return found;
  }
}

function askedOf(questions: Map<string, string[]>, repository: string): string[] {
  const asked = questions.get(repository) ?? [];
  questions.set(repository, asked);
  return asked;
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
