/** The first steps of a user: choosing a model, adding a server, and the walkthrough that shows what is done. */
import * as vscode from 'vscode';
import { showChatView } from '../editor/chatCommands.ts';
import { registerFirstMinute } from '../editor/gettingStarted/commands.ts';
import { isFirstStart } from '../editor/gettingStarted/firstStart.ts';
import { readServers } from '../editor/settings/settings.ts';
import { keepEfforts } from '../models/index.ts';
import type { Services } from './services.ts';

export function firstStepsFeature(services: Services): vscode.Disposable {
  const { models, setupProgress: progress, tree } = services;
  progress.onModelChanged(models.name);
  showChatAtFirstStart(services);
  return vscode.Disposable.from(
    models.onDidChange(() => progress.onModelChanged(models.name)),
    services.chatEvents.event((event) => {
      if (event.kind === 'turnEvent') progress.onTurnEvent(event.event);
    }),
    registerFirstMinute(services, models, tree),
  );
}

/** Saves what endpoints have said of the efforts of their models. */
export function saveEfforts({ globalState }: Services): void {
  keepEfforts(globalState.get('patchbay.efforts'), (all) => {
    void globalState.update('patchbay.efforts', all);
  });
}

function showChatAtFirstStart({ context, globalState, models }: Services): void {
  if (context.extensionMode === vscode.ExtensionMode.Test) return;
  const isSetUp = models.name !== undefined || readServers() !== undefined;
  // A user who wants no walkthrough after an installation wants no chat either.
  const opens = vscode.workspace.getConfiguration('workbench').get('welcomePage.walkthroughs.openOnInstall');
  if (isFirstStart(globalState, isSetUp) && opens !== false) void showChatView({ preserveFocus: true });
}
