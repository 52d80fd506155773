import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../../engine.ts';
import { commands } from '../../contributions/index.ts';
import { whichServer, type ServerTarget } from './serverCommands.ts';
import type { ServerOrder } from '../servers/serverOrder.ts';
import { registerRowCommand, showInformationMessage } from '../ui/index.ts';

export interface Orderable {
  readonly names: { readonly all: readonly string[]; readonly shown: readonly string[] };
  readonly selected: string | undefined;
}

export function registerOrdering(
  engine: () => Promise<Engine>,
  tree: Orderable,
  order: ServerOrder,
): vscode.Disposable {
  const by = (id: string, rows: 1 | -1, title: () => string, isLast: (name: string) => string) =>
    registerRowCommand(id, async (target?: ServerTarget) => {
      const server = await whichServer(await engine(), target ?? tree.selected, title(), () => true);
      if (!server) return;
      const { all, shown } = tree.names;
      const neighbour = shown[shown.indexOf(server.name) + rows];
      if (neighbour !== undefined) return order.move(all, server.name, neighbour);
      void showInformationMessage(isLast(server.name));
    });
  return vscode.Disposable.from(
    by(
      commands.moveServerUp,
      -1,
      () => t('Move up'),
      (name) => t('Patchbay: "{0}" is already the first server.', name),
    ),
    by(
      commands.moveServerDown,
      1,
      () => t('Move down'),
      (name) => t('Patchbay: "{0}" is already the last server.', name),
    ),
  );
}
