import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import { markedText } from '../../base/common/text.ts';
import { placeLabel, type ToolPlace } from '../servers/serverLabels.ts';
import { treeItem, type TreeItem } from '../ui/index.ts';
import { costSentence, type Window } from './cost.ts';
import type { ExtensionNode } from './extensionRows.ts';
import { toolSwitch } from './toolNodes.ts';

/** VS Code recognizes the row by its object, so there is only one. */
export const extensionsRoot = { kind: 'extensions' } as const;

const MAX_DESCRIPTION = 2_000;

/** `offer` says how a tool stood in the last request. */
export function extensionItem(
  node: ExtensionNode,
  engine: Engine,
  window: Window,
  offer: ToolPlace | undefined,
): TreeItem {
  return node.kind === 'extensions' ? rootItem(engine) : toolItem(node, engine, window, offer);
}

function rootItem({ tools, enablement }: Engine): TreeItem {
  const all = tools.extensionTools;
  const on = all.filter(({ tool, source }) => enablement.isEnabled(source, tool.name)).length;
  return treeItem({
    label: t('Other extensions'),
    collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
    id: 'extensions',
    contextValue: 'extensions',
    icon: 'extensions',
    description: t('{0} of {1}', on, all.length),
    tooltip: t(
      'Tools that other extensions add to VS Code. They are disabled until you enable them, and need approval before they run.',
    ),
    accessibilityInformation: { label: t('Tools of other extensions, {0} of {1} enabled', on, all.length) },
  });
}

function toolItem(
  { tool, wireName, source }: Extract<ExtensionNode, { kind: 'extensionTool' }>,
  engine: Engine,
  window: Window,
  offer: ToolPlace | undefined,
): TreeItem {
  const { name, title = name } = tool;
  const extension = tool.source.kind === 'extension' ? tool.source.extension : '';
  const isOn = engine.enablement.isEnabled(source, name);
  const place = isOn ? placeLabel(offer) : undefined;
  const description = markedText(tool.description, MAX_DESCRIPTION);
  return treeItem({
    label: title,
    id: `extensionTool:${extension}:${name}`,
    contextValue: 'extensionTool',
    icon: 'tools',
    description: [...(isOn && offer === 'outside' ? [placeLabel(offer)] : []), extension].join(' · '),
    ...toolSwitch(title, isOn, {
      more: [extension, ...(place === undefined ? [] : [place])],
      isMissing: offer === 'outside',
    }),
    tooltip: [
      [{ strong: title }, ` · ${extension}`, ...(place === undefined ? [] : [` · ${place}`])],
      ...(description === undefined ? [] : [[description]]),
      [costSentence(engine.costs.tokensOfTool({ wireName, tool }), window, isOn ? offer : undefined)],
      [t('Name for the model: {0}. The tool needs approval.', wireName)],
    ],
  });
}
