/** Files that a permission to write covers: sources and texts in ordinary folders. All others ask (decision 014). */
import type { ProtectedKind } from '../../protocol/index.ts';
import {
  executableEndings,
  formatEndings,
  loadedEndings,
  openedEndings,
  plainTexts,
  sourceEndings,
} from './endings.ts';
import { isConfiguring, isConfiguringWord, isProjectRoot, nameParts } from './loadedNames.ts';
import {
  agentFolders,
  agentWords,
  dataFolders,
  discovered,
  discoveredOutside,
  environments,
  pythonModules,
  sourceFolders,
  startingWords,
  toolFolders,
  toolNames,
  usualParts,
} from './nameWords.ts';
import { comparableNames, compileGlob, plain } from './pathPatterns.ts';
import { inert } from './protectedNames.ts';

/** Reasons that only mean that no permission covers the file. No program is known to load it. */
export type UncoveredKind = Extract<
  ProtectedKind,
  'ending' | 'noEnding' | 'format' | 'opened' | 'executable' | 'toolFolder' | 'configuration' | 'spelling'
>;

const uncovered: ReadonlySet<ProtectedKind> = new Set<UncoveredKind>([
  'ending',
  'noEnding',
  'format',
  'opened',
  'executable',
  'toolFolder',
  'configuration',
  'spelling',
]);

export function isUncovered(kind: ProtectedKind): boolean {
  return uncovered.has(kind);
}

export interface FileStanding {
  /** The file exists. A tool that looks for names could find a new one. */
  readonly exists?: boolean | undefined;
  /** Files of the user that a permission covers, too: globs, and extensions such as `.rpgle`. */
  readonly ordinary?: readonly string[] | undefined;
}

/** Returns why no permission covers a change of the file, by its path in the workspace folder. */
export function uncoveredKind(
  path: string,
  { exists = false, ordinary = [] }: FileStanding = {},
): UncoveredKind | undefined {
  const names = comparableNames(path);
  const name = names.at(-1) ?? '';
  const folders = names.slice(0, -1);
  if (isMisspelled(path)) return 'spelling';
  if (inert.has(name)) return undefined;
  if (folders.some((folder) => environments.has(folder) || NAMED_ENVIRONMENT.test(folder)))
    return 'toolFolder';
  const { ending } = nameParts(name);
  if (executableEndings.has(ending)) return 'executable';
  const matching = ordinary.filter((pattern) => compileGlob(globOf(pattern))(names));
  const among = folders.findIndex((folder) => sourceFolders.has(folder));
  if (isInToolFolder(folders, exists ? among : -1))
    return matching.some((pattern) => pattern.includes('/')) ? undefined : 'toolFolder';
  if (matching.length > 0) return undefined;
  return (
    byEnding({ name, folders, exists }) ?? byName({ path, name, folders, exists, isAmongSources: among >= 0 })
  );
}

interface File {
  readonly name: string;
  readonly folders: readonly string[];
  readonly exists: boolean;
}

function byEnding({ name, folders, exists }: File): UncoveredKind | undefined {
  const { stem, ending } = nameParts(name);
  if (ending === '') return exists && plainTexts.has(name) ? undefined : 'noEnding';
  if (sourceEndings.has(ending)) return undefined;
  if (openedEndings.has(ending)) return exists ? undefined : 'opened';
  if (!formatEndings.has(ending)) return 'ending';
  const isData = folders.some((folder) => sourceFolders.has(folder) || dataFolders.has(folder));
  return exists && isData && !isConfiguring(stem) && !toolNames.has(stem) ? undefined : 'format';
}

function byName(
  file: File & { readonly path: string; readonly isAmongSources: boolean },
): 'configuration' | undefined {
  const { path, name, folders, exists, isAmongSources } = file;
  const names = [...folders, name];
  const { stem, middle, ending } = nameParts(name);
  const isNamedSo = isConfiguring(stem) || wordsOf(path).some(isConfiguringWord);
  const isLoadable = loadedEndings.has(ending);
  const isOdd = middle.some((part) => !isUsualPart(part));
  if (exists) return isNamedSo && isLoadable && isProjectRoot(folders) ? 'configuration' : undefined;
  if (isNamedSo || middle.some(isConfiguring)) return 'configuration';
  if (folders.some((folder) => discovered.has(folder)) || name === 'init.lua') return 'configuration';
  const isAtRoot = isProjectRoot(folders);
  // Task runners look for names such as `Drakefile.ts` and `nakefile.nim`.
  if (isAtRoot && /^(?!pro|read|write)[a-z]{3,}file$/.test(stem)) return 'configuration';
  if (isLoadable && isAtRoot && wordsOf(path).some((word) => startingWords.has(word))) return 'configuration';
  if (isLoadable && toolNames.has(folders[0] ?? '')) return 'configuration';
  if (!isAmongSources && folders.some((folder) => discoveredOutside.has(folder)) && !isReactHook(path))
    return 'configuration';
  const isText = ['md', 'mdx', 'txt', 'text'].includes(ending);
  if (isText && folders.some((folder) => agentFolders.has(folder))) return 'configuration';
  if (isText && wordsOf(path).some((word) => agentWords.has(word))) return 'configuration';
  if (!isAmongSources && (isLoadable || isText) && isOdd) return 'configuration';
  return ending === 'py' && isForPython(names) ? 'configuration' : undefined;
}

/**
 * Python's tools import a file such as `json.py` or `json/__init__.py` at the root of the project in which they run.
 */
function isForPython(names: readonly string[]): boolean {
  const at = names.at(-1) === '__init__.py' ? -2 : -1;
  return pythonModules.has(nameParts(names.at(at) ?? '').stem) && isProjectRoot(names.slice(0, at));
}

function isUsualPart(part: string): boolean {
  // Versions and languages are usual parts: `notes.1.2.md`, `README.pt-br.md`.
  return usualParts.has(part) || /^v?\d[\d-]*$|^[a-z]{2}([-_][a-z]{2,4})?$/.test(part);
}

/** Returns the words of the name as written: `userRc.ts` has `user` and `rc`. */
function wordsOf(path: string): readonly string[] {
  const name = plain(path.split(/[/\\]/u).at(-1) ?? '');
  const found = name.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+/g) ?? [];
  return found.map((word) => word.toLowerCase());
}

function isReactHook(path: string): boolean {
  return /[/\\]use[A-Z]\w*\.([cm]?[jt]sx?)$/.test(path);
}

/** Names of Python environments: `venv2`, `my-venv`, `venv-3.12`. */
const NAMED_ENVIRONMENT = /(^|[._-])v(irtual)?env[._-]?[\d.]*$|^perl5$/;

/** Folders that some program reads as a whole, and those that macOS opens as one item. */
const FOLDER_OF_TOOL =
  /^[a-z0-9_-]+\.d$|_plugins$|^(cmake-build|bazel)-|^_?vendor(ed)?[-_]|^_vendor$|^(dist-newstyle|deriveddata|storybook-static|builddir|wheelhouse|blib)$|^cdk\.out$|\.(app|appex|bundle|framework|kext|pkg|plugin|workflow|saver|xcodeproj|xcworkspace)$/;

/** `amongSources` is the index of a folder of sources in the path. After it, names of outputs mean something else. */
function isInToolFolder(folders: readonly string[], amongSources: number): boolean {
  const found = folders.findIndex((folder) => toolFolders.has(folder) || FOLDER_OF_TOOL.test(folder));
  return found >= 0 && (amongSources < 0 || found < amongSources);
}

/** Some file systems write the name in another way: `a.ts:stream`, `a.ts.`, or with invisible characters. */
function isMisspelled(path: string): boolean {
  return path
    .split(/[/\\]/u)
    .some(
      (name) =>
        !/^\.{0,2}$/.test(name) &&
        (/[:\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\uFFFD]|^\s|[\s.]$/u.test(name) ||
          !name.isWellFormed()),
    );
}

/** A pattern such as `.rpgle` is an extension; any other is a glob. */
function globOf(pattern: string): string {
  return /^\.[\w.-]+$/.test(pattern) ? `*${pattern}` : pattern;
}
