import * as vscode from 'vscode';
import { labelOf, listWorkspace, uriOf } from '../builtInTools/workspaceListing.ts';

/** Milliseconds for which the list is used again, because it is needed with every key typed. */
const FRESH_MS = 5_000;
/** A list that took long is used for so many times as long. */
const FRESH_TIMES = 20;

export interface LabeledUri {
  readonly uri: vscode.Uri;
  readonly label: string;
}

export class WorkspaceFileNames {
  private kept: { until: number; readonly files: Promise<readonly LabeledUri[]> } | undefined;

  list(): Promise<readonly LabeledUri[]> {
    const start = performance.now();
    if (this.kept && start <= this.kept.until) return this.kept.files;
    const kept = { until: start + FRESH_MS, files: find() };
    this.kept = kept;
    void kept.files.then(
      () => {
        const end = performance.now();
        kept.until = Math.max(kept.until, end + FRESH_TIMES * (end - start));
      },
      () => undefined,
    );
    return kept.files;
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
  if ((vscode.workspace.workspaceFolders ?? []).length === 0) return [];
  const folders = await listWorkspace('**/*', new AbortController().signal);
  return folders
    .flatMap(({ files }) => files.map((file) => ({ uri: uriOf(file), label: labelOf(file) })))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
