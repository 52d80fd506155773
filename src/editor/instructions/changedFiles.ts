/**
 * Asks the editor's git extension how many files are changed. It has counted them already, and asking git itself would
 * start programs that a repository configures (decision 044).
 */
import * as vscode from 'vscode';
import { isRecord } from '../../base/common/guards.ts';
import { isInside } from '../../tools/index.ts';

const KINDS = ['mergeChanges', 'indexChanges', 'workingTreeChanges', 'untrackedChanges'] as const;

/** Returns the number of changed files of the nearest repository; undefined if the extension knows none. */
export function changedFiles(folder: string): number | undefined {
  const [state] = repositories()
    .filter(({ root }) => isInside(folder, root))
    .toSorted((a, b) => b.root.length - a.root.length)
    .map((repository) => repository.state);
  // Before the extension has looked for the first time, it has no HEAD.
  if (!state || !isRecord(state['HEAD'])) return undefined;
  const changes = KINDS.flatMap((kind) => (Array.isArray(state[kind]) ? (state[kind] as unknown[]) : []));
  const uris = changes.flatMap((change) =>
    isRecord(change) && change['uri'] instanceof vscode.Uri ? [change['uri'].toString()] : [],
  );
  return new Set(uris).size;
}

function repositories(): { readonly root: string; readonly state: Readonly<Record<string, unknown>> }[] {
  const extension = vscode.extensions.getExtension<unknown>('vscode.git');
  if (extension?.isActive !== true || !isRecord(extension.exports)) return [];
  const { exports } = extension;
  if (exports['enabled'] !== true || typeof exports['getAPI'] !== 'function') return [];
  const api: unknown = exports['getAPI'](1);
  const found = isRecord(api) && Array.isArray(api['repositories']) ? (api['repositories'] as unknown[]) : [];
  return found.flatMap((each) => {
    if (!isRecord(each)) return [];
    const { rootUri, state } = each;
    return rootUri instanceof vscode.Uri && isRecord(state) ? [{ root: rootUri.fsPath, state }] : [];
  });
}
