/** Tree views, whose message, description and badge are inert. */
import * as vscode from 'vscode';
import { inertLabel } from './inert.ts';
import type { TreeItem } from './treeItem.ts';

/** A provider whose rows are made by `treeItem`. */
export interface TreeDataProvider<T> extends vscode.TreeDataProvider<T> {
  getTreeItem(element: T): TreeItem;
}

/** A tree view without the properties that take text. */
export type TreeView<T> = Omit<vscode.TreeView<T>, 'title' | 'message' | 'description' | 'badge'> & {
  /** Shows texts above the rows, beside the title and on the badge. */
  setStatus(status: TreeStatus): void;
};

/** What a view says as a whole. */
export interface TreeStatus {
  readonly message: string;
  readonly description: string;
  readonly badge: vscode.ViewBadge | undefined;
}

/** Makes the view. */
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
