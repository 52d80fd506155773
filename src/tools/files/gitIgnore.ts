import ignore, { type Ignore } from 'ignore';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

const MAX_LENGTH = 1_000_000;

interface Level {
  /** undefined: the folder has none. */
  readonly rules: Ignore | undefined;
}

export class GitIgnore {
  private readonly folder: string;
  private readonly levels = new Map<string, Promise<Level>>();
  private readonly ignoredFolders = new Map<string, Promise<boolean>>();

  constructor(folder: string) {
    this.folder = folder;
  }

  /** `path` is relative to the folder, with `/`. */
  async ignores(path: string): Promise<boolean> {
    if (path === '.git' || path.startsWith('.git/')) return true;
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
      const { rules } = await this.level(folder);
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
    const { rules } = await this.level('.git/info/exclude');
    return rules?.ignores(path) ?? false;
  }

  private level(folder: string): Promise<Level> {
    const known = this.levels.get(folder);
    if (known) return known;
    const file = folder.startsWith('.git/') ? folder : join(folder, '.gitignore');
    const level = readRules(join(this.folder, file)).then(
      (text) => ({ rules: rulesOf(text) }),
      () => ({ rules: undefined }),
    );
    this.levels.set(folder, level);
    return level;
  }
}

/** A pipe of that name would never end. */
async function readRules(path: string): Promise<string> {
  const found = await stat(path);
  return found.isFile() && found.size <= 4 * MAX_LENGTH ? readFile(path, 'utf8') : '';
}

function rulesOf(text: string): Ignore | undefined {
  if (text.length > MAX_LENGTH) return undefined;
  return ignore().add(text);
}

function parentOf(path: string): string {
  const at = path.lastIndexOf('/');
  return at < 0 ? '' : path.slice(0, at);
}
