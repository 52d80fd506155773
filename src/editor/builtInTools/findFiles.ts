/** Finds the files of the workspace that a model's pattern means. */
import { stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import type { ContentPart } from '../../protocol/index.ts';
import {
  GitIgnore,
  globProblem,
  isInside,
  namedPath,
  RealPaths,
  searchGlobs,
  withLiteralBrackets,
  type CallContext,
} from '../../tools/index.ts';
import { usableGit } from './git.ts';
import { fileLabel } from './labels.ts';
import { listedName } from './listedName.ts';

const MAX_FILES = 500;
/** Most files of a workspace folder that are looked for. */
export const MAX_SEARCHED = 20_000;

export async function findFiles(
  args: Readonly<Record<string, unknown>>,
  { signal }: CallContext,
): Promise<readonly ContentPart[]> {
  const { pattern } = args as { pattern: string };
  const { files, ignored } = await filesOf(pattern, undefined, signal);
  const names = files.map(({ uri }) => listedName(fileLabel(uri))).toSorted();
  const rest = names.length - MAX_FILES;
  const shown = [...names.slice(0, MAX_FILES), ...(rest > 0 ? [`… and ${rest} more`] : [])];
  if (names.length > 0) return [{ type: 'text', text: shown.join('\n') }];
  const left =
    ignored > 0 ? `, but ${ignored === 1 ? '1 file that' : `${ignored} files that`} git ignores` : '';
  return [{ type: 'text', text: `No file fits ${pattern}${left}.` }];
}

export interface FoundFile {
  readonly uri: vscode.Uri;
  readonly real: string;
}

export interface FoundFiles {
  readonly files: readonly FoundFile[];
  /** The number of files that fit, but that git ignores. */
  readonly ignored: number;
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
): Promise<FoundFiles> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) throw new Error('No folder is open, so there are no files to look for.');
  if (await leadsOut(pattern, folders))
    throw new Error(`${pattern} is outside the workspace. Write the glob relative to the workspace folder.`);
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
        const each = new Map(uris.flat().map((uri) => [uri.toString(), uri])).values();
        return insideOf(
          folder.uri,
          [...each].filter(
            ({ path }) => under === undefined || path === under.path || path.startsWith(`${under.path}/`),
          ),
        );
      }),
    );
    signal.throwIfAborted();
    return {
      files: found.flatMap(({ files }) => files),
      ignored: found.reduce((sum, { ignored }) => sum + ignored, 0),
    };
  } finally {
    signal.removeEventListener('abort', stop);
    cancel.dispose();
  }
}

/** A first slash means the workspace folder, unless no folder has the name behind it: then the root of the disk is meant. */
async function leadsOut(pattern: string, folders: readonly vscode.WorkspaceFolder[]): Promise<boolean> {
  const [, name] = /^[/\\]+([^/\\*?{[]+)/.exec(pattern.trim()) ?? [];
  if (name === undefined) return false;
  const roots = folders.map(({ uri }) => uri.fsPath);
  if (roots.some((root) => isInside(pattern.trim(), root))) return false;
  const found = await Promise.all(roots.map((root) => stat(join(root, name)).catch(() => undefined)));
  return found.every((each) => each === undefined);
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

/** Finds the files that really are in the folder, and whose path and real path git does not ignore. */
async function insideOf(folder: vscode.Uri, uris: readonly vscode.Uri[]): Promise<FoundFiles> {
  const paths = new RealPaths(folder.fsPath);
  const realFolder = await paths.folder;
  const ignored = new GitIgnore(realFolder, { git: await usableGit() });
  const found = await Promise.all(
    uris.map(async (uri): Promise<FoundFile | 'ignored' | undefined> => {
      const path = uri.path.slice(folder.path.length + 1);
      const real = await paths.of(path).catch(() => undefined);
      if (real === undefined) return undefined;
      const realPath = relative(realFolder, real).replaceAll(sep, '/');
      const ways = realPath === path ? [path] : [path, realPath];
      const isIgnored = await Promise.all(ways.map((way) => ignored.ignores(way)));
      return isIgnored.includes(true) ? 'ignored' : { uri, real };
    }),
  );
  return {
    files: found.filter((file) => file !== undefined && file !== 'ignored'),
    ignored: found.filter((file) => file === 'ignored').length,
  };
}

/** Returns `search.exclude` as one glob; the editor adds `files.exclude` by itself. */
function excludedFromSearch(folder: vscode.Uri): string | undefined {
  const active = activeGlobs(vscode.workspace.getConfiguration('search', folder));
  return active.length === 0 ? undefined : `{${active.join(',')}}`;
}

/** Returns the globs of what searches leave out. */
export function excludedGlobs(folder: vscode.Uri): readonly string[] {
  return [
    ...activeGlobs(vscode.workspace.getConfiguration('search', folder)),
    ...activeGlobs(vscode.workspace.getConfiguration('files', folder)),
  ];
}

function activeGlobs(configuration: vscode.WorkspaceConfiguration): readonly string[] {
  const globs = configuration.get<Record<string, unknown>>('exclude', {});
  return Object.keys(globs).filter((glob) => globs[glob] !== false);
}
