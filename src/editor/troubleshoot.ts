import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { FailureAction } from '../mcp/index.ts';
import { act, actionsOf, presentAction, type ActionServices } from './serverEditing/failureActions.ts';
import { commands } from '../contributions/index.ts';
import { whichServer, type ServerTarget } from './tree/serverCommands.ts';
import { showInformationMessage, showQuickPick } from './ui/index.ts';

/** Registers the command. With the kind of an action it runs that one; otherwise the user picks one. */
export function registerTroubleshoot(parts: ActionServices): vscode.Disposable {
  return vscode.commands.registerCommand(
    commands.troubleshoot,
    async (target?: ServerTarget, kind?: FailureAction['kind']) => {
      const server = await whichServer(
        await parts.engine(),
        target,
        t('Troubleshoot'),
        ({ state }) => state.kind === 'error',
      );
      if (!server) return;
      const actions = actionsOf(server);
      const action =
        typeof kind === 'string'
          ? actions.find((each) => each.kind === kind)
          : await pick(
              server.name,
              server.state.kind === 'error' ? server.state.failure.message.localized : '',
              actions,
            );
      // The server may have recovered meanwhile.
      if (action) await act(action, server, parts);
    },
  );
}

async function pick(
  name: string,
  message: string,
  actions: readonly FailureAction[],
): Promise<FailureAction | undefined> {
  if (actions.length === 0) {
    void showInformationMessage(t('Patchbay: "{0}" has no errors at the moment.', name));
    return undefined;
  }
  const items = actions.map((action) => {
    const { label, icon } = presentAction(action);
    return { icon, label, action };
  });
  const picked = await showQuickPick(items, {
    title: t('Patchbay: Troubleshoot {0}', name),
    placeHolder: message,
  });
  return picked?.action;
}
