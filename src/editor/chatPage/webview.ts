import type * as vscode from 'vscode';
import type { HostMessage } from '../../protocol/index.ts';
import type { ChatController } from '../chat/controller.ts';
import { connectPage, type PageConnection } from '../common/pageConnection.ts';
import type { ChatPage, ChatReceiver } from './receiver.ts';

export interface ChatPlace {
  focused(): void;
  saveState(state: unknown): void;
  readonly title?: (() => string) | undefined;
}

export interface ConnectedChat extends Pick<PageConnection<HostMessage>, 'sendAppearance' | 'dispose'> {
  /** Gives the page the keyboard, once it has loaded. */
  focus(): void;
  /** Must be called when the editor hides the page. */
  hidden(): void;
}

export function connectWebview(
  webview: vscode.Webview,
  controller: ChatController,
  receive: ChatReceiver,
  place: ChatPlace,
): ConnectedChat {
  const page: ChatPage = {
    post: (message) =>
      void connection.post(message).then((isThere) => {
        if (!isThere) controller.clients.lost(page, message);
      }),
    ready: () => controller.sendSnapshot(page),
    focused: () => {
      controller.clients.focused(page);
      place.focused();
    },
    saveState: (state) => place.saveState(state),
  };
  const connection = connectPage<HostMessage>(webview, (message) => receive(message, page), place.title);
  const detach = controller.attach(page);
  return {
    focus: () => controller.clients.focus(page),
    hidden: () => controller.clients.hidden(page),
    sendAppearance: () => connection.sendAppearance(),
    dispose: () => {
      detach();
      connection.dispose();
    },
  };
}
