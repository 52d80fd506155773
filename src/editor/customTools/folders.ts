import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { CustomFolder } from '../../tools/index.ts';

const PLACE = join('.patchbay', 'tools');

type WorkspaceNow = Pick<typeof vscode.workspace, 'isTrusted' | 'workspaceFolders'>;

export const userToolsFolder = join(homedir(), PLACE);

export function toolsFolderOf(folder: vscode.WorkspaceFolder): string {
  return join(folder.uri.fsPath, PLACE);
}

/** The user's folder and, in a trusted workspace, those of its folders, whose tools need confirmation. */
export function customFolders(workspace: WorkspaceNow = vscode.workspace): CustomFolder[] {
  const folders = localFolders(workspace);
  const mine = { path: userToolsFolder, cwd: folders[0]?.uri.fsPath ?? homedir(), needsConfirmation: false };
  if (!workspace.isTrusted) return [mine];
  const theirs = folders.map((folder) => ({
    path: toolsFolderOf(folder),
    cwd: folder.uri.fsPath,
    needsConfirmation: true,
  }));
  // The home folder may be open as a workspace.
  return [mine, ...theirs.filter(({ path }) => path !== userToolsFolder)];
}

export function localFolders(workspace: WorkspaceNow = vscode.workspace): vscode.WorkspaceFolder[] {
  return (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}
