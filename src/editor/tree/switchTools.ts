/** What the checkboxes of the tree do: a tool is given to the model, or kept from it. */
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import type { Node } from './nodes.ts';

/** Switches the tools of the rows that the user has checked or unchecked. */
export function switchTools(
  { enablement, tools }: Engine,
  items: readonly (readonly [Node, vscode.TreeItemCheckboxState])[],
): void {
  for (const [node, state] of items) {
    const on = state === vscode.TreeItemCheckboxState.Checked;
    if (node.kind === 'tool') enablement.set(node.server.name, [node.tool.name], on);
    if (node.kind === 'builtInTool') enablement.set(tools.builtInSource, [node.tool.name], on);
    if (node.kind === 'customFile' && node.file.kind === 'tool')
      enablement.set(tools.customSource, [node.file.tool.name], on);
  }
}
