/**
 * Remembers which rows the user has unfolded. VS Code forgets that of a row that a filter takes away, and of one whose id
 * changes.
 */
import * as vscode from 'vscode';
import type { TreeItem } from '../ui/index.ts';
import type { Node } from './nodes.ts';

export class UnfoldedRows {
  private readonly names = new Set<string>();

  add(node: Node): void {
    const name = nameOf(node);
    if (name !== undefined) this.names.add(name);
  }

  delete(node: Node): void {
    const name = nameOf(node);
    if (name !== undefined) this.names.delete(name);
  }

  /** Returns the item, unfolded if the user has unfolded its row. */
  show(node: Node, item: TreeItem): TreeItem {
    const { Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const isUnfolded = item.collapsibleState === Collapsed && this.names.has(nameOf(node) ?? '');
    return isUnfolded ? Object.assign(item, { collapsibleState: Expanded }) : item;
  }
}

/** Returns a name that a filter does not change; undefined for rows without others below. */
function nameOf(node: Node): string | undefined {
  switch (node.kind) {
    case 'server':
      return `server:${node.server.name}`;
    case 'invalid':
      return `invalid:${node.entry.name}`;
    case 'group':
      return `group:${node.server.name}:${node.what}`;
    case 'builtIn':
    case 'custom':
    case 'extensions':
    case 'skills':
      return node.kind;
    default:
      return undefined;
  }
}
