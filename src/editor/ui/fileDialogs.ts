/** Dialogs for files, whose titles are inert and which propose a plain file name. */
import * as vscode from 'vscode';
import { inertLabel } from './inert.ts';

/** Characters of a proposed name, without its extension. */
const MAX_NAME = 60;

/** Asks where to write a file. Its `name`, such as a conversation's title, becomes a name without any path. */
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

/** Has files chosen. */
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

/** The mode of a new file that the user exports to: what was said and done is for them alone, until they say otherwise. */
export const EXPORT_MODE = 0o600;
