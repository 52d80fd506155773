/** The test files that took longest, with their hooks: opening a window is one. */
import type { FileTimes } from './reporter.ts';

/** Slowest first; `ms` is what their tests and hooks took. */
export function slowestFiles(
  stages: readonly (FileTimes | undefined)[],
  count: number,
): readonly { readonly path: string; readonly ms: number }[] {
  return stages
    .flatMap((files = {}) => Object.entries(files).map(([path, ms]) => ({ path, ms })))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count);
}
