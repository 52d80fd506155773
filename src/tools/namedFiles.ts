/** The sensitive files that a command names, by their names and by what is on the disk. */
import type { Dirent } from 'node:fs';
import { readdir, realpath, stat } from 'node:fs/promises';
import { homedir } from 'node:os';
import { isAbsolute, join, relative, resolve } from 'node:path';
import type { SensitiveKind } from '../protocol/index.ts';
import { isShellGlob, shellGlobMatcher, wordsInCommand } from './commandFiles.ts';
import type { CommandLine } from './commandWords.ts';
import { classifySensitive } from './sensitiveFiles.ts';

const MAX_NAMED = 5;
const MAX_FOLDERS = 8;
/** Words that are looked up on the disk, in each of the folders. */
const MAX_LOOKUPS = 600;
/** Entries of folders that globs are compared with. */
const MAX_ENTRIES = 20_000;
const MAX_DEPTH = 6;
/** Files whose content is looked at. */
const MAX_LOOKS = 40;

export interface NamedFilesOptions {
  /** The user's own, which only add. */
  readonly globs: readonly string[];
  readonly holdsSecret: (file: { readonly path: string; readonly real: string }) => Promise<boolean>;
}

export interface NamedFile {
  /** As the command has it, or relative to its folder. */
  readonly path: string;
  readonly why: SensitiveKind;
}

export async function sensitiveFilesNamed(
  { command, cwd }: CommandLine,
  options: NamedFilesOptions,
): Promise<readonly NamedFile[]> {
  const words = wordsInCommand(command);
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
  const named = withoutParts([...found]).slice(0, MAX_NAMED);
  return named.map(([path, why]) => ({ path, why }));
}

/** `--file=.env` and `.env` are one, and so are `$HOME/.ssh/x` and `/.ssh/x`. */
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

/** Properties as jq and scripts write them. */
const property =
  /^(?:\.|[\w$][\w$.]*\.)(?:key|age|secrets?|tokens?|passwords?|passwd|apikey|creds|credentials|history)$/i;
const codeProperty = /^[\w$][\w$.]*\.env$/i;

/** A name that is mostly a word of a language or a property: it counts where there is such a file. */
function isWeak(word: string): boolean {
  if (/[\\/]/.test(word)) return false;
  return property.test(word) || codeProperty.test(word) || /^[a-z]+$/i.test(word);
}

class Search {
  private readonly cwd: string;
  private readonly globs: readonly string[];
  private readonly holdsSecret: NamedFilesOptions['holdsSecret'];
  private folders: readonly string[];
  private lookups = 0;
  private entries = 0;
  private looks = 0;

  constructor(cwd: string, { globs, holdsSecret }: NamedFilesOptions) {
    this.cwd = cwd;
    this.globs = globs;
    this.holdsSecret = holdsSecret;
    this.folders = [cwd];
  }

  /** A command may go into a folder that it names. */
  async openFolders(words: readonly string[]): Promise<void> {
    const named: string[] = [];
    for (const word of words) {
      if (named.length >= MAX_FOLDERS || !this.mayLookUp(word)) continue;
      const path = this.resolved(word, this.cwd);
      if (path !== this.cwd && (await isFolder(path))) named.push(path);
    }
    this.folders = [this.cwd, ...new Set(named)];
  }

  kindOfName(word: string): SensitiveKind | undefined {
    if (word.length > 1_000) return undefined;
    return (
      classifySensitive(word, this.globs) ??
      (isShellGlob(word) ? classifySensitive(word.replaceAll(/[*?]/g, ''), []) : undefined) ??
      (this.globs.length > 0 ? classifySensitive(this.resolved(word, this.cwd), this.globs) : undefined)
    );
  }

  /** By path, as the user reads it. */
  async kindsOnDisk(word: string): Promise<ReadonlyMap<string, SensitiveKind>> {
    const kinds = new Map<string, SensitiveKind>();
    const paths = isShellGlob(word) ? await this.expand(word) : await this.existing(word);
    for (const path of paths) {
      const kind = await this.kindOfFile(path);
      if (kind === undefined) continue;
      const way = relative(this.cwd, path);
      kinds.set(way === '' || way.startsWith('..') ? path : way, kind);
      if (kinds.size >= MAX_NAMED) break;
    }
    return kinds;
  }

  private async kindOfFile(path: string): Promise<SensitiveKind | undefined> {
    const named = classifySensitive(path, this.globs);
    if (named !== undefined) return named;
    const real = await realpath(path).catch(() => path);
    const target = real === path ? undefined : classifySensitive(real, this.globs);
    if (target !== undefined) return target;
    this.looks += 1;
    return this.looks <= MAX_LOOKS && (await this.holdsSecret({ path, real })) ? 'content' : undefined;
  }

  private async existing(word: string): Promise<readonly string[]> {
    if (!this.mayLookUp(word)) return [];
    const paths = [...new Set(this.folders.map((folder) => this.resolved(word, folder)))];
    const are = await Promise.all(paths.map(isFile));
    return paths.filter((_, index) => are[index]);
  }

  private mayLookUp(word: string): boolean {
    // What no file is called costs no look: an option, a number, a sentence.
    if (word.length > 300 || /^-|^\d+$|[\0\n]|^\w+:\/\//.test(word)) return false;
    this.lookups += 1;
    return this.lookups <= MAX_LOOKUPS;
  }

  private resolved(word: string, folder: string): string {
    const home = word.replace(/^(?:~|\$HOME|\$\{HOME\}|%USERPROFILE%)(?=[\\/]|$)/i, homedir());
    const here = home.replace(/^(?:\$PWD|\$\{PWD\}|%CD%)(?=[\\/]|$)/i, this.cwd);
    return isAbsolute(here) ? here : resolve(folder, here);
  }

  private async expand(glob: string): Promise<readonly string[]> {
    if (glob.length > 300) return [];
    const found: string[] = [];
    for (const folder of this.folders) {
      const whole = this.resolved(glob, folder);
      const parts = whole.split(/[/\\]/);
      const first = parts.findIndex(isShellGlob);
      if (first < 0) continue;
      const base = parts.slice(0, first).join('/') || '/';
      await this.walk(base, parts.slice(first), found, 0);
      if (isAbsolute(glob)) break;
    }
    return found;
  }

  private async walk(
    folder: string,
    parts: readonly string[],
    found: string[],
    depth: number,
  ): Promise<void> {
    const [part, ...rest] = parts;
    if (part === undefined || depth > MAX_DEPTH || found.length >= MAX_LOOKUPS) return;
    if (part === '**') await this.walk(folder, rest.length > 0 ? rest : ['*'], found, depth);
    const matches = part === '**' ? (name: string) => !name.startsWith('.') : shellGlobMatcher(part);
    if (this.entries >= MAX_ENTRIES) return;
    const entries: readonly Dirent[] = await readdir(folder, { withFileTypes: true }).catch(() => []);
    this.entries += entries.length;
    for (const entry of entries) {
      if (!matches(entry.name)) continue;
      const path = join(folder, entry.name);
      const isInside = entry.isDirectory() || entry.isSymbolicLink();
      if (part === '**') {
        if (entry.isDirectory() && entry.name !== 'node_modules')
          await this.walk(path, parts, found, depth + 1);
      } else if (rest.length === 0) {
        if (!entry.isDirectory()) found.push(path);
        // A folder is sensitive by its place, not because a file of that name would be.
        else if (classifySensitive(join(path, 'x'), this.globs) !== undefined) found.push(path);
      } else if (isInside) await this.walk(path, rest, found, depth + 1);
    }
  }
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() === true;
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isDirectory() === true;
}
