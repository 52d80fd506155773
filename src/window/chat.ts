/** The chat: its commands, what it tells the user, and what follows its turns. */
import * as vscode from 'vscode';
import { contextKeys } from '../contributions/index.ts';
import { registerAttachCommands } from '../editor/attachments/attachCommands.ts';
import { registerChatCommands, showChatView } from '../editor/chatCommands.ts';
import type { ChatEvent } from '../editor/chat/chatHost.ts';
import { ChatNotifications } from '../editor/chatPage/notifications.ts';
import { registerCheckpoints } from '../editor/checkpoints/checkpointCommands.ts';
import { registerConversations } from '../editor/conversations/commands.ts';
import { registerHistory } from '../editor/history/panel.ts';
import { registerRequestPage } from '../editor/requestPage/panel.ts';
import { registerResourceCommands } from '../editor/resources/resourceCommands.ts';
import type { Services } from './services.ts';

export function chatFeature(services: Services): vscode.Disposable {
  const { chats, views, models } = services;
  return vscode.Disposable.from(
    services.chatEvents.event(followTurns(services)),
    services.callDocuments.register(),
    services.proposals.register(),
    services.files.diffs.waiting.register(),
    registerCheckpoints(services.files, () => views.active),
    registerChatCommands(chats, views, models),
    registerAttachCommands(
      () => services.composer,
      () => views.revealLastUsed(),
    ),
    registerResourceCommands(services.engine, () => views.revealLastUsed()),
  );
}

/** Registers the saved conversations, the call history and the page of requests. */
export function historyFeature(services: Services): vscode.Disposable {
  const { chats, views, conversations, callDocuments: documents, engine, workspace } = services;
  const { extensionUri: extension } = services.context;
  return vscode.Disposable.from(
    conversations.onDidChange(() => views.updateTitles()),
    registerConversations(chats, views, conversations, workspace),
    registerHistory(extension, engine, documents),
    registerRequestPage({
      extension,
      engine,
      documents,
      session: (id) => chats.sessions.find((each) => each.id === (id ?? views.active.shownId)),
      titleOf: (conversation) => conversations.titleOf(conversation),
    }),
  );
}

/**
 * Returns a listener that does what a turn changes outside of its chat: a context key, notifications, and which chat is
 * in sight.
 */
function followTurns({ chats, views, conversations }: Services): (event: ChatEvent) => void {
  const notifications = new ChatNotifications((conversation) => conversations.titleOf(conversation), views);
  return (event) => {
    switch (event.kind) {
      case 'turnChanged': {
        const isRunning = chats.sessions.some((session) => session.isRunning);
        return void vscode.commands.executeCommand('setContext', contextKeys.turnRunning, isRunning);
      }
      case 'turnEvent':
        return;
      case 'needsUser': {
        if (!event.isShown) return notifications.onNeedsUser(event.conversation);
        const chat = chats.find(event.conversation) ?? chats.main;
        // The chat gets no focus, because the user may be typing elsewhere.
        if (!views.isVisible(chat) && !views.reveal(chat, true)) void showChatView({ preserveFocus: true });
        return;
      }
      case 'turnEnded':
        return notifications.onTurnEnded(event);
    }
  };
}
