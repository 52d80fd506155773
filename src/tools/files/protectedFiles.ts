/** Files that some program loads or runs by itself, so that writing one means running its content (decision 014). */
import type { ProtectedKind } from '../../protocol/index.ts';
import { FOLDER_AS_FILE, isLoaded } from './loadedNames.ts';
import { uncoveredKind, type FileStanding } from './ordinaryFiles.ts';
import { comparableNames, compileGlob } from './pathPatterns.ts';
import { above, folders, inert, SHORT_NAME, table, userFiles, type Table } from './protectedNames.ts';

/** No built-in tool writes a `forbidden` file. Each write of a `protected` one is asked about. */
export type Protection =
  | { readonly kind: 'forbidden'; readonly why: 'git' | 'agent' }
  | { readonly kind: 'protected'; readonly why: ProtectedKind };

export interface ProtectionScope {
  readonly folder?: string | undefined;
  /** Globs of the user, which only add to the others. */
  readonly globs?: readonly string[] | undefined;
}

/**
 * Returns the protection of a file by its path in the workspace folder. A file counts as new unless `exists` is set.
 * Callers must look up links and other names themselves.
 */
export function classifyProtected(
  path: string,
  scope: ProtectionScope & FileStanding = {},
): Protection | undefined {
  const named = classifyLoaded(path, scope);
  const why = named ? undefined : uncoveredKind(path, scope);
  return named ?? (why && { kind: 'protected', why });
}

/** Returns the protection of a file that some program may load by itself because of its name. */
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

/** The name may be settings of a tool, or a short name, which can stand for any other. */
function isUnknown(name: string): boolean {
  return (/^\.[^.]/.test(name) && !inert.has(name)) || SHORT_NAME.test(name);
}
