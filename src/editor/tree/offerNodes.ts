import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Catalog, Server } from '../../mcp/index.ts';
import { commands } from '../../contributions/index.ts';
import { markedText } from '../../base/common/text.ts';
import { treeItem, type TreeItem } from '../ui/index.ts';

const MAX_ABOUT = 2_000;

export type OfferNode =
  | { readonly kind: 'group'; readonly server: Server; readonly what: 'prompts' | 'resources' }
  | { readonly kind: 'prompt'; readonly server: Server; readonly prompt: Catalog['prompts'][number] }
  | { readonly kind: 'resource'; readonly server: Server; readonly resource: Catalog['resources'][number] };

export function offerGroups(server: Server): OfferNode[] {
  return (['prompts', 'resources'] as const).flatMap((what): OfferNode[] =>
    childrenOf({ kind: 'group', server, what }).length > 0 ? [{ kind: 'group', server, what }] : [],
  );
}

export function childrenOf(node: OfferNode): OfferNode[] {
  const { server } = node;
  if (node.kind !== 'group' || server.state.kind !== 'connected') return [];
  const { prompts, resources } = server.state.catalog;
  return node.what === 'prompts'
    ? prompts.map((prompt) => ({ kind: 'prompt', server, prompt }))
    : resources.map((resource) => ({ kind: 'resource', server, resource }));
}

export function offerItem(node: OfferNode): TreeItem {
  const { server } = node;
  if (node.kind === 'group') {
    const { what } = node;
    return treeItem({
      label: what === 'prompts' ? t('Prompts') : t('Resources'),
      collapsibleState: vscode.TreeItemCollapsibleState.Collapsed,
      icon: what === 'prompts' ? 'comment-discussion' : 'library',
      description: String(childrenOf(node).length),
      id: `group:${server.name}:${what}`,
      contextValue: 'group',
    });
  }
  const [{ title, name, description }, command, argument, icon] =
    node.kind === 'prompt'
      ? [
          node.prompt,
          commands.runPrompt,
          { server: server.name, name: node.prompt.name },
          'comment-discussion',
        ]
      : [node.resource, commands.browseResources, { server: server.name, uri: node.resource.uri }, 'file'];
  const about = markedText(description, MAX_ABOUT);
  return treeItem({
    label: title ?? name,
    icon,
    tooltip: [
      [{ strong: title ?? name }],
      ...(about === undefined ? [] : [[about]]),
      [{ code: node.kind === 'prompt' ? `/${server.name}.${name}` : node.resource.uri }],
    ],
    contextValue: node.kind,
    command: { command, title: node.kind === 'prompt' ? t('Run') : t('Open'), arguments: [argument] },
  });
}
