import type { ChangedFile } from '../../protocol/index.ts';

/** Characters, before and after together. */
const MOST = { file: 1_000_000, turn: 10_000_000 } as const;

/**
 * Files that are too large or hold a secret become `unkept`; undefined if that is all of them. A file with a secret
 * could only be restored without it.
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
