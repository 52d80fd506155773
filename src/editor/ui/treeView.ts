import * as vscode from 'vscode';
import { inertLabel } from './inert.ts';
import { hover, type HoverPart } from './hover.ts';

export interface TreeDataProvider<T> extends vscode.TreeDataProvider<T> {
  getTreeItem(element: T): TreeItem;
}

/** A tree view without the properties that take text, which would show it unchanged. */
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
    const shown = inertLabel(message);
    // Each assignment delays rows that change just then.
    if (view.message !== shown) view.message = shown;
    view.description = inertLabel(description);
    view.badge = badge && { value: badge.value, tooltip: inertLabel(badge.tooltip) };
  };
  return Object.assign(view, { setStatus });
}

declare const made: unique symbol;

/** A row that only `treeItem` makes. It is read-only, so that its texts stay inert. */
export type TreeItem = Readonly<vscode.TreeItem> & { readonly [made]: true };

/** VS Code shows these texts as they are, in tooltips and to screen readers. */
export type CheckboxState = NonNullable<
  Exclude<vscode.TreeItem['checkboxState'], vscode.TreeItemCheckboxState>
>;

export interface TreeItemOptions {
  readonly label: string;
  readonly id?: string;
  readonly description?: string | undefined;
  readonly tooltip?: string | readonly (readonly HoverPart[])[] | undefined;
  readonly icon?: string | readonly [icon: string, color: string];
  readonly contextValue?: string;
  readonly collapsibleState?: vscode.TreeItemCollapsibleState;
  readonly command?: vscode.Command;
  readonly checkboxState?: CheckboxState;
  readonly accessibilityInformation?: vscode.AccessibilityInformation;
}

export function treeItem(options: TreeItemOptions): TreeItem {
  const { label, description, tooltip, icon, collapsibleState, ...others } = options;
  const item = new vscode.TreeItem(inertLabel(label), collapsibleState);
  Object.assign(item, others);
  if (description !== undefined) item.description = inertLabel(description);
  if (tooltip !== undefined)
    item.tooltip = typeof tooltip === 'string' ? inertLabel(tooltip) : hover(tooltip);
  if (icon !== undefined) item.iconPath = themeIcon(icon);
  return item as TreeItem;
}

function themeIcon(icon: string | readonly [icon: string, color: string]): vscode.ThemeIcon {
  return typeof icon === 'string'
    ? new vscode.ThemeIcon(icon)
    : new vscode.ThemeIcon(icon[0], new vscode.ThemeColor(icon[1]));
}
