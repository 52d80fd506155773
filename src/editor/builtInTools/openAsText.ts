/** Opens files as text: an editor for their kind could run what is in them, such as scripts in a notebook. */
import * as vscode from 'vscode';

const IMAGE = /\.(png|jpe?g|gif|webp|bmp|ico)$/i;

export async function openAsText(
  uri: vscode.Uri,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', uri, 'default', options);
}

/** Opens an image as such, because it holds nothing that could run, and any other file as text. */
export async function openAsTextOrImage(
  uri: vscode.Uri,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  if (IMAGE.test(uri.path)) await vscode.commands.executeCommand('vscode.open', uri, options);
  else await openAsText(uri, options);
}
