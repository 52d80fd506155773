/** Finds the files of the workspace that a model's pattern means. */
import { stat } from 'node:fs/promises';
import { relative, sep } from 'node:path';
import * as vscode from 'vscode';
import type { ContentPart } from '../../protocol/index.ts';
import {
  GitIgnore,
  globProblem,
  namedPath,
  RealPaths,
  searchGlobs,
  withLiteralBrackets,
  type CallContext,
} from '../../tools/index.ts';
import { usableGit } from './git.ts';
import { fileLabel } from './labels.ts';

const MAX_FILES = 500;
/** Most files of a workspace folder that are looked for. */
export const MAX_SEARCHED = 20_000;

export async function findFiles(
  args: Readonly<Record<string, unknown>>,
  { signal }: CallContext,
): Promise<readonly ContentPart[]> {
  const { pattern } = args as { pattern: string };
  const found = await filesOf(pattern, undefined, signal);
  const names = found.map(({ uri }) => fileLabel(uri)).toSorted();
  const rest = names.length - MAX_FILES;
  const shown = [...names.slice(0, MAX_FILES), ...(rest > 0 ? [`… and ${rest} more`] : [])];
  return [{ type: 'text', text: names.length === 0 ? `No file fits ${pattern}.` : shown.join('\n') }];
}

export interface FoundFile {
  readonly uri: vscode.Uri;
  readonly real: string;
}

/**
 * Finds files, without those that search or git excludes and those that a link leads to outside of the workspace
 * folder.
 * @throws Error for an unusable glob
 */
export async function filesOf(
  pattern: string,
  under: vscode.Uri | undefined,
  signal: AbortSignal,
): Promise<readonly FoundFile[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) throw new Error('No folder is open, so there are no files to look for.');
  const cancel = new vscode.CancellationTokenSource();
  const stop = (): void => cancel.cancel();
  signal.addEventListener('abort', stop, { once: true });
  try {
    const found = await Promise.all(
      folders.map(async (folder) => {
        const uris = await Promise.all(
          (await globsIn(folder.uri, pattern)).map((glob) =>
            vscode.workspace.findFiles(
              new vscode.RelativePattern(folder, glob),
              excludedFromSearch(folder.uri),
              MAX_SEARCHED + 1,
              cancel.token,
            ),
          ),
        );
        return insideOf(folder.uri, [...new Map(uris.flat().map((uri) => [uri.toString(), uri])).values()]);
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

/** @throws Error for a glob that cannot be used */
async function globsIn(folder: vscode.Uri, pattern: string): Promise<readonly string[]> {
  const globs = [...searchGlobs(pattern, folder.fsPath)];
  const named = namedPath(pattern, folder.fsPath);
  const isFolder = named !== undefined && (await stat(named).catch(() => undefined))?.isDirectory() === true;
  if (isFolder) globs.push(`${withLiteralBrackets(relative(folder.fsPath, named).replaceAll(sep, '/'))}/**`);
  const problem = globs.map(globProblem).find((each) => each !== undefined);
  if (problem !== undefined) throw new Error(problem);
  return globs;
}

/** Returns the files that really are in the folder, and whose path and real path git does not ignore. */
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

/** Returns `search.exclude` as one glob; the editor adds `files.exclude` by itself. */
function excludedFromSearch(folder: vscode.Uri): string | undefined {
  const globs = vscode.workspace
    .getConfiguration('search', folder)
    .get<Record<string, unknown>>('exclude', {});
  const active = Object.keys(globs).filter((glob) => globs[glob] !== false);
  return active.length === 0 ? undefined : `{${active.join(',')}}`;
}
