import * as vscode from 'vscode';
import { pageDocument } from './pageDocument.ts';

export interface Page {
  /** The name of its script and its styles in `dist`. */
  readonly files: string;
  /** The id of the element that the script fills. */
  readonly root: string;
  readonly title: string;
  /** The state that the page saved, where VS Code may have lost it. */
  readonly savedState?: unknown;
}

/** Loads a page into a webview. */
export function loadPage(webview: vscode.Webview, extension: vscode.Uri, page: Page): void {
  const dist = vscode.Uri.joinPath(extension, 'dist');
  webview.options = { enableScripts: true, localResourceRoots: [dist] };
  webview.html = pageHtml(webview, dist, page);
}

function pageHtml(webview: vscode.Webview, dist: vscode.Uri, { files, ...parts }: Page): string {
  const uri = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
  return pageDocument({
    ...parts,
    language: { tag: vscode.env.language, messages: vscode.l10n.bundle },
    styles: [uri(`${files}.css`)],
    scripts: [uri(`${files}.js`)],
    source: webview.cspSource,
    nonce: Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64'),
  });
}
