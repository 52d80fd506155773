import { lineDiff } from '../../base/common/lineDiff.ts';
import type { ChangedFile, ChangedFileView, FileChangeKind } from '../../protocol/index.ts';

/** What a page lists of one turn. */
const MOST = 200;

export function viewsOf(files: readonly ChangedFile[]): readonly ChangedFileView[] {
  return files.slice(0, MOST).map(viewOf);
}

export function viewOf(file: ChangedFile): ChangedFileView {
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

export function changeKindOf({ change, before, after }: ChangedFile): FileChangeKind {
  if (change) return change;
  if (before === undefined) return 'created';
  return after === undefined ? 'deleted' : 'edited';
}
