/** Replaces from the beginning of `startLine` to a place in the same or a later line. */
export interface LinesChange {
  readonly startLine: number;
  readonly endLine: number;
  readonly endCharacter: number;
  readonly text: string;
}

/** The smallest stretch of whole lines that makes `to` of `from`. Both have line feeds. */
export function changedLines(from: string, to: string): LinesChange {
  const [old, now] = [from.split('\n'), to.split('\n')];
  // At least a line of each remains, so that the stretch is never between two lines.
  const most = Math.min(old.length, now.length) - 1;
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  const endLine = old.length - 1 - end;
  return {
    startLine: start,
    endLine,
    endCharacter: old[endLine]?.length ?? 0,
    text: now.slice(start, now.length - end).join('\n'),
  };
}
