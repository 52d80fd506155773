/** The lines of a diff as they are drawn: numbers, HTML with syntax colours, and how many are shown at first. */
import { headText } from '../../base/common/cut.ts';
import type { DiffHunk, LineDiff } from '../../protocol/index.ts';
import { highlight } from '../markdown/highlight.ts';
import { showHiddenHtml } from '../markdown/hiddenText.ts';
import { exactHtml, paddingPieces } from './exactText.ts';
import { ROW, SHOWN, SPARED } from './headOf.ts';

export type DiffRow =
  | { readonly kind: 'gap'; readonly lines: number }
  | {
      readonly kind: 'same' | 'added' | 'removed';
      readonly oldLine?: number;
      readonly newLine?: number;
      readonly text: string;
      readonly html: string;
    };

export interface DiffView {
  readonly rows: readonly DiffRow[];
  /** How many lines are left out; 0 for all. */
  readonly rest: number;
}

export function diffView(diff: LineDiff, file: string, isWhole: boolean): DiffView {
  const fold = isWhole ? undefined : foldOf(diff);
  const rows: DiffRow[] = [];
  for (const [index, hunk] of (fold?.hunks ?? diff.hunks).entries()) {
    const before = diff.hunks[index - 1];
    if (before) rows.push({ kind: 'gap', lines: hunk.oldStart - endOf(before) });
    rows.push(...rowsOf(hunk, languageOf(file)));
  }
  return { rows, rest: fold?.rest ?? 0 };
}

export function isFolded(diff: LineDiff): boolean {
  return foldOf(diff) !== undefined;
}

function foldOf(diff: LineDiff): { readonly hunks: readonly DiffHunk[]; readonly rest: number } | undefined {
  const heightOf = (line: string): number => Math.max(1, Math.ceil((line.length - 1) / ROW));
  const lines = diff.hunks.flatMap((hunk) => hunk.lines);
  const height = lines.reduce((sum, line) => sum + heightOf(line), 0);
  if (height <= SHOWN + SPARED) return undefined;
  let room = SHOWN;
  let shown = 0;
  const hunks: DiffHunk[] = [];
  for (const hunk of diff.hunks) {
    const head: string[] = [];
    for (const line of hunk.lines) {
      // A line that is higher than the room is cut, and counts as left out.
      if (heightOf(line) > room) {
        if (shown === 0) head.push(`${headText(line, room * ROW)}…`);
        room = 0;
        break;
      }
      room -= heightOf(line);
      shown += 1;
      head.push(line);
    }
    if (head.length > 0) hunks.push({ ...hunk, lines: head });
    if (room === 0) break;
  }
  return { hunks, rest: lines.length - shown };
}

function endOf({ oldStart, lines }: DiffHunk): number {
  return oldStart + lines.filter((line) => !line.startsWith('+')).length;
}

function rowsOf({ oldStart, newStart, lines }: DiffHunk, language: string): readonly DiffRow[] {
  const textOf = (without: string): string[] =>
    lines.flatMap((line) => (line.startsWith(without) ? [] : [line.slice(1)]));
  const [old, now] = [textOf('+'), textOf('-')];
  const [oldHtml, newHtml] = [colouredLines(old, language), colouredLines(now, language)];
  let [oldAt, newAt] = [0, 0];
  return lines.map((line): DiffRow => {
    const text = line.slice(1);
    if (line.startsWith('-')) {
      const html = htmlOf(text, oldHtml?.[oldAt]);
      oldAt += 1;
      return { kind: 'removed', oldLine: oldStart + oldAt - 1, text, html };
    }
    const html = htmlOf(text, newHtml?.[newAt]);
    newAt += 1;
    const newLine = newStart + newAt - 1;
    if (line.startsWith('+')) return { kind: 'added', newLine, text, html };
    oldAt += 1;
    return { kind: 'same', oldLine: oldStart + oldAt - 1, newLine, text, html };
  });
}

/** A carriage return would be invisible, and HTML would make a line end of it. */
function htmlOf(text: string, coloured: string | undefined): string {
  const html =
    coloured === undefined || paddingPieces(text).length > 1
      ? exactHtml(text, '')
      : showHiddenHtml(coloured, 'exact');
  return html.replaceAll('\r', '<span class="hidden-character" title="U+000D">&#13;</span>');
}

/** HTML of each line; undefined where there are no colours. Spans that go over lines are closed and opened again. */
function colouredLines(lines: readonly string[], language: string): readonly string[] | undefined {
  const html = language === '' ? undefined : highlight(lines.join('\n'), language);
  if (html === undefined) return undefined;
  const open: string[] = [];
  const coloured = html.split('\n').map((line) => {
    const start = open.join('');
    for (const [tag] of line.matchAll(/<span[^>]*>|<\/span>/g)) {
      if (tag === '</span>') open.pop();
      else open.push(tag);
    }
    return `${start}${line}${'</span>'.repeat(open.length)}`;
  });
  // A highlighter that changes line ends must not put code into another line.
  return coloured.length === lines.length ? coloured : undefined;
}

/** The end of the file's name; the highlighter knows such as `ts` and `py`. */
function languageOf(file: string): string {
  const name = file.split(/[\\/]/).at(-1) ?? '';
  return (name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : name).toLowerCase();
}
