/** The files of the workspace by name, found by the editor and kept for as long as somebody types. */
import * as vscode from 'vscode';
import { filesOf } from '../builtInTools/search.ts';

/** How long in ms a list is good: who types asks with every letter. */
const FRESH_MS = 5_000;

/** A file or folder with the path by which people know it. */
export interface NamedPlace {
  readonly uri: vscode.Uri;
  readonly label: string;
}

export class WorkspaceFiles {
  private kept: { readonly at: number; readonly files: Promise<readonly NamedPlace[]> } | undefined;

  /** All files that neither the editor's exclusions nor git leave out; none where no folder is open. */
  list(): Promise<readonly NamedPlace[]> {
    const now = performance.now();
    if (!this.kept || now - this.kept.at > FRESH_MS) this.kept = { at: now, files: find() };
    return this.kept.files;
  }

  /** The folders that the files are in, without the workspace folders themselves. */
  async folders(): Promise<readonly NamedPlace[]> {
    const found = new Map<string, NamedPlace>();
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

async function find(): Promise<readonly NamedPlace[]> {
  const folders = vscode.workspace.workspaceFolders ?? [];
  if (folders.length === 0) return [];
  const found = await filesOf('**/*', undefined, new AbortController().signal);
  return found
    .map(({ uri }) => ({ uri, label: vscode.workspace.asRelativePath(uri, folders.length > 1) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
