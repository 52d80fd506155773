/** Says for the model where a file was changed, and how its lines are now. */
import { headText } from '../../base/common/cut.ts';
import { lineDiff, type DiffHunk } from '../../base/common/lineDiff.ts';

const MAX_LINES = 40;
const MAX_LINE = 400;
const MAX_PLACES = 20;

interface ChangedPlace {
  /** Line in the file as it is now, from 1. */
  readonly line: number;
  /** Lines with `-` or `+` in front. */
  readonly lines: readonly string[];
}

/** Returns the beginning of a result. `tellsLines` is false if the model may not read the file. */
export function describeChange(
  label: string,
  { before, after }: { readonly before: string; readonly after: string },
  tellsLines: boolean,
): string {
  // The end of the last line is told apart: as a line, it would look like an empty one.
  const lastEnd = changedLastEnd(before, after);
  const diff = lineDiff(withLastEnd(before), withLastEnd(after));
  if (!diff) return `Changed ${label}.`;
  const places = diff.hunks.flatMap(placesIn);
  const [first, ...others] = places;
  if (!first && lastEnd === undefined) return `${label} is as it was before.`;
  if (!first) return tellsLines ? `Changed ${label}. ${lastEnd}` : `Changed ${label}.`;
  if (!tellsLines) return `Changed ${label}, ${linesOf(places)}.`;
  const shown = boundedPlaces(places);
  const left = diff.added + diff.removed - shown.reduce((sum, { lines }) => sum + lines.length, 0);
  const more = [left > 0 ? `(and ${left} more changed lines)` : undefined, lastEnd].filter(
    (note) => note !== undefined,
  );
  const texts = shown.map(({ line, lines }) => [`Line ${line}:`, ...lines].join('\n'));
  if (others.length > 0)
    return [`Changed ${label} in ${places.length} places.`, ...texts, ...more].join('\n');
  return [`Changed ${label}, line ${first.line}:`, ...(shown[0]?.lines ?? []), ...more].join('\n');
}

function withLastEnd(text: string): string {
  return text === '' || text.endsWith('\n') ? text : `${text}\n`;
}

function changedLastEnd(before: string, after: string): string | undefined {
  if (before === '' || after === '' || before.endsWith('\n') === after.endsWith('\n')) return undefined;
  return after.endsWith('\n') ? 'The last line has a line end now.' : 'The last line has no line end now.';
}

function placesIn({ newStart, lines }: DiffHunk): readonly ChangedPlace[] {
  const places: { line: number; lines: string[] }[] = [];
  let line = newStart;
  let isOpen = false;
  for (const each of lines) {
    const isKept = each.startsWith(' ');
    if (!isKept && !isOpen) places.push({ line, lines: [] });
    if (!isKept) places.at(-1)?.lines.push(each);
    isOpen = !isKept;
    if (!each.startsWith('-')) line += 1;
  }
  return places;
}

function boundedPlaces(places: readonly ChangedPlace[]): readonly ChangedPlace[] {
  let left = MAX_LINES;
  return places.slice(0, MAX_PLACES).flatMap(({ line, lines }) => {
    const shown = lines.slice(0, left);
    left -= shown.length;
    return shown.length === 0 ? [] : [{ line, lines: shown.map(boundedLine) }];
  });
}

function boundedLine(line: string): string {
  const head = headText(line, MAX_LINE);
  return head.length < line.length ? `${head} …` : line;
}

function linesOf(places: readonly ChangedPlace[]): string {
  const lines = places.slice(0, MAX_PLACES).map(({ line }) => line);
  const more = places.length > lines.length ? ', …' : '';
  return `${places.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}${more}`;
}
