/** The part of `vscode.Memento` that is used here. */
interface State {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const KEY = 'patchbay.started';

/** Returns true at most once in a profile, and never if something is set up already. */
export function isFirstStart(state: State, isSetUp: boolean): boolean {
  if (state.get(KEY) === true) return false;
  void state.update(KEY, true);
  return !isSetUp;
}
