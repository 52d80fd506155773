/**
 * Whether git ignores a file, tracked or not: by the rules of each repository that it is in, also above the folder, and of
 * the user (decision 044).
 */
import { lstat } from 'node:fs/promises';
import { dirname, join, relative, sep } from 'node:path';
import { excludesFilesOf } from './gitConfiguration.ts';
import type { GitProgram } from './gitProgram.ts';
import { repositoryIn, type Repository } from './gitRepository.ts';
import { IgnoreRules } from './ignoreRules.ts';
import { isInside, realTarget } from './realPaths.ts';

export interface GitIgnoreOptions {
  /** Absent in Restricted Mode and where there is none: then the rules are read here. */
  readonly git?: GitProgram | undefined;
  /** `folder`: only the rules that are in the folder. */
  readonly reach?: 'repositories' | 'folder' | undefined;
}

export class GitIgnore {
  private readonly folder: string;
  private readonly git: GitProgram | undefined;
  private readonly own: IgnoreRules;
  private readonly reach: 'repositories' | 'folder';
  private readonly around = new Map<string, Promise<readonly Repository[]>>();
  private readonly rules = new Map<string, IgnoreRules>();
  private readonly plain = new Map<string, Promise<boolean>>();
  private readonly silent = new Map<string, Promise<boolean>>();

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
    const repositories = await this.repositoriesOf(dirname(file));
    let isUnderRules = false;
    for (const repository of repositories) {
      const isOutermost = repository.folder !== this.folder && isInside(this.folder, repository.folder);
      // oxlint-disable-next-line no-await-in-loop -- the next one is asked only if this one does not ignore it
      if (isOutermost && (await this.ignoresAll(repository))) continue;
      if (isOutermost || repository.folder === this.folder) isUnderRules = true;
      // oxlint-disable-next-line no-await-in-loop -- as above
      if (await this.isIgnoredBy(repository, file, path.endsWith('/'))) return true;
    }
    return !isUnderRules && this.own.ignores(path);
  }

  private repositoriesOf(folder: string): Promise<readonly Repository[]> {
    const parent = dirname(folder);
    const find = async (): Promise<readonly Repository[]> => {
      const [own, above] = await Promise.all([
        repositoryIn(folder),
        parent === folder ? [] : this.repositoriesOf(parent),
      ]);
      return own ? [own, ...above] : above;
    };
    const known = this.around.get(folder) ?? find();
    this.around.set(folder, known);
    return known;
  }

  /** The user has opened a folder that a repository above leaves out as a whole: that says nothing of its files. */
  private ignoresAll(repository: Repository): Promise<boolean> {
    const known = this.silent.get(repository.folder) ?? this.isIgnoredBy(repository, this.folder, true);
    this.silent.set(repository.folder, known);
    return known;
  }

  private async isIgnoredBy(repository: Repository, path: string, isFolder: boolean): Promise<boolean> {
    if (this.git && (await this.isPlain(dirname(path)))) {
      const said = await this.git.ignores(repository.folder, path);
      if (said !== undefined) return said;
    }
    const rules = this.rules.get(repository.folder) ?? rulesOf(repository);
    this.rules.set(repository.folder, rules);
    const within = relative(repository.folder, path).replaceAll(sep, '/');
    return rules.ignores(isFolder ? `${within}/` : within);
  }

  /** Git takes no path through a link. */
  private isPlain(folder: string): Promise<boolean> {
    const isLink = async (): Promise<boolean> =>
      (await lstat(folder).catch(() => undefined))?.isSymbolicLink() === true;
    const find = async (): Promise<boolean> =>
      isInside(folder, this.folder) && folder !== this.folder
        ? (await this.isPlain(dirname(folder))) && !(await isLink())
        : (await realTarget(folder)) === folder;
    const known = this.plain.get(folder) ?? find().catch(() => false);
    this.plain.set(folder, known);
    return known;
  }
}

function rulesOf(repository: Repository): IgnoreRules {
  return new IgnoreRules(repository.folder, async () => [
    join(repository.commonFolder, 'info', 'exclude'),
    ...(await excludesFilesOf(repository)),
  ]);
}
