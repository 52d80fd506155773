import type * as vscode from 'vscode';
import { loadPage } from '../common/page.ts';

/** Loads the chat into a webview. `savedState` is the state of the page where VS Code may have lost it. */
export function loadChatPage(webview: vscode.Webview, extension: vscode.Uri, savedState?: unknown): void {
  loadPage(webview, extension, { files: 'webview', root: 'patchbay-chat', title: 'Patchbay', savedState });
}
