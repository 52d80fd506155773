/** Finding files and text in the workspace, without what the user and git leave out. */
import ignore, { type Ignore } from 'ignore';
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ContentPart } from '../../protocol/index.ts';
import type { CallContext, LineMatcher } from '../../tools/index.ts';
import { readText } from './files.ts';
import { labelOf, locate } from './paths.ts';

/** Names and matches given at most, and files looked into at most. */
const MAX_FILES = 500;
const MAX_MATCHES = 300;
const MAX_SEARCHED = 20_000;
/** Files read at the same time. */
const AT_ONCE = 16;
/** Longer lines are shown around the match only. */
const MAX_LINE = 300;
/** Files with more bytes than this are hardly written by hand. */
const MAX_FILE_BYTES = 2_000_000;

/** Makes a matcher for an expression; the core has it. @throws SyntaxError when it is not valid. */
export type MatcherFor = (expression: { readonly source: string; readonly flags: string }) => LineMatcher;

/** Finds files whose path fits a glob. */
export async function findFiles(
  args: Readonly<Record<string, unknown>>,
  { signal }: CallContext,
): Promise<readonly ContentPart[]> {
  const { pattern } = args as { pattern: string };
  const uris = await filesOf(pattern, undefined, signal);
  const names = uris.map(labelOf).toSorted();
  const rest = names.length - MAX_FILES;
  const shown = [...names.slice(0, MAX_FILES), ...(rest > 0 ? [`… and ${rest} more`] : [])];
  return [{ type: 'text', text: names.length === 0 ? `No file fits ${pattern}.` : shown.join('\n') }];
}

/** Finds lines with a text or a regular expression; unsaved changes are searched as they are. */
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
  const matches: string[] = [];
  let done = 0;
  const queue = searched.values();
  const matcher = openMatcher(matcherFor, query, isRegex, matchCase);
  const reader = async (): Promise<void> => {
    for (const uri of queue) {
      signal.throwIfAborted();
      if (matches.length >= MAX_MATCHES) return;
      matches.push(...(await matchesIn(uri, matcher)));
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
  if (matches.length === 0)
    return [{ type: 'text', text: `No match in ${searched.length} files.${unsearched(uris.length)}` }];
  const shown = matches.slice(0, MAX_MATCHES).toSorted(byPlace);
  const more = matches.length >= MAX_MATCHES ? '\n… there are more; narrow the search.' : '';
  return [{ type: 'text', text: `${shown.join('\n')}${more}${unsearched(uris.length)}` }];
}

function unsearched(found: number): string {
  return found > MAX_SEARCHED ? `\nOnly ${MAX_SEARCHED} of ${found} files were searched.` : '';
}

/** Makes a matcher. @throws Error saying what is wrong with the expression. */
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

async function matchesIn(uri: vscode.Uri, matcher: LineMatcher): Promise<string[]> {
  const content = await searchable(uri);
  if (content === undefined) return [];
  const found = await matcher.match(content);
  if (found.length === 0) return [];
  const lines = content.split('\n');
  const label = labelOf(uri);
  return found.map(({ line, at }) => `${label}:${line + 1}: ${excerpt(lines[line] ?? '', at)}`);
}

/** The text of a file; nothing if it is too long, gone meanwhile, or not text. */
async function searchable(uri: vscode.Uri): Promise<string | undefined> {
  try {
    const { size } = await vscode.workspace.fs.stat(uri);
    return size > MAX_FILE_BYTES ? undefined : await readText(uri);
  } catch {
    return undefined;
  }
}

function excerpt(line: string, at: number): string {
  if (line.length <= MAX_LINE) return line.trim();
  const start = Math.max(0, at - MAX_LINE / 2);
  return `…${line.slice(start, start + MAX_LINE)}…`;
}

function byPlace(a: string, b: string): number {
  const [fileA = '', lineA = ''] = a.split(':');
  const [fileB = '', lineB = ''] = b.split(':');
  return fileA.localeCompare(fileB) || Number(lineA) - Number(lineB);
}

/** The files that fit, without what the editor's search leaves out (`files.exclude`, `search.exclude`), and git. */
export async function filesOf(
  pattern: string,
  under: vscode.Uri | undefined,
  signal: AbortSignal,
): Promise<vscode.Uri[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) throw new Error('No folder is open, so there are no files to look for.');
  const cancel = new vscode.CancellationTokenSource();
  const stop = (): void => cancel.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const found = await Promise.all(
      folders.map(async (folder) => {
        const [uris, ignored] = await Promise.all([
          vscode.workspace.findFiles(
            new vscode.RelativePattern(folder, pattern),
            excludedFromSearch(folder.uri),
            MAX_SEARCHED + 1,
            cancel.token,
          ),
          ignoredBy(folder, cancel.token),
        ]);
        return uris.filter((uri) => !ignored(uri.path.slice(folder.uri.path.length + 1)));
      }),
    );
    signal.throwIfAborted();
    return found
      .flat()
      .filter(({ path }) => under === undefined || path === under.path || path.startsWith(`${under.path}/`));
  } finally {
    signal.removeEventListener('abort', stop);
    cancel.dispose();
  }
}

/** The globs of `search.exclude` as one; the editor adds `files.exclude` by itself. */
function excludedFromSearch(folder: vscode.Uri): string | undefined {
  const globs = vscode.workspace
    .getConfiguration('search', folder)
    .get<Record<string, unknown>>('exclude', {});
  const active = Object.keys(globs).filter((glob) => globs[glob] !== false);
  return active.length === 0 ? undefined : `{${active.join(',')}}`;
}

/** Whether git leaves a path of the folder out, by all the .gitignore files in it. */
async function ignoredBy(
  folder: vscode.WorkspaceFolder,
  token: vscode.CancellationToken,
): Promise<(path: string) => boolean> {
  const files = await vscode.workspace.findFiles(
    new vscode.RelativePattern(folder, '**/.gitignore'),
    '**/node_modules/**',
    1_000,
    token,
  );
  const rules = await Promise.all(
    files.map(async (uri): Promise<{ prefix: string; rule: Ignore }> => {
      const prefix = uri.path.slice(folder.uri.path.length + 1, -'.gitignore'.length);
      return { prefix, rule: ignore().add(await readText(uri)) };
    }),
  );
  return (path) =>
    path === '.git' ||
    path.startsWith('.git/') ||
    rules.some(({ prefix, rule }) => path.startsWith(prefix) && rule.ignores(path.slice(prefix.length)));
}
