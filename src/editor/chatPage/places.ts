/** The places where VS Code shows a chat: two views and, after a restart, the tabs that it restores. */
import * as vscode from 'vscode';
import { panels, views as viewIds } from '../../contributions/index.ts';
import { registerWebviewPanelSerializer, registerWebviewViewProvider } from '../ui/index.ts';
import { loadChatPage } from './chatHtml.ts';
import type { ChatViews } from './views.ts';

/** `views` is called when VS Code first shows a place, and loads the code of the chat while the page loads. */
export function registerChatPlaces(extension: vscode.Uri, views: () => ChatViews): vscode.Disposable {
  return vscode.Disposable.from(
    ...[viewIds.chat, viewIds.chatInActivityBar].map((id) =>
      registerWebviewViewProvider(id, (view) => {
        loadChatPage(view.webview, extension);
        views().attachView(view);
      }),
    ),
    registerWebviewPanelSerializer(panels.chat, (panel, state) => {
      loadChatPage(panel.webview, extension);
      views().restoreTab(panel, state);
    }),
  );
}
