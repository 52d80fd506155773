/** The first start in a profile, when the chat opens by itself. */
import type * as vscode from 'vscode';

const KEY = 'patchbay.started';

/** True at most once in a profile, and not where something is set up already. */
export function isFirstStart(state: Pick<vscode.Memento, 'get' | 'update'>, isSetUp: boolean): boolean {
  if (state.get(KEY) === true) return false;
  void state.update(KEY, true);
  return !isSetUp;
}
