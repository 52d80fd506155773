/** The changed lines between two texts with line feeds, with some unchanged lines around them. */

export interface DiffHunk {
  /** Line number from 1, as in an editor. */
  readonly oldStart: number;
  readonly newStart: number;
  /** Lines with ` `, `-` or `+` in front. */
  readonly lines: readonly string[];
}

export interface LineDiff {
  readonly added: number;
  readonly removed: number;
  readonly hunks: readonly DiffHunk[];
}

const CONTEXT = 3;
/** Longest text that is compared: splitting a longer one would block the extension host. */
const MAX_TEXT = 2_000_000;
/** Longest diff that a page can draw. */
const MAX_LINES = 5_000;
const MAX_CHARACTERS = 200_000;
/**
 * Most edits that are looked for. If the texts differ more, all lines between the first and the last difference are
 * replaced.
 */
const MAX_EDITS = 1_000;

/** Returns undefined if a text or the diff is too long. A new file has an undefined `before`. */
export function lineDiff(before: string | undefined, after: string): LineDiff | undefined {
  if ((before?.length ?? 0) > MAX_TEXT || after.length > MAX_TEXT) return undefined;
  const [old, now] = linesOf(before, after);
  const { start, end } = sameEnds(old, now, Math.min(old.length, now.length));
  const kept = keptLines(old.slice(start, old.length - end), now.slice(start, now.length - end));
  const all: readonly Kept[] = [
    { old: 0, now: 0, length: start },
    ...kept.map((each) => ({ old: each.old + start, now: each.now + start, length: each.length })),
    { old: old.length - end, now: now.length - end, length: end },
  ];
  const diff = diffOf(all, old, now);
  const lines = diff.hunks.flatMap((hunk) => hunk.lines);
  const length = lines.reduce((sum, line) => sum + line.length, 0);
  return lines.length <= MAX_LINES && length <= MAX_CHARACTERS ? diff : undefined;
}

export function sameEnds(
  old: readonly string[],
  now: readonly string[],
  most: number,
): { readonly start: number; readonly end: number } {
  let start = 0;
  while (start < most && old[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && old.at(-1 - end) === now.at(-1 - end)) end += 1;
  return { start, end };
}

/**
 * Splits a text into lines. A line end at the end of both texts is left out; if only one text has it, the diff shows
 * that.
 */
function linesOf(before: string | undefined, after: string): readonly [string[], string[]] {
  const isEnded = [before, after].every((text) => !text || text.endsWith('\n'));
  const split = (text: string | undefined): string[] => {
    if (text === undefined || text === '') return [];
    return (isEnded ? text.slice(0, -1) : text).split('\n');
  };
  return [split(before), split(after)];
}

interface Kept {
  readonly old: number;
  readonly now: number;
  readonly length: number;
}

/**
 * Finds unchanged lines (Myers, "An O(ND) Difference Algorithm", 1986). Returns none if that takes more than
 * `MAX_EDITS`.
 */
function keptLines(old: readonly string[], now: readonly string[]): readonly Kept[] {
  const most = Math.min(MAX_EDITS, old.length + now.length);
  const size = 2 * most + 3;
  const ends = new Int32Array(size);
  const steps: Int32Array[] = [];
  const at = (diagonal: number): number => diagonal + most + 1;
  for (let edits = 0; edits <= most; edits += 1) {
    steps.push(ends.slice(at(-edits - 1), at(edits + 1) + 1));
    for (let diagonal = -edits; diagonal <= edits; diagonal += 2) {
      const [left, right] = [ends[at(diagonal - 1)] ?? 0, ends[at(diagonal + 1)] ?? 0];
      const goesDown = diagonal === -edits || (diagonal !== edits && left < right);
      let x = goesDown ? right : left + 1;
      while (x < old.length && x - diagonal < now.length && old[x] === now[x - diagonal]) x += 1;
      ends[at(diagonal)] = x;
      if (x >= old.length && x - diagonal >= now.length) return walkBack(steps, old.length, now.length);
    }
  }
  return [];
}

/** Walks from the end to the start. `steps[n]` has the furthest ends before edit n, from diagonal -n - 1 on. */
function walkBack(steps: readonly Int32Array[], oldLength: number, nowLength: number): readonly Kept[] {
  const kept: Kept[] = [];
  let [x, y] = [oldLength, nowLength];
  for (let edits = steps.length - 1; edits >= 0; edits -= 1) {
    const ends = steps[edits];
    const end = (diagonal: number): number => ends?.[diagonal + edits + 1] ?? 0;
    const diagonal = x - y;
    const goesDown = diagonal === -edits || (diagonal !== edits && end(diagonal - 1) < end(diagonal + 1));
    const from = goesDown ? end(diagonal + 1) : end(diagonal - 1);
    const start = edits === 0 ? 0 : goesDown ? from : from + 1;
    if (x > start) kept.push({ old: start, now: start - diagonal, length: x - start });
    x = from;
    y = from - (goesDown ? diagonal + 1 : diagonal - 1);
  }
  return kept.toReversed();
}

function diffOf(kept: readonly Kept[], old: readonly string[], now: readonly string[]): LineDiff {
  const rows: string[] = [];
  const shown = new Set<number>();
  let [oldEnd, newEnd] = [0, 0];
  for (const run of kept) {
    const start = rows.length;
    for (const line of old.slice(oldEnd, run.old)) rows.push(`-${line}`);
    for (const line of now.slice(newEnd, run.now)) rows.push(`+${line}`);
    if (rows.length > start)
      for (let row = Math.max(0, start - CONTEXT); row < rows.length + CONTEXT; row += 1) shown.add(row);
    [oldEnd, newEnd] = [run.old + run.length, run.now + run.length];
    for (const line of old.slice(run.old, oldEnd)) rows.push(` ${line}`);
  }
  const hunks: { oldStart: number; newStart: number; lines: string[] }[] = [];
  let [added, removed, unchanged] = [0, 0, 0];
  for (const [index, row] of rows.entries()) {
    if (shown.has(index)) {
      if (!shown.has(index - 1))
        hunks.push({ oldStart: unchanged + removed + 1, newStart: unchanged + added + 1, lines: [] });
      hunks.at(-1)?.lines.push(row);
    }
    if (row.startsWith('+')) added += 1;
    else if (row.startsWith('-')) removed += 1;
    else unchanged += 1;
  }
  return { added, removed, hunks };
}
