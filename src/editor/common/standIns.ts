import * as vscode from 'vscode';

/**
 * Registers commands whose code is loaded later. The first command that runs calls `load`, which disposes these
 * and registers the real ones, and is then run again.
 */
export function registerStandIns(ids: readonly string[], load: () => void): vscode.Disposable {
  return vscode.Disposable.from(
    ...ids.map((id) =>
      vscode.commands.registerCommand(id, (...args: readonly unknown[]) => {
        load();
        return vscode.commands.executeCommand(id, ...args);
      }),
    ),
  );
}
