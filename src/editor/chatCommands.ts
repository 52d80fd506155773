import * as vscode from 'vscode';
import type { OpenChats } from './chat/openChats.ts';
import type { ChatViews } from './chatPage/views.ts';
import { recordOf } from '../base/common/guards.ts';
import { commands, views as viewIds } from '../contributions/index.ts';
import type { ModelService } from './modelSelection/modelService.ts';
import { readSetting } from './settings/settings.ts';

export async function showChatView(options: { readonly preserveFocus?: boolean } = {}): Promise<void> {
  const view = readSetting('chat.location') === 'activityBar' ? viewIds.chatInActivityBar : viewIds.chat;
  await vscode.commands.executeCommand(`${view}.focus`, options);
}

export function registerChatCommands(
  chats: OpenChats,
  views: ChatViews,
  models: ModelService,
): vscode.Disposable {
  const register = (id: string, run: (target?: unknown) => unknown): vscode.Disposable =>
    vscode.commands.registerCommand(id, run);
  /** Opens the conversation that an item of the status bar names, if it is still open, or else the side bar. */
  const openChat = (target?: unknown): Promise<void> => {
    const { conversation } = recordOf(target);
    return typeof conversation === 'string' && chats.find(conversation)
      ? views.show(conversation)
      : views.focusSideBar();
  };
  const show = async (what: 'find' | 'shortcuts'): Promise<void> => {
    if (views.tabIsActive) views.reveal(views.active);
    else await showChatView();
    views.active.clients.showPart(what);
  };
  return vscode.Disposable.from(
    register(commands.openChat, openChat),
    register(commands.openChatInEditor, () => views.openMain()),
    register(commands.findInChat, () => show('find')),
    register(commands.showChatShortcuts, () => show('shortcuts')),
    register(commands.newChat, () => {
      const { active, tabIsActive } = views;
      active.newChat();
      if (!tabIsActive || !views.focusTab(active)) return views.focusSideBar();
    }),
    register(commands.stop, () => {
      const { active } = views;
      (active.isRunning ? active : chats.sessions.find(({ isRunning }) => isRunning))?.stop();
    }),
    register(commands.setApiKey, () => models.setApiKey()),
    register(commands.openModelSettings, () =>
      vscode.commands.executeCommand('workbench.action.openSettings', 'patchbay.model'),
    ),
  );
}
