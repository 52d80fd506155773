/** Files that some program loads or runs by itself, so that writing one runs what it says (decision 014). */
import type { ProtectedKind } from '../../protocol/index.ts';
import { FOLDER_AS_FILE, isLoaded } from './loadedNames.ts';
import { uncoveredKind, type FileStanding } from './ordinaryFiles.ts';
import { comparableNames, compileGlob } from './pathPatterns.ts';
import { above, folders, inert, SHORT_NAME, table, userFiles, type Table } from './protectedNames.ts';
import { readdir, readFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { isInside, realTarget } from './realPaths.ts';

/** `forbidden`: no built-in tool writes there. `protected`: each write is asked about. */
export type Protection =
  | { readonly kind: 'forbidden'; readonly why: 'git' | 'agent' }
  | { readonly kind: 'protected'; readonly why: ProtectedKind };

export interface ProtectionScope {
  readonly folder?: string;
  /** The user's, which only add. */
  readonly globs?: readonly string[];
}

/**
 * Whether a change of a file asks each time, by its path in the workspace folder. A file of which nothing is known
 * counts as new. Links and second names are the caller's to look up.
 */
export function classifyProtected(
  path: string,
  scope: ProtectionScope & FileStanding = {},
): Protection | undefined {
  const named = classifyLoaded(path, scope);
  const why = named ? undefined : uncoveredKind(path, scope);
  return named ?? (why && { kind: 'protected', why });
}

/** Whether some program loads a file of this name by itself. */
export function classifyLoaded(path: string, scope: ProtectionScope = {}): Protection | undefined {
  const inside = comparableNames(path);
  const outside = comparableNames(scope.folder ?? '');
  for (const name of [...outside, ...inside]) {
    if (name === '.git' || /^git~\d+$/.test(name)) return { kind: 'forbidden', why: 'git' };
    if (name === '.patchbay' || /^patchb~\d+$/.test(name)) return { kind: 'forbidden', why: 'agent' };
  }
  if (scope.globs?.some((glob) => compileGlob(glob)(inside))) return { kind: 'protected', why: 'setting' };
  const file = inside.slice(-1);
  const isActive = (name: string): boolean =>
    name.startsWith('.') || folders.has(name) || FOLDER_AS_FILE.test(name);
  const parts = [...inside.slice(0, -1).filter(isActive), ...file];
  const why =
    kindIn(table, parts) ??
    kindIn(above, outside) ??
    (file.some((name) => userFiles.test(name)) ? 'editor' : undefined) ??
    (inside.some(isUnknown) ? 'unknown' : undefined) ??
    (isLoaded(inside) ? 'loaded' : undefined);
  return why && { kind: 'protected', why };
}

function kindIn(rules: Table, names: readonly string[]): ProtectedKind | undefined {
  const active = names.filter((name) => !inert.has(name));
  const found = Object.entries(rules).find(([, some]) =>
    some.some((rule) => active.some((name) => (typeof rule === 'string' ? rule === name : rule.test(name)))),
  );
  return found?.[0] as ProtectedKind | undefined;
}

/** Maybe settings of a tool, or a short name, which can stand for any. */
function isUnknown(name: string): boolean {
  return (/^\.[^.]/.test(name) && !inert.has(name)) || SHORT_NAME.test(name);
}

const MAX_ENTRIES = 2_000;
const MAX_DEPTH = 4;

/** By links and `core.hooksPath`: with `.vscode -> editor`, `editor/settings.json` is a setting. Takes real paths. */
export async function protectedByLink(real: string, folder: string): Promise<Protection | undefined> {
  const found: Protection[] = [];
  const add = async (link: string): Promise<void> => {
    const protection = classifyLoaded(relative(folder, link));
    const target = protection && (await realTarget(link).catch(() => undefined));
    if (protection && target !== undefined && isInside(real, target)) found.push(protection);
  };
  let left = MAX_ENTRIES;
  const look = async (parent: string, depth: number): Promise<void> => {
    const entries = await readdir(parent, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      left -= 1;
      if (left < 0) return;
      const path = join(parent, entry.name);
      if (entry.isSymbolicLink()) await add(path);
      else if (entry.isDirectory() && depth < MAX_DEPTH && isLookedInto(relative(folder, path)))
        await look(path, depth + 1);
    }
  };
  await look(folder, 0);
  for (const path of await gitPaths(folder)) if (isInside(real, await realTarget(path))) found.push(hooks);
  return found.find(({ kind }) => kind === 'forbidden') ?? found[0];
}

const hooks: Protection = { kind: 'protected', why: 'git' };

/** Without what is too large: objects of a repository, installed packages. */
function isLookedInto(path: string): boolean {
  const names = comparableNames(path);
  if (!names[0]?.startsWith('.')) return false;
  return !names.some((name) => ['objects', 'refs', 'logs', 'node_modules', '.venv', '.cache'].includes(name));
}

/** Hooks and further files that the repository's configuration names. */
async function gitPaths(folder: string): Promise<readonly string[]> {
  const text = await readFile(join(folder, '.git/config'), 'utf8').catch(() => '');
  const setting =
    /^[ \t]*(?:hookspath|path|attributesfile|excludesfile|fsmonitor)[ \t]*=[ \t]*"?([^"\r\n#;]+)/gim;
  return [...text.slice(0, 1_000_000).matchAll(setting)].flatMap(([, value = '']) => {
    const path = value.trim();
    return path === '' || path.startsWith('~') ? [] : [join(folder, path), join(folder, '.git', path)];
  });
}
