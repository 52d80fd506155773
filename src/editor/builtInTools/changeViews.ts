import { lineDiff, type DiffHunk } from '../../base/common/lineDiff.ts';
import type { ChangedFile, ChangedFileView, FileChangeKind, ChangePart } from '../../protocol/index.ts';

const MOST = 200;

/** Views by file. A changed file is replaced and never modified, so only new ones have to be compared. */
const known = new WeakMap<ChangedFile, ChangedFileView>();

export function viewsOf(files: readonly ChangedFile[]): readonly ChangedFileView[] {
  return files.slice(0, MOST).map((file) => {
    const view = known.get(file) ?? viewOf(file);
    known.set(file, view);
    return view;
  });
}

function viewOf(file: ChangedFile): ChangedFileView {
  const { label, standing, by = [], before, after } = file;
  const diff = standing === 'unkept' ? undefined : lineDiff(before, after ?? '');
  return {
    label,
    change: changeKindOf(file),
    standing,
    by,
    ...(diff && { added: diff.added, removed: diff.removed }),
  };
}

export function changeKindOf({
  change,
  before,
  after,
}: Pick<ChangedFile, 'change' | 'before' | 'after'>): FileChangeKind {
  if (change) return change;
  if (before === undefined) return 'created';
  return after === undefined ? 'deleted' : 'edited';
}

/**
 * Returns the texts of the file after a part of its changes was kept or undone. Undefined if the file is no longer as
 * it was when the part was shown.
 */
export function withoutPart(
  { before, after }: ChangedFile,
  part: ChangePart,
  action: 'keep' | 'undo',
): { readonly before: string; readonly after: string } | undefined {
  if (before === undefined || after === undefined) return undefined;
  const hunks = lineDiff(before, after)?.hunks ?? [];
  const hunk = hunks.find(
    ({ oldStart, newStart, lines }) =>
      oldStart === part.oldStart && newStart === part.newStart && lines.length === part.lines,
  );
  if (!hunk) return undefined;
  // The only part covers the whole change, also if one of the texts is empty or lacks the last line end.
  if (hunks.length === 1) return action === 'undo' ? { before, after: before } : { before: after, after };
  return action === 'undo'
    ? { before, after: replaced(after, hunk, 'new') }
    : { before: replaced(before, hunk, 'old'), after };
}

/** Replaces the lines of a hunk in `text`, which is the old or new side, by those of the other side. */
function replaced(text: string, { oldStart, newStart, lines }: DiffHunk, side: 'old' | 'new'): string {
  const linesWith = (sign: '-' | '+'): string[] =>
    lines.flatMap((line) => (line.startsWith(' ') || line.startsWith(sign) ? [line.slice(1)] : []));
  const [own, other] = side === 'old' ? [linesWith('-'), linesWith('+')] : [linesWith('+'), linesWith('-')];
  const all = text.split('\n');
  all.splice((side === 'old' ? oldStart : newStart) - 1, own.length, ...other);
  return all.join('\n');
}
