/** The lines of a diff as they are drawn: numbers, HTML, and how many are shown at first. */
import { headText } from '../../base/common/cut.ts';
import type { DiffHunk, LineDiff } from '../../protocol/index.ts';
import { exactHtml } from './exactText.ts';
import { ROW } from './headOf.ts';
import type { Room } from './room.ts';

export type DiffRow =
  | { readonly kind: 'gap'; readonly lines: number }
  | {
      readonly kind: 'same' | 'added' | 'removed';
      readonly oldLine?: number | undefined;
      readonly newLine?: number | undefined;
      readonly text: string;
      readonly html: string;
    };

export interface DiffView {
  readonly rows: readonly DiffRow[];
  /** The number of lines that are left out; 0 if all are shown. */
  readonly rest: number;
}

/** Without `room`, nothing is folded. */
export function diffView(diff: LineDiff, room: Room | undefined): DiffView {
  const fold = room && foldOf(diff, room);
  const rows: DiffRow[] = [];
  for (const [index, hunk] of (fold?.hunks ?? diff.hunks).entries()) {
    const before = diff.hunks[index - 1];
    if (before) rows.push({ kind: 'gap', lines: hunk.oldStart - endOf(before) });
    rows.push(...rowsOf(hunk));
  }
  return { rows, rest: fold?.rest ?? 0 };
}

export function isFolded(diff: LineDiff, room: Room): boolean {
  return foldOf(diff, room) !== undefined;
}

function foldOf(
  diff: LineDiff,
  { shown: most, spared }: Room,
): { readonly hunks: readonly DiffHunk[]; readonly rest: number } | undefined {
  const heightOf = (line: string): number => Math.max(1, Math.ceil((line.length - 1) / ROW));
  const lines = diff.hunks.flatMap((hunk) => hunk.lines);
  const height = lines.reduce((sum, line) => sum + heightOf(line), 0);
  if (height <= most + spared) return undefined;
  let room = most;
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

function rowsOf({ oldStart, newStart, lines }: DiffHunk): readonly DiffRow[] {
  let [oldLine, newLine] = [oldStart, newStart];
  return lines.map((line): DiffRow => {
    const text = line.slice(1);
    const html = markReturns(exactHtml(text));
    if (line.startsWith('-')) return { kind: 'removed', oldLine: oldLine++, text, html };
    if (line.startsWith('+')) return { kind: 'added', newLine: newLine++, text, html };
    return { kind: 'same', oldLine: oldLine++, newLine: newLine++, text, html };
  });
}

/** A carriage return would be invisible, and HTML would make a line end of it. */
export function markReturns(html: string): string {
  return html.replaceAll('\r', '<span class="hidden-character" title="U+000D">&#13;</span>');
}
