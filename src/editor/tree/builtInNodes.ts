import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import type { Tool } from '../../tools/index.ts';
import { treeItem, type TreeItem } from '../ui/index.ts';
import { placeLabel, type ToolPlace } from '../servers/serverLabels.ts';
import { outsideLabel, toolSwitch } from './toolNodes.ts';

export type BuiltInNode =
  | { readonly kind: 'builtIn' }
  | { readonly kind: 'builtInTool'; readonly tool: Tool };

/** VS Code recognizes the row by its object, so there is only one. */
export const builtInRoot = { kind: 'builtIn' } as const;

export function builtInRows({ tools }: Engine): BuiltInNode[] {
  return tools.builtIn.map((tool) => ({ kind: 'builtInTool', tool }));
}

export function builtInItem(
  node: BuiltInNode,
  { tools, enablement }: Engine,
  offer: ToolPlace | undefined,
): TreeItem {
  const isOn = ({ name }: Tool): boolean => enablement.isEnabled(tools.builtInSource, name);
  if (node.kind === 'builtIn') {
    const all = tools.builtIn.length;
    const on = tools.builtIn.filter(isOn).length;
    return treeItem({
      label: t('Built-in tools'),
      collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
      id: 'builtIn',
      contextValue: 'builtIn',
      icon: 'tools',
      description: on === all ? String(all) : t('{0} of {1}', on, all),
      tooltip: t('Tools that Patchbay provides in this workspace.'),
      accessibilityInformation: { label: t('Built-in tools, {0} of {1} enabled', on, all) },
    });
  }
  const { tool } = node;
  const { name, title = name, description } = tool;
  const place = isOn(tool) ? placeLabel(offer) : undefined;
  const asks =
    tool.usualNeed === 'free' ? t('The tool runs without approval.') : t('The tool needs approval.');
  return treeItem({
    label: title,
    id: `builtIn:${name}`,
    contextValue: 'builtInTool',
    icon: tool.usualNeed === 'free' ? 'eye' : 'tools',
    description: isOn(tool) ? outsideLabel(offer) : undefined,
    ...toolSwitch(title, isOn(tool), {
      more: place === undefined ? [] : [place],
      isMissing: offer === 'outside',
    }),
    tooltip: [
      [{ strong: title }, ' (', { code: name }, ')', ...(place === undefined ? [] : [` · ${place}`])],
      [description],
      [asks],
    ],
  });
}
