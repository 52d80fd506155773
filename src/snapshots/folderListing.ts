/**
 * Lists the files of a folder that git does not ignore. A folder in which no name has appeared or disappeared is not
 * listed again, as long as no ignore rules have changed: git's own index would be faster, but reading it starts what a
 * hostile repository configures (decision 044).
 */
import { lstatSync, statSync, type Stats } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { GitIgnore, isSameStamp, isSettled } from '../tools/index.ts';

export interface ListedFolder {
  /** Paths of files and links, relative to the root, with `/`. */
  readonly files: readonly string[];
  readonly folders: readonly string[];
}

interface Known extends ListedFolder {
  readonly found: Stats;
  readonly hasRules: boolean;
}

interface RulesFile {
  /** Undefined if there is none. */
  readonly found: Stats | undefined;
  /** False if it may change once more and keep its time. */
  readonly isSettled: boolean;
}

/** Folders of dependencies and of other version control systems, which have more files than all other folders. */
const skipped = new Set(['.git', '.hg', '.svn', '.jj', 'node_modules', '.venv', 'venv', '__pycache__']);
const RULES = '.gitignore';

export class FolderListing {
  private readonly root: string;
  private readonly now: () => number;
  private known = new Map<string, Known>();
  private next = new Map<string, Known>();
  /** Files with ignore rules, by path, as they were before they were read. */
  private rules = new Map<string, RulesFile>();
  private lastRules: ReadonlyMap<string, RulesFile> = new Map();
  private ignored: GitIgnore;

  /** `root` is a real path. */
  constructor(root: string, now: () => number) {
    this.root = root;
    this.now = now;
    this.ignored = this.freshRules();
  }

  /** Begins a walk, in which `list` is called once for each folder, from the root on. */
  begin(): void {
    const areSame = [...this.rules].every(
      ([path, { found, isSettled: wasSettled }]) => wasSettled && isSame(found, statOf(path)),
    );
    this.known = areSame ? this.next : new Map();
    this.next = new Map();
    this.ignored = this.freshRules();
  }

  /** Resolves with undefined if the folder cannot be read. */
  async list(path: string): Promise<ListedFolder | undefined> {
    const folder = join(this.root, path);
    const found = lstatOf(folder);
    const known = this.known.get(path);
    if (known && found && isSameStamp(known.found, found)) {
      this.next.set(path, known);
      if (known.hasRules) this.followRules(join(folder, RULES));
      return known;
    }
    const taken = this.now();
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => undefined);
    if (!entries) return undefined;
    const files: string[] = [];
    const folders: string[] = [];
    const rules = join(folder, RULES);
    const hasRules = entries.some(({ name }) => name === RULES);
    // Other rules count for the folders below, so these are listed again.
    if (hasRules !== this.lastRules.has(rules)) this.forgetBelow(path);
    if (hasRules) this.followRules(rules);
    for (const entry of entries) {
      const each = path === '' ? entry.name : `${path}/${entry.name}`;
      const isFolder = entry.isDirectory();
      if (skipped.has(entry.name.toLowerCase()) || (await this.ignored.ignores(isFolder ? `${each}/` : each)))
        continue;
      if (isFolder) folders.push(each);
      else if (entry.isFile() || entry.isSymbolicLink()) files.push(each);
    }
    const listed = { files, folders };
    // A name that appears within the same tick of the file system's clock does not change the time.
    if (found && isSettled(found, taken)) this.next.set(path, { ...listed, found, hasRules });
    return listed;
  }

  private freshRules(): GitIgnore {
    this.lastRules = this.rules;
    this.rules = new Map();
    this.followRules(join(this.root, '.git/info/exclude'));
    // Ignore files above the folder do not count: if one of them ignores everything, there would be no checkpoints.
    return new GitIgnore(this.root, { reach: 'folder' });
  }

  private followRules(path: string): void {
    const now = this.now();
    const found = statOf(path);
    this.rules.set(path, { found, isSettled: found === undefined || isSettled(found, now) });
  }

  private forgetBelow(path: string): void {
    if (path === '') this.known.clear();
    for (const each of this.known.keys()) if (each.startsWith(`${path}/`)) this.known.delete(each);
  }
}

function isSame(one: Stats | undefined, other: Stats | undefined): boolean {
  return one && other ? isSameStamp(one, other) : one === other;
}

function statOf(path: string): Stats | undefined {
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** Synchronous, because a promise for each of thousands of files costs several times the question. */
export function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
