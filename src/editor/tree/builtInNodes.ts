/** Patchbay's own tools in the tree: one row that unfolds to a checkbox for each. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import type { Tool } from '../../tools/index.ts';
import { toolCheckbox } from './checkbox.ts';

/** The row of all of them, or of one. */
export type BuiltInNode =
  | { readonly kind: 'builtIn' }
  | { readonly kind: 'builtInTool'; readonly tool: Tool };

/** Always the same, so that the editor knows it again. */
export const builtInRoot = { kind: 'builtIn' } as const;

/** The rows below the root. */
export function builtInRows({ tools }: Engine): BuiltInNode[] {
  return tools.builtIn.map((tool) => ({ kind: 'builtInTool', tool }));
}

/** The row of the root or of a tool. */
export function builtInItem(node: BuiltInNode, { tools, enablement }: Engine): vscode.TreeItem {
  const isOn = ({ name }: Tool): boolean => enablement.isEnabled(tools.builtInSource, name);
  if (node.kind === 'builtIn') {
    const all = tools.builtIn.length;
    const on = tools.builtIn.filter(isOn).length;
    const item = new vscode.TreeItem(t('Built-in tools'), vscode.TreeItemCollapsibleState.Collapsed);
    item.id = 'builtIn';
    item.contextValue = 'builtIn';
    item.iconPath = new vscode.ThemeIcon('tools');
    item.description = on === all ? String(all) : t('{0} of {1}', on, all);
    item.tooltip = t('What Patchbay itself can do in this workspace.');
    item.accessibilityInformation = { label: t('Built-in tools, {0} of {1} on', on, all) };
    return item;
  }
  const { tool } = node;
  const { name, title = name, description } = tool;
  const item = new vscode.TreeItem(title);
  item.id = `builtIn:${name}`;
  item.contextValue = 'builtInTool';
  item.description = description.split('\n', 1)[0] ?? '';
  item.checkboxState = toolCheckbox(title, isOn(tool));
  const asks = tool.permission({}) === 'free' ? t('It runs without asking.') : t('It asks before it runs.');
  item.tooltip = new vscode.MarkdownString(`**${title}** (\`${name}\`)\n\n${description}\n\n${asks}`);
  return item;
}
