/** Which lines of a text differ from those of another: the least that has to be replaced. */

/** Replaces everything from the beginning of a line to a place in another, or the same, one. */
export interface LinesChange {
  readonly startLine: number;
  readonly endLine: number;
  readonly endCharacter: number;
  readonly text: string;
}

/** What makes `to` of `from`: one stretch of whole lines. Both have line feeds. */
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
