import * as vscode from 'vscode';
import { inertLabel } from './inert.ts';
import type { TreeItem } from './treeItem.ts';

export interface TreeDataProvider<T> extends vscode.TreeDataProvider<T> {
  getTreeItem(element: T): TreeItem;
}

/** Without the properties that take text. */
export type TreeView<T> = Omit<vscode.TreeView<T>, 'title' | 'message' | 'description' | 'badge'> & {
  setStatus(status: TreeStatus): void;
};

export interface TreeStatus {
  readonly message: string;
  readonly description: string;
  readonly badge: vscode.ViewBadge | undefined;
}

export function createTreeView<T>(
  viewId: string,
  options: vscode.TreeViewOptions<T> & { readonly treeDataProvider: TreeDataProvider<T> },
): TreeView<T> {
  const view = vscode.window.createTreeView(viewId, options);
  const setStatus = ({ message, description, badge }: TreeStatus): void => {
    view.message = inertLabel(message);
    view.description = inertLabel(description);
    view.badge = badge && { value: badge.value, tooltip: inertLabel(badge.tooltip) };
  };
  return Object.assign(view, { setStatus });
}
