/** Rows of trees, whose label, description and tooltip are inert. */
import * as vscode from 'vscode';
import { hover, type HoverPart } from './hover.ts';
import { inertLabel } from './inert.ts';

declare const made: unique symbol;

/** A row that `treeItem` has made: nothing can be written into it any more. */
export type TreeItem = Readonly<vscode.TreeItem> & { readonly [made]: true };

/** A checkbox with its texts, which are tooltips and labels for screen readers: the editor makes nothing of them. */
export type CheckboxState = NonNullable<
  Exclude<vscode.TreeItem['checkboxState'], vscode.TreeItemCheckboxState>
>;

/** What a row shows. A hover is a text, or paragraphs. */
export interface TreeItemOptions {
  readonly label: string;
  readonly id?: string;
  readonly description?: string;
  readonly tooltip?: string | readonly (readonly HoverPart[])[];
  /** An icon by its name, in a colour of the theme where that is named, too. */
  readonly icon?: string | readonly [icon: string, color: string];
  readonly contextValue?: string;
  readonly collapsibleState?: vscode.TreeItemCollapsibleState;
  readonly command?: vscode.Command;
  readonly checkboxState?: CheckboxState;
  readonly accessibilityInformation?: vscode.AccessibilityInformation;
}

/** The row. */
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
