import * as vscode from 'vscode';

export function lastEditor(): vscode.TextEditor | undefined {
  // A chat in the editor area leaves no text editor active.
  return vscode.window.activeTextEditor ?? vscode.window.visibleTextEditors[0];
}
