/** The frame of Patchbay's own pages: the chat and the call history. */
import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/**
 * The HTML of a page whose script and style are `files` with their endings. No remote content, no inline script or
 * style: what a server or a model sends cannot bring its own.
 */
export function pageHtml(
  webview: vscode.Webview,
  dist: vscode.Uri,
  { files, root, title }: { readonly files: string; readonly root: string; readonly title: string },
): string {
  const nonce = randomBytes(16).toString('base64');
  const uri = (file: string): string => webview.asWebviewUri(vscode.Uri.joinPath(dist, file)).toString();
  const policy = [
    `default-src 'none'`,
    `img-src data: blob:`,
    `media-src data:`,
    `font-src ${webview.cspSource}`,
    `style-src ${webview.cspSource}`,
    `script-src 'nonce-${nonce}'`,
  ].join('; ');
  return `<!DOCTYPE html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta http-equiv="Content-Security-Policy" content="${policy}">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <link rel="stylesheet" href="${uri(`${files}.css`)}">
  <title>${title}</title>
</head>
<body>
  <div id="${root}"></div>
  <script nonce="${nonce}" src="${uri(`${files}.js`)}"></script>
</body>
</html>`;
}
