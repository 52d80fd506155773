/** Of a `vscode.Memento`. */
interface State {
  get(key: string): unknown;
  update(key: string, value: unknown): PromiseLike<void>;
}

const KEY = 'patchbay.started';

/** True at most once in a profile, and not where something is set up already. */
export function isFirstStart(state: State, isSetUp: boolean): boolean {
  if (state.get(KEY) === true) return false;
  void state.update(KEY, true);
  return !isSetUp;
}
