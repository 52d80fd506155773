/** The folders in which the user's own tools are. */
import { homedir } from 'node:os';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { CustomFolder } from '../../tools/index.ts';

const PLACE = join('.patchbay', 'tools');

/** What matters of the workspace. */
type WorkspaceNow = Pick<typeof vscode.workspace, 'isTrusted' | 'workspaceFolders'>;

/** Of the user, for every workspace. */
export const userToolsFolder = join(homedir(), PLACE);

/** Of a workspace folder. */
export function toolsFolderOf(folder: vscode.WorkspaceFolder): string {
  return join(folder.uri.fsPath, PLACE);
}

/**
 * The user's, and those of the workspace's folders that are files, once the workspace is trusted: the user confirms
 * each of their tools, too.
 */
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

/** The workspace folders that are on this machine's disk. */
export function localFolders(workspace: WorkspaceNow = vscode.workspace): vscode.WorkspaceFolder[] {
  return (workspace.workspaceFolders ?? []).filter(({ uri }) => uri.scheme === 'file');
}
