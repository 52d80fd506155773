/**
 * Looks at the workspace as a conversation is opened. The names in it are foreign text in the system message, so only
 * short and plain ones are taken.
 */
import { opendir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { branchOf, GitIgnore, repositoriesAround } from '../../tools/index.ts';

export interface OpeningOptions {
  readonly now: () => Date;
  /** Folders that are trusted. Nothing is read of others. */
  readonly folders: () => readonly OpenedFolder[];
  readonly isSensitive: (path: string) => boolean;
  /** Returns the number of changed files in the repository of a folder, where something has counted them. */
  readonly changedFiles?: ((folder: string) => number | undefined) | undefined;
}

interface OpenedFolder {
  readonly name: string;
  readonly path: string;
}

/** The date, and the folders that could be looked at in time. It does not change in a conversation. */
export interface OpeningState {
  /** Local date of the user, such as 2026-11-28. */
  readonly date: string;
  readonly folders: readonly FolderState[];
}

export interface FolderState {
  readonly name: string;
  readonly branch?: string | undefined;
  readonly changedFiles?: number | undefined;
  /** Names at the top, folders first and with a slash at the end. */
  readonly entries: readonly string[];
  /** Number of entries that are not named. */
  readonly more: number;
}

/** Milliseconds that a turn waits for it at most, as a folder may be on a network. */
const WAIT_MS = 1_000;
const MAX_FOLDERS = 4;
/** Entries that are looked at, and the characters of all names that are taken. */
const MAX_ENTRIES = 500;
const MAX_CHARACTERS = 240;
const PLAIN_NAME = /^[\p{L}\p{N}_.][\p{L}\p{N}_.@+-]{0,39}$/u;
const PLAIN_BRANCH = /^[\p{L}\p{N}_.@+/#-]{1,60}$/u;

export async function lookAtOpening(options: OpeningOptions): Promise<OpeningState> {
  const date = localDate(options.now());
  const folders = options.folders().slice(0, MAX_FOLDERS);
  const stop = new AbortController();
  const look = Promise.all(
    folders.map((folder) =>
      lookAt(folder, options, Math.floor(MAX_CHARACTERS / folders.length)).catch(() => undefined),
    ),
  );
  const late = delay(WAIT_MS, undefined, { signal: stop.signal }).catch(() => undefined);
  const found = (await Promise.race([look, late])) ?? [];
  stop.abort();
  return { date, folders: found.filter((each) => each !== undefined) };
}

async function lookAt(
  { name, path }: OpenedFolder,
  { isSensitive, changedFiles }: OpeningOptions,
  space: number,
): Promise<FolderState> {
  const [repository] = await repositoriesAround(path);
  const branch = repository && (await branchOf(repository));
  const { entries, more } = await topLevel(path, isSensitive, space);
  return {
    name,
    branch: branch !== undefined && PLAIN_BRANCH.test(branch) ? branch : undefined,
    changedFiles: changedFiles?.(path),
    entries,
    more,
  };
}

async function topLevel(
  folder: string,
  isSensitive: (path: string) => boolean,
  space: number,
): Promise<Pick<FolderState, 'entries' | 'more'>> {
  const names: string[] = [];
  for await (const entry of await opendir(folder)) {
    if (names.length >= MAX_ENTRIES) break;
    names.push(entry.isDirectory() ? `${entry.name}/` : entry.name);
  }
  const ignored = new GitIgnore(folder);
  const isWanted = await Promise.all(
    names.map(async (name) => !isSensitive(join(folder, name)) && !(await ignored.ignores(name))),
  );
  const isFolder = (name: string): boolean => name.endsWith('/');
  const wanted = names
    .filter((_, index) => isWanted[index])
    .toSorted((a, b) => Number(isFolder(b)) - Number(isFolder(a)) || (a < b ? -1 : 1));
  const entries: string[] = [];
  let left = space;
  for (const name of wanted) {
    if (!PLAIN_NAME.test(name.replace(/\/$/, ''))) continue;
    left -= name.length + 2;
    if (left < 0) break;
    entries.push(name);
  }
  return { entries, more: wanted.length - entries.length };
}

function localDate(now: Date): string {
  const part = (value: number): string => String(value).padStart(2, '0');
  return `${now.getFullYear()}-${part(now.getMonth() + 1)}-${part(now.getDate())}`;
}
