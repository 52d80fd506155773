/** Pins servers and tools that the model always gets. */
import { t } from '@vscode/l10n';
import * as vscode from 'vscode';
import type { Engine } from '../engine.ts';
import { commands } from '../contributions/index.ts';
import { memberName } from '../tools/index.ts';
import { serverTools } from './servers/serverTools.ts';
import { toggleAlwaysSend } from './settings/settings.ts';
import { whichServer, type ServerTarget } from './tree/serverCommands.ts';
import { showErrorMessage, showInformationMessage } from './ui/index.ts';

export function registerAlwaysSend(engine: () => Promise<Engine>): vscode.Disposable {
  return vscode.commands.registerCommand(commands.toggleAlwaysSend, async (target?: ServerTarget) => {
    const title = t('Always send to the model, or no longer');
    const hasTools: Parameters<typeof whichServer>[3] = (each) => serverTools(each).length > 0;
    const server = await whichServer(await engine(), target, title, hasTools);
    if (!server) return;
    const isTool = typeof target === 'object' && target.kind === 'tool';
    const name = memberName(server.name, isTool ? target.tool.name : undefined);
    let isPinned: boolean;
    try {
      isPinned = await toggleAlwaysSend(name);
    } catch (error) {
      return void showErrorMessage(t('The setting could not be written: {0}', (error as Error).message));
    }
    void showInformationMessage(
      isPinned
        ? t('"{0}" is always sent to the model.', name)
        : t(
            '"{0}" is no longer always sent to the model. If there are too many tools, the model finds it by search.',
            name,
          ),
    );
  });
}
