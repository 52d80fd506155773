/** Converts line ends. Models and diffs get line feeds only; a file gets its own line ends back when it is written. */
import { lineDiff, sameEnds } from './lineDiff.ts';

const LINE_END = /\r\n?|\n/g;
const LETTERS = { n: '\n', w: '\r\n', r: '\r' } as const;

/** Splits into the same lines as an editor does: a lone carriage return ends a line too. */
export function lineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/** Returns one letter for each line end, `n`, `w` (CR LF) or `r`, or a single letter if all are alike. */
export function lineEndsOf(text: string): string {
  const [first = '\n', ...rest] = endsOf(text);
  const letters = [first, ...rest].map(letterOf);
  return letters.every((letter) => letter === letters[0]) ? letterOf(first) : letters.join('');
}

/** Restores the line ends of a text with line feeds. `letters` come from `lineEndsOf`. */
export function withLineEnds(text: string, letters: string): string {
  if (letters === 'n') return text;
  let index = -1;
  return text.replaceAll('\n', () => {
    index += 1;
    return LETTERS[letters[letters.length === 1 ? 0 : index] as keyof typeof LETTERS] ?? '\n';
  });
}

/**
 * Gives `after`, which has line feeds, the line ends of `before`. An unchanged line keeps its own, and a new line gets
 * that of the line that it replaces, or else of the line above. A text without line ends gets `otherwise`.
 */
export function keepLineEnds(before: string, after: string, otherwise: '\n' | '\r\n'): string {
  const ends = endsOf(before);
  const [first = otherwise] = ends;
  if (ends.every((end) => end === first)) return first === '\n' ? after : after.replaceAll('\n', first);
  const sources = sourceLines(lineFeeds(before), after);
  let last = first;
  let line = -1;
  let end = -1;
  return after.replaceAll('\n', (_, at: number) => {
    line += 1;
    const own = ends[sources[line] ?? -1] ?? last;
    // A carriage return before the line feed of an empty line would make the two a single CR LF.
    last = own === '\n' && last === '\r' && line > 0 && at === end + 1 ? '\r' : own;
    end = at;
    return last;
  });
}

function endsOf(text: string): readonly string[] {
  return text.match(LINE_END) ?? [];
}

function letterOf(end: string): string {
  return end === '\n' ? 'n' : end === '\r' ? 'r' : 'w';
}

/** Returns for each line of `after` the line of `before` that it equals or replaces, both counted from 0. */
function sourceLines(before: string, after: string): readonly (number | undefined)[] {
  const [old, now] = [before.split('\n'), after.split('\n')];
  const hunks = lineDiff(before, after)?.hunks ?? [wholeHunk(old, now)];
  const sources: (number | undefined)[] = [];
  let [oldLine, replaced] = [0, 0];
  const copyUntil = (end: number): void => {
    for (; sources.length < end; oldLine += 1) sources.push(oldLine);
  };
  for (const { oldStart, newStart, lines } of hunks) {
    copyUntil(newStart - 1);
    oldLine = oldStart - 1;
    replaced = oldLine;
    for (const line of lines) {
      if (line.startsWith('+')) {
        sources.push(replaced < oldLine ? replaced : undefined);
        replaced += 1;
        continue;
      }
      // A diff lists removed lines before added ones.
      if (line.startsWith(' ')) {
        sources.push(oldLine);
        replaced = oldLine + 1;
      }
      oldLine += 1;
    }
  }
  copyUntil(now.length);
  return sources;
}

/** Replaces all lines from the first to the last difference, for texts that take too long to compare. */
function wholeHunk(
  old: readonly string[],
  now: readonly string[],
): { readonly oldStart: number; readonly newStart: number; readonly lines: readonly string[] } {
  const { start, end } = sameEnds(old, now, Math.min(old.length, now.length));
  return {
    oldStart: start + 1,
    newStart: start + 1,
    lines: [
      ...old.slice(start, old.length - end).map((line) => `-${line}`),
      ...now.slice(start, now.length - end).map((line) => `+${line}`),
    ],
  };
}
