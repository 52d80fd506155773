/** What can be done about a server that is in error, as rows below it: each does its step when it is chosen. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { FailureAction, Server } from '../../mcp/index.ts';
import { actionsOf, lookOf } from '../failureActions.ts';
import { commands } from '../ids.ts';

/** A row with a next step. */
export interface ActionNode {
  readonly kind: 'action';
  readonly server: Server;
  readonly action: FailureAction;
}

/** The next steps of a server; none unless it is in error. */
export function actionRows(server: Server): ActionNode[] {
  if (server.state.kind !== 'error') return [];
  return actionsOf(server).map((action) => ({ kind: 'action', server, action }));
}

/** The row. */
export function actionItem({ server, action }: ActionNode): vscode.TreeItem {
  const { label, icon } = lookOf(action);
  const item = new vscode.TreeItem(label);
  item.id = `action:${server.name}:${action.kind}`;
  item.contextValue = 'action';
  item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor('textLink.foreground'));
  item.command = { command: commands.troubleshoot, title: label, arguments: [server.name, action.kind] };
  item.accessibilityInformation = { label: t('{0}, for {1}', label, server.name), role: 'button' };
  return item;
}

/** The same as links, for a hover that may run this one command. */
export function actionLinks(server: Server): string {
  return actionsOf(server)
    .map((action) => {
      const { label, icon } = lookOf(action);
      const target = encodeURIComponent(JSON.stringify([server.name, action.kind]));
      return `$(${icon}) [${label}](command:${commands.troubleshoot}?${target})`;
    })
    .join(' &nbsp; ');
}
