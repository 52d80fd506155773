import * as vscode from 'vscode';
import { findGit, realTarget, type GitProgram } from '../../tools/index.ts';

/** The git to ask about the workspace. None before it is trusted: until then the text of its files is read. */
export async function usableGit(): Promise<GitProgram | undefined> {
  if (!vscode.workspace.isTrusted) return undefined;
  return findGit((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath));
}

/** The real paths of the folders of the workspace. */
export function realFolders(): Promise<readonly string[]> {
  return Promise.all((vscode.workspace.workspaceFolders ?? []).map(({ uri }) => realTarget(uri.fsPath)));
}
