import { sameEnds } from '../../base/common/lineDiff.ts';
import { truncate } from '../../base/common/text.ts';

const CONTEXT = 3;
/** Longest text of a change. The arguments of the call have the rest. */
const MAX_LENGTH = 20_000;

/**
 * Writes a change as lines with ` `, `-` and `+` in front, for the user to read. A new file has an undefined `before`.
 */
export function changeText(before: string | undefined, after: string): string {
  // A line end at the end of both texts is left out; if only one text has it, that is a change.
  const isEnded = after.endsWith('\n') && (before ?? '\n').endsWith('\n');
  const linesOf = (text: string): readonly string[] => (isEnded ? text.slice(0, -1) : text).split('\n');
  const old = before === undefined ? [] : linesOf(before);
  const now = linesOf(after);
  const { start, end } = sameEnds(old, now, Math.min(old.length, now.length));
  const from = Math.max(0, start - CONTEXT);
  const kept = (line: string): string => ` ${line}`;
  const lines = [
    ...old.slice(from, start).map(kept),
    ...old.slice(start, old.length - end).map((line) => `-${line}`),
    ...now.slice(start, now.length - end).map((line) => `+${line}`),
    ...old.slice(old.length - end, old.length - end + CONTEXT).map(kept),
  ];
  return truncate(lines.join('\n'), MAX_LENGTH);
}

/** Replaces the text from the beginning of `startLine` to a place in the same or a later line. */
export interface LinesChange {
  readonly startLine: number;
  readonly endLine: number;
  readonly endCharacter: number;
  readonly text: string;
}

/** Returns the fewest whole lines whose replacement turns `from` into `to`. Both have line feeds. */
export function changedLines(from: string, to: string): LinesChange {
  const [old, now] = [from.split('\n'), to.split('\n')];
  // One line of each text always remains, so that the replacement is never empty.
  const { start, end } = sameEnds(old, now, Math.min(old.length, now.length) - 1);
  const endLine = old.length - 1 - end;
  return {
    startLine: start,
    endLine,
    endCharacter: old[endLine]?.length ?? 0,
    text: now.slice(start, now.length - end).join('\n'),
  };
}
