/** Reads the rules by which git ignores files (gitignore(5)), where git itself is not asked. */
import ignore, { type Ignore } from 'ignore';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_LENGTH = 1_000_000;

export class IgnoreRules {
  private readonly folder: string;
  /** Files with rules for the whole folder, those that count first. */
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
    // Nothing in an ignored folder can be taken back in.
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

  /** The last match of the nearest rules counts (gitignore(5)). */
  private async decides(path: string): Promise<boolean> {
    const bare = path.endsWith('/') ? path.slice(0, -1) : path;
    for (let folder = parentOf(bare); ; folder = parentOf(folder)) {
      const rules = await this.level(folder);
      const within = (name: string): string => (folder === '' ? name : name.slice(folder.length + 1));
      const parent = parentOf(bare);
      // Rules that ignore its folder were overruled below.
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

/** undefined: there are none. A pipe of that name would never end. */
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
