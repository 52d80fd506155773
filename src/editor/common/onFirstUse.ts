import * as vscode from 'vscode';

/** Stand-ins for commands, to load their code later. The first that runs has all registered, and is run again. */
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
