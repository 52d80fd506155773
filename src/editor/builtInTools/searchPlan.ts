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
    listings.map(async (listing): Promise<SearchedFolder> => {
      const { scope } = listing;
      // A file that is named is read in any case.
      if (!scope || !pattern || named?.isFile === true)
        return { listed: await listFolder(listing), matched: undefined };
      const [listed, matched] = await Promise.all([
        listForSearch(listing, maxBytes),
        matchFiles(scope, pattern, maxBytes),
      ]);
      return { ...listed, matched: matched && new Set(matched) };
    }),
  );
  signal.throwIfAborted();
  const files: PlannedFile[] = [];
  let [passed, sensitive, others] = [0, 0, 0];
  for (const { listed, matched, read, sensitive: secret } of found)
    for (const file of listed.files) {
      // Ripgrep does not search links, large files, and files that git does not ignore after all.
      const isSearched = matched !== undefined && listed.searched.has(file.path) && !read?.has(file.path);
      if (secret?.has(file) === true) sensitive += 1;
      else if (isSearched && !matched.has(file.path)) passed += 1;
      else {
        others += isSearched ? 0 : 1;
        if (isSearched || others <= MAX_SEARCHED)
          files.push({ ...file, label: labelOf(file), isMatched: isSearched });
      }
    }
  return {
    files: files.toSorted((a, b) => a.label.localeCompare(b.label)),
    passed,
    sensitive,
    ignored: found.reduce((sum, { listed }) => sum + listed.ignored, 0),
    isCut: others > MAX_SEARCHED || found.some(({ listed }) => !listed.isWhole),
    byRipgrep: named?.isFile === true || found.every(({ matched }) => matched !== undefined),
  };
}

interface SearchedFolder {
  readonly listed: FoundFolder;
  /** Paths of the files in which ripgrep has found the pattern; undefined if all are to be read. */
  readonly matched: ReadonlySet<string> | undefined;
  /** Paths of the files that are read in any case. */
  readonly read?: ReadonlySet<string> | undefined;
  /** Files that may hold secrets by their names. */
  readonly sensitive?: ReadonlySet<FoundFile> | undefined;
}

/** Ripgrep takes longer to search than to list, so that the time in between serves to classify the names. */
async function listForSearch(listing: Listing, maxBytes: number): Promise<Omit<SearchedFolder, 'matched'>> {
  const listed = await listFolder(listing, maxBytes);
  const globs = readSetting('approval.sensitiveFiles');
  return {
    listed,
    read: specialDocuments(listing.folder),
    sensitive: new Set(listed.files.filter((file) => isSensitive(file, globs))),
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
