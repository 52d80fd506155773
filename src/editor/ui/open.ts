/** Opens pages outside of the editor and comparisons in it. */
import * as vscode from 'vscode';
import { inertLabel } from './inert.ts';

/**
 * Whether an address may be opened outside of the editor: `command:`, `vscode:` and `file:` would do something in it or
 * on this machine. The text itself has to begin with the scheme, as parsers differ in what they pass over.
 */
export function isPage(url: string): boolean {
  return /^(?:https?|mailto):[^\s\p{Cc}]+$/iu.test(url) && URL.canParse(url);
}

/**
 * Opens a page or a message to an address outside of the editor; says whether it was. It goes as a string, which the
 * editor's types do not know: a `Uri` would be encoded anew, and an address that carries another one inside would lead
 * elsewhere.
 */
export async function openExternal(url: string): Promise<boolean> {
  if (!isPage(url)) return false;
  return vscode.env.openExternal(url as unknown as vscode.Uri);
}

/**
 * Shows how two documents differ, under a title, in the text editor: a comparison of notebooks would show their outputs,
 * and run the scripts in them. The editor maps `override`, which its types do not know, to its text editor (1.139).
 */
export async function openDiff(
  left: vscode.Uri,
  right: vscode.Uri,
  title: string,
  options: vscode.TextDocumentShowOptions = {},
): Promise<void> {
  await vscode.commands.executeCommand('vscode.diff', left, right, inertLabel(title), {
    ...options,
    override: false,
  });
}
