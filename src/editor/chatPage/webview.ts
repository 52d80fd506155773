/** Connects one webview with the conversation: its HTML, and what it gets. */
import * as vscode from 'vscode';
import type { HostMessage } from '../../protocol/index.ts';
import type { ChatClient } from '../chat/chatHost.ts';
import type { ChatController } from '../chat/controller.ts';
import { pageHtml } from '../common/page.ts';
import { onFontChange, readFont } from './font.ts';
import type { ChatPage, ChatReceiver } from './receiver.ts';

/** Where a chat is. */
export interface ChatPlace {
  /** It has got the keyboard. */
  focused(): void;
  /** Saves the state of its page, which only a page can read. */
  saveState(state: unknown): void;
  /** The state that its page saved before, where the editor may have forgotten it. */
  readonly savedState?: unknown;
}

/** Fills the webview and connects it. The result takes it out of the conversation again. */
export function connectWebview(
  webview: vscode.Webview,
  extension: vscode.Uri,
  controller: ChatController,
  receive: ChatReceiver,
  place: ChatPlace,
): vscode.Disposable {
  const dist = vscode.Uri.joinPath(extension, 'dist');
  webview.options = { enableScripts: true, localResourceRoots: [dist] };
  /** What went back into the composer while the page was hidden: the page that comes next gets it. */
  const returned: HostMessage[] = [];
  const post: ChatClient['post'] = (message) =>
    void webview.postMessage(message).then((isThere) => {
      if (isThere) return;
      if (message.type === 'compose') returned.push(message);
      controller.clients.lost(page, message);
    });
  const page: ChatPage = {
    post,
    ready: () => {
      post(readFont());
      // Before another conversation may be shown: it goes into the draft of the one that it is from.
      for (const back of returned.splice(0)) post(back);
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
  webview.html = pageHtml(webview, dist, {
    files: 'webview',
    root: 'patchbay-chat',
    title: 'Patchbay',
    savedState: place.savedState,
  });
  return new vscode.Disposable(() => {
    detach();
    subscription.dispose();
    fonts.dispose();
  });
}
