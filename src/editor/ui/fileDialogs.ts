import * as vscode from 'vscode';
import { inertLabel } from './inert.ts';

const MAX_NAME = 60;

/** `name`, such as a conversation's title, becomes a file name without a path. */
export function showSaveDialog(options: {
  readonly title: string;
  readonly name: string;
  readonly extension: string;
  readonly filters: Readonly<Record<string, string[]>>;
}): Thenable<vscode.Uri | undefined> {
  const { title, name, extension, filters } = options;
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  const base = fileNameOf(name) || 'export';
  return vscode.window.showSaveDialog({
    title: inertLabel(title),
    filters,
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, `${base}.${extension}`) }),
  });
}

export function showOpenDialog({
  title,
  ...others
}: vscode.OpenDialogOptions & { readonly title: string }): Thenable<vscode.Uri[] | undefined> {
  return vscode.window.showOpenDialog({ ...others, title: inertLabel(title) });
}

function fileNameOf(name: string): string {
  return name
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, MAX_NAME);
}

/** Mode of exported files: only the user may read them. */
export const EXPORT_MODE = 0o600;
