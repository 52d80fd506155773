/** A change of a text as lines that go and lines that come, for people to read before they allow it. */
import { truncate } from '../../base/common/text.ts';

/** Lines around a change. */
const CONTEXT = 3;
/** Characters shown; the arguments of the call have the rest. */
const MAX_LENGTH = 20_000;

/** The change as one stretch of lines with ` `, `-` and `+` in front. `before`: undefined for a file to be made. */
export function changeText(before: string | undefined, after: string): string {
  // The line end of the last line begins no line; where only one of the two texts has it, that is a change.
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
