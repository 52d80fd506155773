import { lineDiff } from '../../base/common/lineDiff.ts';
import type { ChangedFile, ChangedFileView, FileChangeKind } from '../../protocol/index.ts';

const MOST = 200;

/** A file is never changed, only replaced: only those that are new are compared. */
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

export function changeKindOf({ change, before, after }: ChangedFile): FileChangeKind {
  if (change) return change;
  if (before === undefined) return 'created';
  return after === undefined ? 'deleted' : 'edited';
}
