import * as vscode from 'vscode';
import type { HostMessage } from '../../protocol/index.ts';
import type { ChatClient } from '../chat/chatHost.ts';
import type { ChatController } from '../chat/controller.ts';
import type { ChatPage, ChatReceiver } from './receiver.ts';

export interface ChatPlace {
  focused(): void;
  saveState(state: unknown): void;
  readonly title?: (() => string) | undefined;
}

export function connectWebview(
  webview: vscode.Webview,
  controller: ChatController,
  receive: ChatReceiver,
  place: ChatPlace,
): vscode.Disposable {
  const post: ChatClient['post'] = (message) =>
    void webview.postMessage(message).then((isThere) => {
      if (!isThere) controller.clients.lost(page, message);
    });
  const page: ChatPage = {
    post,
    ready: () => {
      post(readFont());
      if (place.title) post({ type: 'title', title: place.title() });
      controller.sendSnapshot(page);
    },
    focused: () => {
      controller.clients.focused(page);
      place.focused();
    },
    saveState: (state) => place.saveState(state),
  };
  const detach = controller.attach(page);
  const subscription = webview.onDidReceiveMessage((message: unknown) => receive(message, page));
  const fonts = onFontChange(() => post(readFont()));
  return new vscode.Disposable(() => {
    detach();
    subscription.dispose();
    fonts.dispose();
  });
}

type Font = Extract<HostMessage, { type: 'font' }>;

/** The font that the user has set for VS Code's own chat. Defaults don't count. */
function readFont(): Font {
  const chat = vscode.workspace.getConfiguration('chat');
  const chosen = (name: string): unknown => {
    const { globalValue, workspaceValue } = chat.inspect(name) ?? {};
    return workspaceValue ?? globalValue;
  };
  const [size, family] = [chosen('fontSize'), chosen('fontFamily')];
  return {
    type: 'font',
    ...(typeof size === 'number' && { size: Math.min(100, Math.max(6, size)) }),
    ...(typeof family === 'string' && family !== 'default' && { family }),
  };
}

function onFontChange(listener: () => void): vscode.Disposable {
  return vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('chat.fontSize') || event.affectsConfiguration('chat.fontFamily'))
      listener();
  });
}
