/** What git leaves out of a folder: by the `.gitignore` files in it and the folder's own `.git/info/exclude`. */
import ignore, { type Ignore } from 'ignore';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Longer files of rules are not read. */
const MAX_LENGTH = 1_000_000;

interface Level {
  /** Of the folder's own rules; undefined if it has none. */
  readonly rules: Ignore | undefined;
}

/** Answers for many paths; what was read is kept, so a new one is made for each search. */
export class GitIgnore {
  private readonly folder: string;
  private readonly levels = new Map<string, Promise<Level>>();
  private readonly ignoredFolders = new Map<string, Promise<boolean>>();

  /** `folder` is absolute. */
  constructor(folder: string) {
    this.folder = folder;
  }

  /** Whether git leaves out a file, named relative to the folder with `/`. What is in `.git` is not git's either. */
  async ignores(path: string): Promise<boolean> {
    if (path === '.git' || path.startsWith('.git/')) return true;
    const parent = parentOf(path);
    // Of a folder that is left out nothing can be taken back in.
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

  /** By the rules nearest to the path that say anything of it (gitignore(5): the last match of the lowest level). */
  private async decides(path: string): Promise<boolean> {
    const bare = path.endsWith('/') ? path.slice(0, -1) : path;
    for (let folder = parentOf(bare); ; folder = parentOf(folder)) {
      const { rules } = await this.level(folder);
      const within = (name: string): string => (folder === '' ? name : name.slice(folder.length + 1));
      const parent = parentOf(bare);
      // Rules that leave out its folder were overruled below, or nobody would ask.
      const isOverruled = parent !== folder && rules?.ignores(`${within(parent)}/`);
      if (rules && !isOverruled) {
        const { ignored, unignored } = rules.test(within(path));
        if (ignored || unignored) return ignored;
      }
      if (folder === '') break;
    }
    const { rules } = await this.level('.git/info/exclude');
    return rules?.ignores(path) ?? false;
  }

  private level(folder: string): Promise<Level> {
    const known = this.levels.get(folder);
    if (known) return known;
    const file = folder.startsWith('.git/') ? folder : join(folder, '.gitignore');
    const level = readFile(join(this.folder, file), 'utf8').then(
      (text) => ({ rules: rulesOf(text) }),
      () => ({ rules: undefined }),
    );
    this.levels.set(folder, level);
    return level;
  }
}

function rulesOf(text: string): Ignore | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  return ignore().add(text);
}

function parentOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at < 0 ? '' : path.slice(0, at);
}
