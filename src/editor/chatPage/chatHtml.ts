import * as vscode from 'vscode';
import { pageHtml } from '../common/page.ts';

/** `savedState`: the state of the page where VS Code may have lost it. */
export function loadChatPage(webview: vscode.Webview, extension: vscode.Uri, savedState?: unknown): void {
  const dist = vscode.Uri.joinPath(extension, 'dist');
  webview.options = { enableScripts: true, localResourceRoots: [dist] };
  webview.html = pageHtml(webview, dist, {
    files: 'webview',
    root: 'patchbay-chat',
    title: 'Patchbay',
    savedState,
  });
}
