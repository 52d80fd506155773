/**
 * Opens files that a model or a server named, as text: what an editor for their kind does with them (run the scripts
 * in a notebook's outputs, for one) is not theirs to start.
 */
import * as vscode from 'vscode';

/** Images of these kinds are shown as such: they hold nothing that could run. */
const IMAGE = /\.(png|jpe?g|gif|webp|bmp|ico)$/i;

/** Opens a file in the text editor, whatever its kind and the user's associations say. */
export async function openAsText(
  uri: vscode.Uri,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  await vscode.commands.executeCommand('vscode.openWith', uri, 'default', options);
}

/** The same, but for images, which are no text. */
export async function openAsTextOrImage(
  uri: vscode.Uri,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  if (IMAGE.test(uri.path)) await vscode.commands.executeCommand('vscode.open', uri, options);
  else await openAsText(uri, options);
}
