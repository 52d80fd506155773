/** Commands whose code is loaded when the first of them is used, so that starting the editor does not pay for it. */
import * as vscode from 'vscode';

/**
 * Stands in for the commands `ids` until one of them is used; then `register` registers all of them, and the one goes
 * on with what it was given. The result takes away whichever are there.
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
