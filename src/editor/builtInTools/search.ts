import { placeAfter, placeBefore } from '../../base/common/cut.ts';
import { readFile, stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ContentPart } from '../../protocol/index.ts';
import {
  classifySensitive,
  GitIgnore,
  globProblem,
  RealPaths,
  type CallContext,
  type LineMatcher,
} from '../../tools/index.ts';
import { lineFeeds } from '../../base/common/lineEnds.ts';
import { readSetting } from '../settings/settings.ts';
import { isSecretText } from './contentLook.ts';
import { usableGit } from './git.ts';
import {
  decodeShown,
  documentOf,
  isBinary,
  isUtf8Usual,
  readShown,
  validUtf8,
  type ShownText,
} from './fileText.ts';
import { labelOf } from './labels.ts';
import { locate } from './paths.ts';

const MAX_FILES = 500;
const MAX_MATCHES = 300;
const MAX_SEARCHED = 20_000;
const AT_ONCE = 16;
/** Longer lines are shown around the match only. */
const MAX_LINE = 300;
/** Larger files are hardly written by hand. */
const MAX_FILE_BYTES = 2_000_000;

/** @throws SyntaxError for an invalid expression. */
export type MatcherFor = (expression: { readonly source: string; readonly flags: string }) => LineMatcher;

export async function findFiles(
  args: Readonly<Record<string, unknown>>,
  { signal }: CallContext,
): Promise<readonly ContentPart[]> {
  const { pattern } = args as { pattern: string };
  const found = await filesOf(pattern, undefined, signal);
  const names = found.map(({ uri }) => labelOf(uri)).toSorted();
  const rest = names.length - MAX_FILES;
  const shown = [...names.slice(0, MAX_FILES), ...(rest > 0 ? [`… and ${rest} more`] : [])];
  return [{ type: 'text', text: names.length === 0 ? `No file fits ${pattern}.` : shown.join('\n') }];
}

export async function searchText(
  args: Readonly<Record<string, unknown>>,
  { signal, onProgress }: CallContext,
  matcherFor: MatcherFor,
): Promise<readonly ContentPart[]> {
  const {
    query,
    isRegex = false,
    matchCase = false,
    include = '**/*',
    path,
  } = args as {
    query: string;
    isRegex?: boolean;
    matchCase?: boolean;
    include?: string;
    path?: string;
  };
  const uris = await filesOf(include, path === undefined ? undefined : (await locate(path)).uri, signal);
  const searched = uris.slice(0, MAX_SEARCHED);
  const globs = readSetting('approval.sensitiveFiles');
  let left = 0;
  const matches: string[] = [];
  let done = 0;
  const queue = searched.values();
  let lossy = 0;
  const isUtf8 = (vscode.workspace.workspaceFolders ?? []).every((folder) => isUtf8Usual(folder.uri));
  const matcher = openMatcher(matcherFor, query, isRegex, matchCase);
  const reader = async (): Promise<void> => {
    for (const found of queue) {
      signal.throwIfAborted();
      if (matches.length >= MAX_MATCHES) return;
      if (isSensitive(found, globs)) left += 1;
      else {
        const { lines, isLossy } = await matchesIn(found, matcher, isUtf8);
        matches.push(...lines);
        if (isLossy) lossy += 1;
      }
      done += 1;
      if (done % 500 === 0)
        onProgress({ progress: done, total: searched.length, message: t('{0} files searched', done) });
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, reader));
  } finally {
    matcher.dispose();
  }
  const rest = unsearched(uris.length) + leftOut(left) + lossyNote(lossy);
  if (matches.length === 0)
    return [{ type: 'text', text: `No match in ${searched.length - left} files.${rest}` }];
  const shown = matches.slice(0, MAX_MATCHES).toSorted(byPlace);
  const more = matches.length >= MAX_MATCHES ? '\n… there are more; narrow the search.' : '';
  return [{ type: 'text', text: `${shown.join('\n')}${more}${rest}` }];
}

function unsearched(found: number): string {
  return found > MAX_SEARCHED ? `\nOnly ${MAX_SEARCHED} of ${found} files were searched.` : '';
}

function leftOut(count: number): string {
  if (count === 0) return '';
  const files =
    count === 1 ? '1 file that may hold secrets was' : `${count} files that may hold secrets were`;
  return `\n${files} left out. read_file reads one, if the user allows it.`;
}

function lossyNote(count: number): string {
  if (count === 0) return '';
  const files = count === 1 ? '1 file with matches' : `${count} files with matches`;
  return `\nThe encoding of ${files} is not known; \uFFFD stands for what could not be read.`;
}

/** @throws Error that says what is wrong with the expression. */
function openMatcher(
  matcherFor: MatcherFor,
  query: string,
  isRegex: boolean,
  matchCase: boolean,
): LineMatcher {
  const source = isRegex ? query : query.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  try {
    return matcherFor({ source, flags: matchCase ? 'u' : 'iu' });
  } catch (error) {
    throw new Error(`The regular expression is not valid: ${(error as Error).message}`, { cause: error });
  }
}

async function matchesIn(
  { uri, real }: FoundFile,
  matcher: LineMatcher,
  isUtf8: boolean,
): Promise<{ readonly lines: readonly string[]; readonly isLossy: boolean }> {
  const content = await searchable(uri, real, isUtf8);
  const found = content === undefined ? [] : await matcher.match(content.text);
  // A file with a secret is left out without a word: that it was left out would say that it matches.
  if (content === undefined || found.length === 0 || isSecretText(content.text, { path: uri.fsPath, real }))
    return { lines: [], isLossy: false };
  const all = content.text.split('\n');
  const label = labelOf(uri);
  return {
    lines: found.map(({ line, at }) => `${label}:${line + 1}: ${excerpt(all[line] ?? '', at)}`),
    isLossy: content.isLossy,
  };
}

/** Undefined if the file is too large, gone, or not text. */
async function searchable(uri: vscode.Uri, real: string, isUtf8: boolean): Promise<ShownText | undefined> {
  try {
    const open = documentOf(uri);
    if (open?.isDirty) return await readShown(uri);
    // Not through the editor: that would be a message for each of thousands of files.
    const { size } = await stat(real);
    if (size > MAX_FILE_BYTES) return undefined;
    const bytes = await readFile(real);
    if (isBinary(bytes)) return undefined;
    const text = validUtf8(bytes);
    // Encodings differ in what is not ASCII.
    const isPlain = text?.length === bytes.length || (isUtf8 && (open?.encoding ?? 'utf8') === 'utf8');
    if (text !== undefined && isPlain) return { text: lineFeeds(text), isLossy: false };
    return await decodeShown(uri, bytes);
  } catch {
    return undefined;
  }
}

function excerpt(line: string, at: number): string {
  if (line.length <= MAX_LINE) return line.trim();
  const start = placeAfter(line, at - MAX_LINE / 2);
  return `…${line.slice(start, placeBefore(line, start + MAX_LINE))}…`;
}

function byPlace(a: string, b: string): number {
  const [fileA = '', lineA = ''] = a.split(':');
  const [fileB = '', lineB = ''] = b.split(':');
  return fileA.localeCompare(fileB) || Number(lineA) - Number(lineB);
}

export interface FoundFile {
  readonly uri: vscode.Uri;
  readonly real: string;
}

function isSensitive({ uri, real }: FoundFile, globs: readonly string[]): boolean {
  const named = uri.fsPath;
  const isNamed = (path: string): boolean => classifySensitive(path, globs) !== undefined;
  return isNamed(named) || (real !== named && isNamed(real));
}

/** Not what search or git excludes, or links out of the workspace folder. @throws Error for an unusable glob */
export async function filesOf(
  pattern: string,
  under: vscode.Uri | undefined,
  signal: AbortSignal,
): Promise<readonly FoundFile[]> {
  const problem = globProblem(pattern);
  if (problem !== undefined) throw new Error(problem);
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) throw new Error('No folder is open, so there are no files to look for.');
  const cancel = new vscode.CancellationTokenSource();
  const stop = (): void => cancel.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const found = await Promise.all(
      folders.map(async (folder) => {
        const uris = await vscode.workspace.findFiles(
          new vscode.RelativePattern(folder, pattern),
          excludedFromSearch(folder.uri),
          MAX_SEARCHED + 1,
          cancel.token,
        );
        return insideOf(folder.uri, uris);
      }),
    );
    signal.throwIfAborted();
    return found
      .flat()
      .filter(
        ({ uri: { path } }) =>
          under === undefined || path === under.path || path.startsWith(`${under.path}/`),
      );
  } finally {
    signal.removeEventListener('abort', stop);
    cancel.dispose();
  }
}

/** Files that really are in the folder and that git ignores under neither name. */
async function insideOf(folder: vscode.Uri, uris: readonly vscode.Uri[]): Promise<readonly FoundFile[]> {
  const paths = new RealPaths(folder.fsPath);
  const realFolder = await paths.folder;
  const ignored = new GitIgnore(realFolder, { git: await usableGit() });
  const found = await Promise.all(
    uris.map(async (uri): Promise<FoundFile | undefined> => {
      const path = uri.path.slice(folder.path.length + 1);
      const real = await paths.of(path).catch(() => undefined);
      if (real === undefined || (await ignored.ignores(path))) return undefined;
      const realPath = relative(realFolder, real).replaceAll(sep, '/');
      return realPath !== path && (await ignored.ignores(realPath)) ? undefined : { uri, real };
    }),
  );
  return found.filter((file) => file !== undefined);
}

/** `search.exclude` as one glob; the editor adds `files.exclude` by itself. */
function excludedFromSearch(folder: vscode.Uri): string | undefined {
  const globs = vscode.workspace
    .getConfiguration('search', folder)
    .get<Record<string, unknown>>('exclude', {});
  const active = Object.keys(globs).filter((glob) => globs[glob] !== false);
  return active.length === 0 ? undefined : `{${active.join(',')}}`;
}
