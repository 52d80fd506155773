/**
 * Has changes of one file come one after the other. The editor refuses an edit that was made for an earlier version of a
 * document, and calls of other conversations run at the same time.
 */
import { locate } from './paths.ts';

const last = new Map<string, Promise<unknown>>();

/** Runs the change once the earlier ones of the same file have ended, unless the signal is aborted by then. */
export async function changeInTurn<Result>(
  path: string,
  signal: AbortSignal,
  change: () => Promise<Result>,
): Promise<Result> {
  const { real } = await locate(path);
  const turn = (last.get(real) ?? Promise.resolve()).then(() => {
    signal.throwIfAborted();
    return change();
  });
  const ended = turn.then(
    () => undefined,
    () => undefined,
  );
  last.set(real, ended);
  void ended.then(() => {
    if (last.get(real) === ended) last.delete(real);
  });
  return turn;
}
