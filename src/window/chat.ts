/** The chat: its commands, what it tells the user, and what follows its turns. */
import * as vscode from 'vscode';
import { contextKeys } from '../contributions/index.ts';
import { registerAttachCommands } from '../editor/attachments/attachCommands.ts';
import { registerChatCommands } from '../editor/chatCommands.ts';
import type { ChatEvent } from '../editor/chat/chatHost.ts';
import { ChatNotifications } from '../editor/chatPage/notifications.ts';
import { unreadItem } from '../editor/chatPage/unreadItem.ts';
import { waitingItem } from '../editor/chatPage/waitingItem.ts';
import { registerCheckpoints } from '../editor/checkpoints/checkpointCommands.ts';
import { registerConversations } from '../editor/conversations/commands.ts';
import { registerHistory } from '../editor/history/panel.ts';
import { registerRequestPage } from '../editor/requestPage/panel.ts';
import { registerResourceCommands } from '../editor/resources/resourceCommands.ts';
import type { Services } from './services.ts';

export function chatFeature(services: Services): vscode.Disposable {
  const { chats, views, models, conversations, waiting } = services;
  const titleOf = (conversation: string): string | undefined => conversations.titleOf(conversation);
  const notifications = new ChatNotifications(titleOf, views, waiting.state);
  return vscode.Disposable.from(
    notifications,
    services.chatEvents.event(followTurns(services, notifications)),
    waitingItem(waiting.state),
    unreadItem(views.unreadConversations),
    views.activeConversation.onDidChange(() => setChatEmpty(services)),
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
    registerConversations(chats, views, conversations, workspace, async (id) =>
      services.lazyEngine.loaded.get()?.commands.end(id),
    ),
    registerHistory(extension, engine, documents, {
      state: services.waiting.state,
      calls: () => chats.waitingCalls(),
    }),
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
 * Returns a listener that does what a turn changes outside of its chat: a context key and notifications. No turn opens a
 * chat that the user has hidden.
 */
function followTurns(services: Services, notifications: ChatNotifications): (event: ChatEvent) => void {
  return (event) => {
    switch (event.kind) {
      case 'turnChanged': {
        setChatEmpty(services);
        const isRunning = services.chats.sessions.some((session) => session.isRunning);
        return void vscode.commands.executeCommand('setContext', contextKeys.turnRunning, isRunning);
      }
      case 'turnEvent':
        return;
      case 'needsUser':
        return notifications.onNeedsUser(event.conversation);
      case 'turnEnded':
        return notifications.onTurnEnded(event);
    }
  };
}

function setChatEmpty({ views: { active } }: Services): void {
  if (!active.openConversation) return;
  void vscode.commands.executeCommand('setContext', contextKeys.chatEmpty, active.shown.items.length === 0);
}
