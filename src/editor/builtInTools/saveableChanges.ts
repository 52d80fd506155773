/** What of a turn's changes may be kept beyond its window: nothing too large, and nothing that holds a secret. */
import type { ChangedFile } from '../../protocol/index.ts';

/** Characters, before and after together, of one file, and of all files of a turn. */
const MOST = { file: 1_000_000, turn: 10_000_000 } as const;

/**
 * The changes, with those files as `unkept` that cannot be; undefined if that is all of them. `redact` takes secrets out
 * of a text: a file that holds one could only be written back without it.
 */
export function saveableChanges(
  files: readonly ChangedFile[],
  redact: (text: string) => string,
): readonly ChangedFile[] | undefined {
  let total = 0;
  const kept = files.map((file): ChangedFile => {
    const { before = '', after, uri, label } = file;
    const size = before.length + after.length;
    const isKept =
      size <= MOST.file && total + size <= MOST.turn && redact(before) === before && redact(after) === after;
    if (isKept) total += size;
    return isKept ? file : { uri, label, before: undefined, after: '', standing: 'unkept' };
  });
  return kept.some(({ standing }) => standing !== 'unkept') ? kept : undefined;
}
