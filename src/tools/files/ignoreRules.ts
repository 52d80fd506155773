/** Reads the rules by which git ignores files (gitignore(5)), for when git itself is not asked. */
import ignore, { type Ignore } from 'ignore';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_LENGTH = 1_000_000;

export class IgnoreRules {
  private readonly folder: string;
  /** Returns files with rules for the whole folder, the most important first. */
  private readonly more: () => Promise<readonly string[]>;
  private readonly levels = new Map<string, Promise<Ignore | undefined>>();
  private readonly ignoredFolders = new Map<string, Promise<boolean>>();
  private further: Promise<readonly (Ignore | undefined)[]> | undefined;

  constructor(folder: string, more: () => Promise<readonly string[]>) {
    this.folder = folder;
    this.more = more;
  }

  /** `path` is relative to the folder, with `/`. */
  async ignores(path: string): Promise<boolean> {
    const parent = parentOf(path);
    // A rule cannot include a file again if its folder is ignored.
    return (parent !== '' && (await this.ignoresFolder(parent))) || this.decides(path);
  }

  private ignoresFolder(path: string): Promise<boolean> {
    const known = this.ignoredFolders.get(path);
    if (known) return known;
    const parent = parentOf(path);
    const found = (async () =>
      (parent !== '' && (await this.ignoresFolder(parent))) || this.decides(`${path}/`))();
    this.ignoredFolders.set(path, found);
    return found;
  }

  /** Decides by the last match of the nearest rules (gitignore(5)). */
  private async decides(path: string): Promise<boolean> {
    const bare = path.endsWith('/') ? path.slice(0, -1) : path;
    for (let folder = parentOf(bare); ; folder = parentOf(folder)) {
      const rules = await this.level(folder);
      const within = (name: string): string => (folder === '' ? name : name.slice(folder.length + 1));
      const parent = parentOf(bare);
      // Rules further down have included this folder again.
      const isOverruled = parent !== folder && rules?.ignores(`${within(parent)}/`);
      if (rules && !isOverruled) {
        const { ignored, unignored } = rules.test(within(path));
        if (ignored || unignored) return ignored;
      }
      if (folder === '') break;
    }
    this.further ??= this.more().then((paths) => Promise.all(paths.map(readRules)));
    for (const rules of await this.further) {
      const { ignored, unignored } = rules?.test(path) ?? { ignored: false, unignored: false };
      if (ignored || unignored) return ignored;
    }
    return false;
  }

  private level(folder: string): Promise<Ignore | undefined> {
    const known = this.levels.get(folder);
    if (known) return known;
    const level = readRules(join(this.folder, folder, '.gitignore'));
    this.levels.set(folder, level);
    return level;
  }
}

/** Returns undefined if there are no rules. A pipe is not read: it would never end. */
async function readRules(path: string): Promise<Ignore | undefined> {
  try {
    const found = await stat(path);
    if (!found.isFile() || found.size > 4 * MAX_LENGTH) return undefined;
    const text = await readFile(path, 'utf8');
    return text.length > MAX_LENGTH ? undefined : ignore().add(text);
  } catch {
    return undefined;
  }
}

function parentOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at < 0 ? '' : path.slice(0, at);
}
