import { t } from '@vscode/l10n';
import type { FailureAction, Server } from '../../mcp/index.ts';
import { actionsOf, presentAction } from '../serverEditing/failureActions.ts';
import { commands } from '../../contributions/index.ts';
import { treeItem, type HoverPart, type TreeItem } from '../ui/index.ts';

export interface ActionNode {
  readonly kind: 'action';
  readonly server: Server;
  readonly action: FailureAction;
}

export function actionRows(server: Server): ActionNode[] {
  if (server.state.kind !== 'error') return [];
  return actionsOf(server).map((action) => ({ kind: 'action', server, action }));
}

export function actionItem({ server, action }: ActionNode): TreeItem {
  const { label, icon } = presentAction(action);
  return treeItem({
    label,
    id: `action:${server.name}:${action.kind}`,
    contextValue: 'action',
    icon: [icon, 'textLink.foreground'],
    command: { command: commands.troubleshoot, title: label, arguments: [server.name, action.kind] },
    accessibilityInformation: { label: t('{0}, for {1}', label, server.name), role: 'button' },
  });
}

export function actionLinks(server: Server): readonly HoverPart[] {
  return actionsOf(server).flatMap((action, index): HoverPart[] => {
    const { label, icon } = presentAction(action);
    const link = { command: commands.troubleshoot, label, icon, arguments: [server.name, action.kind] };
    return index === 0 ? [link] : ['\u{2002}\u{2002}', link];
  });
}
