import { t } from '@vscode/l10n';
import type { OpenConversation } from '../../agent/index.ts';
import { lineDiff } from '../../base/common/lineDiff.ts';
import { listOfNames } from '../../base/common/text.ts';
import {
  pastOf,
  type ChangedFile,
  type ChangePart,
  type ChangesAction,
  type LineDiff,
} from '../../protocol/index.ts';
import { withoutPart } from '../builtInTools/changeViews.ts';
import { viewsOf } from '../builtInTools/changeViews.ts';
import type { EditDiffs } from '../builtInTools/editDiffs.ts';
import { swapChanges, writeChange, type SkipReason, type Swapped } from '../builtInTools/undoChanges.ts';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../ui/index.ts';

const underWay = new Set<string>();

interface ChangesRequest {
  readonly action: ChangesAction;
  /** Index among the files of the turn; absent for all of them. */
  readonly file?: number | undefined;
  readonly part?: ChangePart | undefined;
}

export async function actOnChanges(
  open: Pick<OpenConversation, 'transcript' | 'addNote'>,
  diffs: EditDiffs,
  id: string,
  { action, file, part }: ChangesRequest,
): Promise<void> {
  const { transcript } = open;
  const item = transcript.item(id);
  if (item?.kind !== 'changes') return;
  const { turn, state } = item;
  const all = diffs.changes.of(turn);
  if (!all) {
    transcript.changeChanges(id, pastOf(state));
    void showInformationMessage(t('The previous content of these files is no longer available.'));
    return;
  }
  // An action on a whole turn leaves alone what only others have changed, because that is the user's own work.
  const files =
    file === undefined
      ? all.filter((each) => action === 'show' || !isOfOthers(each))
      : all.slice(file, file + 1);
  if (action === 'show') return file === undefined ? diffs.openTurn(turn, files) : diffs.openFile(turn, file);
  if (underWay.has(turn)) return;
  underWay.add(turn);
  try {
    const swapped = await carryOut({ files, all }, action, file !== undefined, part);
    diffs.changes.recordUndo(turn, swapped.done);
    if (swapped.done.length > 0 && action !== 'keep') open.addNote(id, newsFor(swapped, action, part));
    const problem = problemOf(swapped, action);
    if (problem !== undefined) void showWarningMessage(problem);
  } catch {
    void showErrorMessage(t('The editor did not allow the files to be changed.'));
  } finally {
    underWay.delete(turn);
    const now = diffs.changes.stateOf(turn);
    if (now) transcript.changeChanges(id, now, viewsOf(diffs.changes.of(turn) ?? []));
  }
}

async function carryOut(
  { files, all }: { readonly files: readonly ChangedFile[]; readonly all: readonly ChangedFile[] },
  action: Exclude<ChangesAction, 'show'>,
  isSingle: boolean,
  part: ChangePart | undefined,
): Promise<Swapped> {
  const [only] = files;
  const nothing: Swapped = { done: [], left: [], unsaved: [] };
  if (part && only) return action === 'redo' ? nothing : changePart(only, part, action);
  if (action === 'keep') return { ...nothing, done: files.flatMap((file) => kept(file, isSingle)) };
  return swapChanges(files, action, all);
}

async function changePart(file: ChangedFile, part: ChangePart, action: 'keep' | 'undo'): Promise<Swapped> {
  const texts = file.standing === 'made' ? withoutPart(file, part, action) : undefined;
  if (!texts) return { done: [], left: [{ label: file.label, why: 'changed' }], unsaved: [] };
  if (action === 'undo') {
    const swapped = await writeChange(file, texts.after);
    return { ...swapped, done: swapped.done.map(settled) };
  }
  return { done: [settled({ ...file, ...texts })], left: [], unsaved: [] };
}

/** Marks a file as kept when each of its parts was kept or undone, because nothing is left to undo then. */
function settled(file: ChangedFile): ChangedFile {
  return file.before === file.after ? { ...file, standing: 'kept' } : file;
}

export function changedLinesOf(
  transcript: Pick<OpenConversation['transcript'], 'item'>,
  diffs: EditDiffs,
  { id, file }: { readonly id: string; readonly file: number },
): LineDiff | undefined {
  const item = transcript.item(id);
  const changed = item?.kind === 'changes' ? diffs.changes.of(item.turn)?.[file] : undefined;
  if (!changed || changed.standing === 'unkept') return undefined;
  return lineDiff(changed.before, changed.after ?? '');
}

function kept(file: ChangedFile, isToggle: boolean): readonly ChangedFile[] {
  if (file.standing === 'made') return [{ ...file, standing: 'kept' }];
  return isToggle && file.standing === 'kept' ? [{ ...file, standing: 'made' }] : [];
}

function isOfOthers({ by = [] }: ChangedFile): boolean {
  return by.length > 0 && by.every(({ kind }) => kind === 'outside');
}

/** Returns a note for the model, which would otherwise rely on what it has written. */
function newsFor({ done }: Swapped, action: 'undo' | 'redo', part: ChangePart | undefined): string {
  const names = listOfNames(
    done.map(({ label }) => label),
    (more) => `and ${more} more`,
  );
  if (part) return `(The user has undone a part of your changes of ${names}. Read it again.)`;
  return action === 'undo'
    ? `(The user has undone your changes of ${names}: these files are what they were before.)`
    : `(The user has made your changes of ${names} again: these files are as you left them.)`;
}

function problemOf({ left, unsaved }: Swapped, action: ChangesAction): string | undefined {
  const shown = (names: readonly string[]): string => listOfNames(names, (more) => t('and {0} more', more));
  const list = shown(left.map(({ label, why }) => `${label} (${wordsFor(why)})`));
  const parts = [
    left.length > 0 &&
      (action === 'redo' ? t('Could not be redone: {0}.', list) : t('Could not be undone: {0}.', list)),
    unsaved.length > 0 && t('Changed, but could not be saved: {0}.', shown(unsaved)),
  ];
  return parts.filter(Boolean).join(' ') || undefined;
}

function wordsFor(why: SkipReason): string {
  switch (why) {
    case 'changed':
      return t('changed since then');
    case 'encoding':
      return t('cannot be saved in its encoding without loss');
    case 'gone':
      return t('no longer exists');
    case 'outside':
      return t('not in this workspace');
    case 'unkept':
      return t(
        'its previous content was not saved because it was too large, not text, or contained a secret',
      );
    case 'there':
      return t('a file with this name exists');
    case 'mixed':
      return t('also changed by another program during the response');
  }
}
