/** The line ends of files. Models and diffs get line feeds; the ends that a file had come back when it is written. */
import { lineDiff, sameEnds } from './lineDiff.ts';

const LINE_END = /\r\n?|\n/g;
const LETTERS = { n: '\n', w: '\r\n', r: '\r' } as const;

/** The same lines as an editor sees, in which a lone carriage return ends a line, too. */
export function lineFeeds(text: string): string {
  return text.replaceAll(/\r\n?/g, '\n');
}

/** One letter for each line end, `n`, `w` (CR LF) or `r`; a single one where all are alike. */
export function lineEndsOf(text: string): string {
  const [first = '\n', ...rest] = endsOf(text);
  const letters = [first, ...rest].map(letterOf);
  return letters.every((letter) => letter === letters[0]) ? letterOf(first) : letters.join('');
}

/** `text` has line feeds; `letters` are those of `lineEndsOf`. */
export function withLineEnds(text: string, letters: string): string {
  if (letters === 'n') return text;
  let index = -1;
  return text.replaceAll('\n', () => {
    index += 1;
    return LETTERS[letters[letters.length === 1 ? 0 : index] as keyof typeof LETTERS] ?? '\n';
  });
}

/**
 * Gives `after`, which has line feeds, the line ends of `before`: a line that stays keeps its own, a new line gets that
 * of the line that it replaces, or else of the line above. `otherwise` is for a text that had none.
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
    // After a carriage return, the line feed of an empty line would be the second half of one line end.
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

/** For each line of `after` the line of `before` that it is, or that it replaces; both from 0. */
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
      // The lines that go stand before those that come.
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

/** What is between the first and the last line that differ, where a comparison would take too long. */
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
