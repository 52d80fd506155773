/** The globs of a search: those that a model writes, and those that the settings exclude. */
import { stat } from 'node:fs/promises';
import { join, posix, relative, sep } from 'node:path';
import * as vscode from 'vscode';
import {
  comparableNames,
  compileGlob,
  globProblem,
  isInside,
  namedPath,
  searchGlobs,
  withLiteralBrackets,
} from '../../tools/index.ts';

/** A first slash means the workspace folder, unless no folder has the name behind it: then the root of the disk is meant. */
export async function leadsOut(
  pattern: string,
  folders: readonly vscode.WorkspaceFolder[],
): Promise<boolean> {
  const [, name] = /^[/\\]+([^/\\*?{[]+)/.exec(pattern.trim()) ?? [];
  if (name === undefined) return false;
  const roots = folders.map(({ uri }) => uri.fsPath);
  if (roots.some((root) => isInside(pattern.trim(), root))) return false;
  const found = await Promise.all(roots.map((root) => stat(join(root, name)).catch(() => undefined)));
  return found.every((each) => each === undefined);
}

/** @throws Error for a glob that cannot be used */
export async function globsIn(folder: vscode.Uri, pattern: string): Promise<readonly string[]> {
  const globs = [...searchGlobs(pattern, folder.fsPath)];
  const named = namedPath(pattern, folder.fsPath);
  const isFolder = named !== undefined && (await stat(named).catch(() => undefined))?.isDirectory() === true;
  if (isFolder) globs.push(`${withLiteralBrackets(relative(folder.fsPath, named).replaceAll(sep, '/'))}/**`);
  const problem = globs.map(globProblem).find((each) => each !== undefined);
  if (problem !== undefined) throw new Error(problem);
  return globs;
}

/** Returns `search.exclude` as one glob; the editor adds `files.exclude` by itself. */
export function excludedFromSearch(folder: vscode.Uri): string | undefined {
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

/** Returns the globs of what is left out whatever stands beside a file. */
export function plainlyExcluded(folder: vscode.Uri): readonly string[] {
  const globs = excludedFiles(folder);
  return [
    ...activeGlobs(vscode.workspace.getConfiguration('search', folder)),
    ...Object.keys(globs).filter((glob) => globs[glob] === true),
  ];
}

export type IsHidden = (path: string, has: (path: string) => boolean) => boolean;

/** `files.exclude` can hide a file only where another one stands beside it, as with `"when": "$(basename).ts"`. */
export function siblingsOf(folder: vscode.Uri): readonly IsHidden[] {
  return Object.entries(excludedFiles(folder)).flatMap(([glob, value]) => {
    const when = (value as { readonly when?: unknown } | null)?.when;
    if (typeof when !== 'string') return [];
    const matches = compileGlob(glob);
    return [
      (path, has) => {
        if (!matches(comparableNames(path))) return false;
        const { dir, name } = posix.parse(path);
        return has(
          posix.join(
            dir,
            when.replace('$(basename)', () => name),
          ),
        );
      },
    ] satisfies IsHidden[];
  });
}

function excludedFiles(folder: vscode.Uri): Readonly<Record<string, unknown>> {
  return vscode.workspace.getConfiguration('files', folder).get<Record<string, unknown>>('exclude', {});
}

function activeGlobs(configuration: vscode.WorkspaceConfiguration): readonly string[] {
  const globs = configuration.get<Record<string, unknown>>('exclude', {});
  return Object.keys(globs).filter((glob) => globs[glob] !== false);
}
