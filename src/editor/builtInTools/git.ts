import * as vscode from 'vscode';
import { findGit, realTarget, type GitProgram } from '../../tools/index.ts';

/**
 * Returns the git program to ask about the workspace. There is none before the workspace is trusted: until then,
 * Patchbay reads git's files itself.
 */
export async function usableGit(): Promise<GitProgram | undefined> {
  if (!vscode.workspace.isTrusted) return undefined;
  return findGit((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath));
}

/** The real paths of the folders of the workspace. */
export function realFolders(): Promise<readonly string[]> {
  return Promise.all((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => realTarget(uri.fsPath)));
}
