/** Chooses the files that a search reads: ripgrep passes over those in which the expression cannot match (decision 069). */
import * as vscode from 'vscode';
import { classifySensitive, matchFiles, widePattern, type SearchExpression } from '../../tools/index.ts';
import { readSetting } from '../settings/settings.ts';
import { isUtf8Usual } from './fileText.ts';
import {
  labelOf,
  listFolder,
  listingsOf,
  MAX_SEARCHED,
  notIgnoredOf,
  type FoundFile,
  type FoundFolder,
  type Listing,
  type NamedPlace,
} from './workspaceListing.ts';

export interface PlannedFile extends FoundFile {
  readonly label: string;
  /**
   * Ripgrep has found the pattern in the file. Whether it has must show in nothing but shown matches: the file may hold
   * a secret.
   */
  readonly isMatched: boolean;
}

export interface SearchPlan {
  /** The files to read, in the order of the report. */
  readonly files: readonly PlannedFile[];
  /** The number of files that ripgrep has searched, and in which nothing matches. */
  readonly passed: number;
  /** The number of files that may hold secrets by their names, without those in `files`. */
  readonly sensitive: number;
  /** The number of files that fit, but that git ignores. */
  readonly ignored: number;
  /** There are more files to read or to list than a limit. Which ones match has no part in it. */
  readonly isCut: boolean;
  /** Ripgrep chose the files. Without it, all are read. */
  readonly byRipgrep: boolean;
}

interface PlanOptions {
  readonly include: string;
  readonly named: NamedPlace | undefined;
  /** Larger files are not read, unless one is named. */
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

export async function planSearch(
  expression: SearchExpression,
  { include, named, maxBytes, signal }: PlanOptions,
): Promise<SearchPlan> {
  const listings = await listingsOf(include, named, signal);
  const pattern = widePattern(expression, { isUtf8: isUtf8Everywhere() });
  const found = await Promise.all(
    listings.map(async (listing): Promise<FolderPlan> => {
      const { scope } = listing;
      // A file that is named is read in any case.
      if (!scope || !pattern || named?.isFile === true) return readAll(await listFolder(listing));
      const [listed, matched] = await Promise.all([
        listForSearch(listing, maxBytes),
        matchFiles(scope, pattern, maxBytes),
      ]);
      return matched ? readMatching(listing, listed, new Set(matched)) : readAll(await listFolder(listing));
    }),
  );
  signal.throwIfAborted();
  const sum = (count: (each: FolderPlan) => number): number =>
    found.reduce((all, each) => all + count(each), 0);
  const others = found.flatMap((each) => each.others);
  return {
    files: [
      ...found.flatMap(({ matching }) => matching.map((file) => planned(file, true))),
      ...others.slice(0, MAX_SEARCHED).map((file) => planned(file, false)),
    ].toSorted((a, b) => a.label.localeCompare(b.label)),
    passed: sum(({ passed }) => passed),
    sensitive: sum(({ sensitive }) => sensitive),
    ignored: sum(({ ignored }) => ignored),
    isCut: others.length > MAX_SEARCHED || found.some(({ isWhole }) => !isWhole),
    byRipgrep: named?.isFile === true || found.every(({ byRipgrep }) => byRipgrep),
  };
}

function planned(file: FoundFile, isMatched: boolean): PlannedFile {
  return { ...file, label: labelOf(file), isMatched };
}

interface FolderPlan extends Pick<SearchPlan, 'passed' | 'sensitive' | 'ignored' | 'byRipgrep'> {
  /** Files in which ripgrep has found the pattern. */
  readonly matching: readonly FoundFile[];
  /** Files that are read whatever the pattern: all, or those that ripgrep does not search. */
  readonly others: readonly FoundFile[];
  readonly isWhole: boolean;
}

function readAll({ files, ignored, isWhole }: FoundFolder): FolderPlan {
  return { matching: [], others: files, passed: 0, sensitive: 0, ignored, isWhole, byRipgrep: false };
}

interface ListedForSearch {
  readonly listed: FoundFolder;
  /** Files that may hold secrets by their names, of those that ripgrep searches. */
  readonly sensitive: ReadonlySet<FoundFile>;
}

/** Ripgrep takes longer to search than to list, so that the time in between serves to classify the names. */
async function listForSearch(listing: Listing, maxBytes: number): Promise<ListedForSearch> {
  const listed = await listFolder(listing, maxBytes);
  const searched = await searchedOf(listing, listed);
  const globs = readSetting('approval.sensitiveFiles');
  return {
    listed: { ...listed, searched, ignored: listed.ignored + listed.searched.length - searched.length },
    sensitive: new Set(searched.filter((file) => isSensitive(file, globs))),
  };
}

/** Ripgrep searches what git ignores if a glob or a path names it. */
async function searchedOf(listing: Listing, { searched }: FoundFolder): Promise<readonly FoundFile[]> {
  const isNamed = listing.scope?.under !== '' || listing.scope.include.length > 0;
  return isNamed ? [...(await notIgnoredOf(listing, searched))] : searched;
}

/**
 * Git is asked only about files that are read or counted by themselves: of the others nothing is shown. One that it
 * ignores counts as searched, as the number of those that are left out would tell whether such a file matches.
 */
async function readMatching(
  listing: Listing,
  { listed, sensitive }: ListedForSearch,
  matched: ReadonlySet<string>,
): Promise<FolderPlan> {
  const special = specialDocuments(listing.folder);
  const isRead = (file: FoundFile): boolean => matched.has(file.path) || special.has(file.path);
  const asked = listed.searched.filter((file) => isRead(file) || sensitive.has(file));
  const shown = await notIgnoredOf(listing, asked);
  const read = [...shown].filter((file) => !sensitive.has(file));
  const ignored = [...sensitive].filter((file) => !shown.has(file)).length;
  return {
    matching: read.filter(({ path }) => !special.has(path)),
    others: [...listed.files, ...read.filter(({ path }) => special.has(path))],
    passed: listed.searched.length - shown.size - ignored,
    sensitive: shown.size - read.length,
    ignored: listed.ignored + ignored,
    isWhole: listed.isWhole,
    byRipgrep: true,
  };
}

/** Returns the paths in a folder of the open files that ripgrep would not read as the editor shows them. */
function specialDocuments({ uri }: vscode.WorkspaceFolder): ReadonlySet<string> {
  const root = `${uri.path.replace(/\/$/, '')}/`;
  return new Set(
    vscode.workspace.textDocuments
      .filter((document) => document.isDirty || document.encoding !== 'utf8')
      .map((document) => document.uri.path)
      .filter((path) => path.startsWith(root))
      .map((path) => path.slice(root.length)),
  );
}

export function isUtf8Everywhere(): boolean {
  return (vscode.workspace.workspaceFolders ?? []).every(({ uri }) => isUtf8Usual(uri));
}

/** `globs` are those of the setting. */
export function isSensitive(file: FoundFile, globs: readonly string[]): boolean {
  // Both slashes separate names for the classification.
  if (classifySensitive(`${file.folder.uri.fsPath}/${file.path}`, globs) !== undefined) return true;
  return file.isLinked && classifySensitive(file.real, globs) !== undefined;
}
