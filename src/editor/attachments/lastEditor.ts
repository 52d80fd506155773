/** The editor that the user worked in, also while a chat has the keyboard. */
import * as vscode from 'vscode';

/** Nothing where no text is shown. */
export function lastEditor(): vscode.TextEditor | undefined {
  // A chat in the editor area leaves no text editor active.
  return vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
}
