/**
 * Finds the links and repositories below a folder. The first walk lists every folder. Later walks only compare the
 * times of the folders, and list those in which a name has appeared, disappeared or changed.
 */
import { constants, lstatSync, type Dirent, type Stats } from 'node:fs';
import { access, readdir } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { isSettled } from './fileStamp.ts';

export interface FolderContent {
  /** Absolute paths, found without following links. */
  readonly links: readonly string[];
  /** Folders that contain `.git`. */
  readonly workTrees: readonly string[];
  /** Folders that are git folders by their content. */
  readonly gitFolders: readonly string[];
  /** False if a limit was reached. */
  readonly isWhole: boolean;
}

export interface WalkLimits {
  readonly folders: number;
  readonly links: number;
  /** Limit for listing in one walk. The rest is listed in the next one. */
  readonly ms: number;
}

export interface WalkOptions {
  /** Decides by the names from the root on. */
  readonly entersFolder: (names: readonly string[]) => boolean;
  readonly limits: WalkLimits;
  /** Clock in ms since the epoch. */
  readonly now?: (() => number) | undefined;
}

interface Folder {
  /** Undefined until the folder is listed, and if a change could go unnoticed. */
  stamp: Stamp | undefined;
  folders: Map<string, Folder>;
  links: readonly string[];
  holds: 'nothing' | 'workTree' | 'gitFolder';
  isUnreadable: boolean;
}

/** Numbers, because each walk compares tens of thousands of them. */
type Stamp = Pick<Stats, 'dev' | 'ino' | 'mtimeMs' | 'ctimeMs'>;

interface Visit {
  /** Absolute path. */
  readonly path: string;
  readonly folder: Folder;
}

const AT_ONCE = 16;
/** Time in ms for which comparing may block everything else. */
const SLICE_MS = 8;
/** A walk that takes longer is not repeated for each call. */
const SLOW_MS = 1_000;

export class FolderWalk {
  private readonly root: string;
  private readonly options: WalkOptions;
  private readonly top = newFolder();
  private looking: Promise<unknown> = Promise.resolve();
  /** The next walk, which all callers share until it begins. */
  private next: Promise<FolderContent> | undefined;
  private last: { readonly content: FolderContent; readonly end: number; readonly ms: number } | undefined;

  constructor(root: string, options: WalkOptions) {
    this.root = root;
    this.options = options;
  }

  /**
   * Returns what is there now. Walks run one after the other, because each changes what is cached. The result of a slow
   * walk, as on another machine's disk, counts for as long as the walk took.
   */
  look(): Promise<FolderContent> {
    if (this.next) return this.next;
    const next = this.looking.then(async () => {
      this.next = undefined;
      const { last } = this;
      const start = performance.now();
      if (last && last.ms > SLOW_MS && start < last.end + last.ms) return last.content;
      const content = await this.lookNow();
      const end = performance.now();
      this.last = { content, end, ms: end - start };
      return content;
    });
    this.next = next;
    this.looking = next.catch(() => undefined);
    return next;
  }

  private async lookNow(): Promise<FolderContent> {
    const { limits } = this.options;
    const links: string[] = [];
    const workTrees: string[] = [];
    const gitFolders: string[] = [];
    let isWhole = true;
    let seen = 0;
    const deadline = performance.now() + limits.ms;
    let sliceEnd = performance.now() + SLICE_MS;
    // Folders near the root are walked first, level by level.
    for (let level: Visit[] = [{ path: this.root, folder: this.top }]; level.length > 0;) {
      const next: Visit[] = [];
      const changed: (Visit & { readonly found: Stats })[] = [];
      const take = ({ path, folder }: Visit): void => {
        if (folder.isUnreadable) isWhole = false;
        for (const name of folder.links) links.push(path + sep + name);
        if (folder.holds === 'workTree') workTrees.push(path);
        if (folder.holds === 'gitFolder') gitFolders.push(path);
        for (const [name, below] of folder.folders) next.push({ path: path + sep + name, folder: below });
      };
      for (const visit of level) {
        seen += 1;
        if (seen > limits.folders || links.length > limits.links)
          return { links, workTrees, gitFolders, isWhole: false };
        if (performance.now() > sliceEnd) {
          // oxlint-disable-next-line no-await-in-loop -- lets others run
          await setImmediate();
          sliceEnd = performance.now() + SLICE_MS;
        }
        const found = lstatOf(visit.path);
        if (!found?.isDirectory()) forget(visit.folder);
        else if (isSame(visit.folder.stamp, found)) take(visit);
        else changed.push({ ...visit, found });
      }
      if (changed.length > 0) {
        const queue = changed.values();
        const reader = async (): Promise<void> => {
          for (const visit of queue) {
            if (performance.now() > deadline) {
              forget(visit.folder);
              isWhole = false;
            } else await this.list(visit);
            take(visit);
          }
        };
        // oxlint-disable-next-line no-await-in-loop -- the next level is known then
        await Promise.all(Array.from({ length: AT_ONCE }, reader));
        sliceEnd = performance.now() + SLICE_MS;
      }
      level = next;
    }
    return { links, workTrees, gitFolders, isWhole };
  }

  private async list({ path, folder, found }: Visit & { readonly found: Stats }): Promise<void> {
    const now = (this.options.now ?? Date.now)();
    const entries = await readdir(path, { withFileTypes: true }).catch(() => undefined);
    if (!entries) {
      forget(folder);
      // Others can still open a file in the folder if they know its name.
      folder.isUnreadable = await access(path, constants.X_OK).then(
        () => true,
        () => false,
      );
      return;
    }
    const before = folder.folders;
    const { dev, ino, mtimeMs, ctimeMs } = found;
    folder.stamp = isSettled(found, now) ? { dev, ino, mtimeMs, ctimeMs } : undefined;
    folder.isUnreadable = false;
    const names = path === this.root ? [] : relative(this.root, path).split(sep);
    folder.links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => name);
    folder.holds = holdsOf(entries);
    folder.folders = new Map(
      entries
        .filter((entry) => entry.isDirectory() && this.options.entersFolder([...names, entry.name]))
        .map(({ name }) => [name, before.get(name) ?? newFolder()]),
    );
  }
}

function newFolder(): Folder {
  return { stamp: undefined, folders: new Map(), links: [], holds: 'nothing', isUnreadable: false };
}

function forget(folder: Folder): void {
  Object.assign(folder, newFolder());
}

function holdsOf(entries: readonly Dirent[]): Folder['holds'] {
  const names = new Set(entries.map(({ name }) => name));
  if (names.has('.git')) return 'workTree';
  const isGitFolder =
    names.has('HEAD') && ((names.has('objects') && names.has('refs')) || names.has('commondir'));
  return isGitFolder ? 'gitFolder' : 'nothing';
}

function isSame(known: Stamp | undefined, { dev, ino, mtimeMs, ctimeMs }: Stats): boolean {
  if (known?.mtimeMs !== mtimeMs || known.ctimeMs !== ctimeMs) return false;
  return known.ino === ino && known.dev === dev;
}

function lstatOf(path: string): Stats | undefined {
  try {
    return lstatSync(path, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}
