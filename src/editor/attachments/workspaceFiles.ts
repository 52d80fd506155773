import * as vscode from 'vscode';
import { filesOf } from '../builtInTools/findFiles.ts';

/** Milliseconds for which the list is used again, because it is needed with every key typed. */
const FRESH_MS = 5_000;

export interface LabeledUri {
  readonly uri: vscode.Uri;
  readonly label: string;
}

export class WorkspaceFileNames {
  private kept: { readonly at: number; readonly files: Promise<readonly LabeledUri[]> } | undefined;

  list(): Promise<readonly LabeledUri[]> {
    const now = performance.now();
    if (!this.kept || now - this.kept.at > FRESH_MS) this.kept = { at: now, files: find() };
    return this.kept.files;
  }

  async folders(): Promise<readonly LabeledUri[]> {
    const found = new Map<string, LabeledUri>();
    for (const { uri, label } of await this.list()) {
      const depth = label.split('/').length - 1;
      let [folder, name] = [uri, label];
      for (let up = 0; up < depth; up++) {
        folder = vscode.Uri.joinPath(folder, '..');
        name = name.slice(0, name.lastIndexOf('/'));
        if (found.has(name)) break;
        found.set(name, { uri: folder, label: name });
      }
    }
    return [...found.values()];
  }
}

async function find(): Promise<readonly LabeledUri[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) return [];
  const { files } = await filesOf('**/*', undefined, new AbortController().signal);
  return files
    .map(({ uri }) => ({ uri, label: vscode.workspace.asRelativePath(uri, folders.length > 1) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
