import { truncate } from '../../base/common/text.ts';

const CONTEXT = 3;
/** In characters; the arguments of the call have the rest. */
const MAX_LENGTH = 20_000;

/** A change as lines with ` `, `-` and `+` in front, for the user to read. `before`: undefined for a new file. */
export function changeText(before: string | undefined, after: string): string {
  // The last line end begins no line; where only one text has it, that is a change.
  const isEnded = after.endsWith('\n') && (before ?? '\n').endsWith('\n');
  const linesOf = (text: string): readonly string[] => (isEnded ? text.slice(0, -1) : text).split('\n');
  const old = before === undefined ? [] : linesOf(before);
  const now = linesOf(after);
  const most = Math.min(old.length, now.length);
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
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
