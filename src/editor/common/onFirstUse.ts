import * as vscode from 'vscode';

/**
 * Registers stand-ins for the commands `ids`. The first one that runs calls `register`, which registers all of them,
 * and is run again. Keeps their code out of the activation.
 */
export function onFirstUse(ids: readonly string[], register: () => vscode.Disposable): vscode.Disposable {
  let present: vscode.Disposable;
  const useOf = (id: string) =>
    vscode.commands.registerCommand(id, (...args: readonly unknown[]) => {
      present.dispose();
      present = register();
      return vscode.commands.executeCommand(id, ...args);
    });
  present = vscode.Disposable.from(...ids.map(useOf));
  return { dispose: () => present.dispose() };
}
