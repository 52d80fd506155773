/** Finds the sensitive files that a command names, by their names and by what is on the disk. */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { SensitiveKind } from '../protocol/index.ts';
import { isShellGlob, shellGlobMatcher, wordsInCommand } from './commandFiles.ts';
import type { CommandLine } from './commandWords.ts';
import { comparableNames } from './files/pathPatterns.ts';
import { isCodeName } from './secretContent.ts';
import { classifySensitive } from './sensitiveFiles.ts';

const MAX_NAMED = 5;
/** Longest path on any system. */
const MAX_PATH = 4_096;
/** Most folders into which the command may go. */
const MAX_FOLDERS = 40;
/** Most words that are looked up on the disk, in each of the folders. Few words are names of files. */
const MAX_LOOKUPS = 2_000;
/** Most entries of folders that are compared with globs. */
const MAX_ENTRIES = 50_000;
const MAX_DEPTH = 12;
/** Most files that match globs. */
const MAX_FOUND = 5_000;
/** Most files whose content is read. Files of data come first. */
const MAX_LOOKS = 300;

export interface NamedFilesOptions {
  /** The user's own globs, which only add to the others. */
  readonly globs: readonly string[];
  readonly holdsSecret: (file: { readonly path: string; readonly real: string }) => Promise<boolean>;
}

export interface SensitiveNamedFile {
  /** Path as the command has it, or relative to its folder. */
  readonly path: string;
  readonly why: SensitiveKind;
}

export interface NamedFiles {
  readonly files: readonly SensitiveNamedFile[];
  /** False if a limit was reached: a file that is named beyond it was not seen. */
  readonly isWhole: boolean;
}

export async function sensitiveFilesNamed(
  { command, cwd }: CommandLine,
  options: NamedFilesOptions,
): Promise<NamedFiles> {
  const { words, isWhole } = wordsInCommand(command);
  const search = new Search(cwd, options);
  const found = new Map<string, SensitiveKind>();
  await search.openFolders(words);
  for (const word of words) {
    if (found.size >= MAX_NAMED) break;
    const named = search.kindOfName(word);
    if (named !== undefined && !isWeak(word)) found.set(word, named);
  }
  for (const word of words) {
    if (found.size >= MAX_NAMED) break;
    for (const [path, kind] of await search.kindsOnDisk(word)) found.set(path, kind);
  }
  for (const [path, kind] of await search.kindsByContent(MAX_NAMED - found.size)) found.set(path, kind);
  const named = withoutParts([...found]).slice(0, MAX_NAMED);
  return { files: named.map(([path, why]) => ({ path, why })), isWhole: isWhole && search.isWhole };
}

/** Merges names of the same file, such as `--file=.env` and `.env`, or `$HOME/.ssh/x` and `/.ssh/x`. */
function withoutParts(found: readonly (readonly [string, SensitiveKind])[]): typeof found {
  const isGlued = (path: string): boolean => /[=:,@]|^-/.test(path);
  return found.filter(
    ([path]) =>
      !found.some(([other]) =>
        isGlued(path)
          ? other.length < path.length && path.endsWith(other)
          : other.length > path.length && other.endsWith(path) && !isGlued(other),
      ),
  );
}

/** Properties in the form of jq and scripts. */
const property =
  /^(?:\.|[\w$][\w$.]*\.)(?:[a-z]+[_-]?)?(?:key|age|auth|secrets?|tokens?|passwords?|passwd|apikey|creds|credentials|history)$/i;
const codeProperty = /^[\w$][\w$.]*\.env$/i;

/** The name is more likely a word of a language or a property. It counts only if such a file exists. */
function isWeak(word: string): boolean {
  if (/[\\/]/.test(word)) return false;
  return property.test(word) || codeProperty.test(word) || /^(?:[a-z]+|[a-z]+[_-]key)$/i.test(word);
}

class Search {
  /** False once a limit was reached. */
  isWhole = true;
  private readonly cwd: string;
  private readonly globs: readonly string[];
  private readonly holdsSecret: NamedFilesOptions['holdsSecret'];
  private folders: readonly string[];
  private readonly names = new Map<string, Promise<ReadonlySet<string>>>();
  /** Files with ordinary names by their paths, with their real paths. Their content decides. */
  private readonly ordinary = new Map<string, string>();
  private lookups = 0;
  private entries = 0;

  constructor(cwd: string, { globs, holdsSecret }: NamedFilesOptions) {
    this.cwd = cwd;
    this.globs = globs;
    this.holdsSecret = holdsSecret;
    this.folders = [cwd];
  }

  /** Notes the folders that the command names: it may go into them. */
  async openFolders(words: readonly string[]): Promise<void> {
    const named = new Set<string>();
    const goesElsewhere = words.some((word) => /^(?:cd|chdir|pushd|sl|(?:set|push)-location)$/i.test(word));
    for (const word of words) {
      const path = this.resolved(word, this.cwd);
      if (path === this.cwd || named.has(path)) continue;
      if (isShellGlob(word)) {
        if (!goesElsewhere) continue;
        for (const folder of await this.expand(word, { folders: true })) named.add(folder);
      } else if ((await this.mayBeThere(word, [this.cwd])) && this.mayLookUp() && (await isFolder(path)))
        named.add(path);
      if (named.size > MAX_FOLDERS) {
        this.isWhole = false;
        break;
      }
    }
    this.folders = [this.cwd, ...[...named].slice(0, MAX_FOLDERS)];
  }

  kindOfName(word: string): SensitiveKind | undefined {
    if (word.length > MAX_PATH) return undefined;
    return (
      classifySensitive(word, this.globs) ??
      (isShellGlob(word) ? classifySensitive(word.replaceAll(/[*?]/g, ''), []) : undefined) ??
      (this.globs.length > 0 ? classifySensitive(this.resolved(word, this.cwd), this.globs) : undefined)
    );
  }

  /** Returns the kinds of files by the paths that the user reads. */
  async kindsOnDisk(word: string): Promise<ReadonlyMap<string, SensitiveKind>> {
    const kinds = new Map<string, SensitiveKind>();
    const paths = isShellGlob(word) ? await this.expand(word) : await this.existing(word);
    for (const path of paths) {
      const kind = await this.kindOfPath(path);
      if (kind !== undefined) kinds.set(this.shown(path), kind);
      if (kinds.size >= MAX_NAMED) break;
    }
    return kinds;
  }

  /**
   * Returns the kinds of ordinary files by their content. Data comes first, because it contains secrets more often than
   * code.
   */
  async kindsByContent(most: number): Promise<ReadonlyMap<string, SensitiveKind>> {
    const kinds = new Map<string, SensitiveKind>();
    const [data, code] = [false, true].map((isCode) =>
      [...this.ordinary].filter(([path, real]) => (isCodeName(path) && isCodeName(real)) === isCode),
    ) as [[string, string][], [string, string][]];
    for (const [path, real] of [...data, ...code].slice(0, MAX_LOOKS)) {
      if (kinds.size >= most) return kinds;
      if (await this.holdsSecret({ path, real })) kinds.set(this.shown(path), 'content');
    }
    // A command for all sources of a project is common. Asking about it each time would only teach users to approve.
    if (data.length > MAX_LOOKS) this.isWhole = false;
    return kinds;
  }

  private shown(path: string): string {
    const way = relative(this.cwd, path);
    return way === '' || way.startsWith('..') ? path : way;
  }

  /** Returns the kind of a file by its name and the name of what it links to. */
  private async kindOfPath(path: string): Promise<SensitiveKind | undefined> {
    const named = classifySensitive(path, this.globs);
    if (named !== undefined) return named;
    const real = await realpath(path).catch(() => path);
    const target = real === path ? undefined : classifySensitive(real, this.globs);
    if (target === undefined) this.ordinary.set(path, real);
    return target;
  }

  private async existing(word: string): Promise<readonly string[]> {
    if (!(await this.mayBeThere(word, this.folders)) || !this.mayLookUp()) return [];
    const paths = [...new Set(this.folders.map((folder) => this.resolved(word, folder)))];
    const are = await Promise.all(paths.map(isFile));
    return paths.filter((_, index) => are[index]);
  }

  private mayLookUp(): boolean {
    this.lookups += 1;
    if (this.lookups > MAX_LOOKUPS) this.isWhole = false;
    return this.lookups <= MAX_LOOKUPS;
  }

  /** A text has many words, but few are names of files, so one list of each folder is compared with all of them. */
  private async mayBeThere(word: string, folders: readonly string[]): Promise<boolean> {
    if (word.length > MAX_PATH || /^-|[\0\n]|^\w+:\/\//.test(word)) return false;
    if (isAbsolute(word) || /^[~$%]|\\/.test(word)) return true;
    const first = word.split('/').find((name) => name !== '' && name !== '.') ?? '.';
    if (first === '.' || first === '..') return true;
    const name = folded(first);
    for (const folder of folders) if ((await this.namesIn(folder)).has(name)) return true;
    return false;
  }

  private namesIn(folder: string): Promise<ReadonlySet<string>> {
    const names =
      this.names.get(folder) ??
      readdir(folder).then(
        (entries) => new Set(entries.map(folded)),
        () => new Set<string>(),
      );
    this.names.set(folder, names);
    return names;
  }

  private resolved(word: string, folder: string): string {
    const home = word.replace(/^(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%)(?=[\\/]|$)/i, homedir());
    const here = home.replace(/^(?:\$PWD|\$\{PWD\}|%CD%)(?=[\\/]|$)/i, this.cwd);
    return isAbsolute(here) ? here : resolve(folder, here);
  }

  private async expand(glob: string, wanted: Wanted = {}): Promise<readonly string[]> {
    if (glob.length > MAX_PATH) return [];
    const found: string[] = [];
    for (const folder of wanted.folders ? [this.cwd] : this.folders) {
      const whole = this.resolved(glob, folder);
      const parts = whole.split(/[/\\]/);
      const first = parts.findIndex(isShellGlob);
      if (first < 0) continue;
      const base = parts.slice(0, first).join('/') || '/';
      await this.walk({ folder: base, parts: parts.slice(first), depth: 0 }, found, wanted);
      if (isAbsolute(glob)) break;
    }
    return found;
  }

  private async walk({ folder, parts, depth }: Step, found: string[], wanted: Wanted): Promise<void> {
    const [part, ...rest] = parts;
    if (part === undefined) return;
    if (depth > MAX_DEPTH || found.length >= MAX_FOUND || this.entries >= MAX_ENTRIES) {
      // A name with the ending of code is never the name of a secret.
      if (!isCodeName(parts.at(-1) ?? '')) this.isWhole = false;
      return;
    }
    if (part === '**')
      await this.walk({ folder, parts: rest.length > 0 ? rest : ['*'], depth }, found, wanted);
    const matches = part === '**' ? (name: string) => !name.startsWith('.') : shellGlobMatcher(part);
    const entries: readonly Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => []);
    this.entries += entries.length;
    for (const entry of entries) {
      if (!matches(entry.name)) continue;
      const path = join(folder, entry.name);
      const isInside = entry.isDirectory() || entry.isSymbolicLink();
      if (part === '**') {
        if (entry.isDirectory() && entry.name !== 'node_modules')
          await this.walk({ folder: path, parts, depth: depth + 1 }, found, wanted);
      } else if (rest.length > 0) {
        if (isInside) await this.walk({ folder: path, parts: rest, depth: depth + 1 }, found, wanted);
      } else if (wanted.folders) {
        if (isInside) found.push(path);
      } else if (!entry.isDirectory()) found.push(path);
      // A folder is sensitive by its place, even if a file of the same name would not be.
      else if (classifySensitive(join(path, 'x'), this.globs) !== undefined) found.push(path);
    }
  }
}

interface Step {
  readonly folder: string;
  readonly parts: readonly string[];
  readonly depth: number;
}

interface Wanted {
  /** Searches for folders instead of files. */
  readonly folders?: boolean | undefined;
}

function folded(name: string): string {
  return comparableNames(name)[0] ?? '';
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}
