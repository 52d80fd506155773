import * as vscode from 'vscode';
import { pageDocument } from './pageDocument.ts';

export function pageHtml(
  webview: vscode.Webview,
  dist: vscode.Uri,
  page: {
    readonly files: string;
    readonly root: string;
    readonly title: string;
    readonly savedState?: unknown;
  },
): string {
  const { files, ...parts } = page;
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
