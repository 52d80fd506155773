import { t } from '@vscode/l10n';
import type { OpenConversation } from '../../agent/index.ts';
import { pastOf, type ChangesAction } from '../../protocol/index.ts';
import type { EditDiffs } from '../builtInTools/editDiffs.ts';
import { swapChanges, type SkipReason, type Swapped } from '../builtInTools/undoChanges.ts';
import { showErrorMessage, showInformationMessage, showWarningMessage } from '../ui/index.ts';

/** Turns whose files are being changed. */
const underWay = new Set<string>();

/** Handles a button of the item `id` that shows a turn's changes. */
export async function actOnChanges(
  open: Pick<OpenConversation, 'transcript' | 'addNote'>,
  diffs: EditDiffs,
  id: string,
  action: ChangesAction,
): Promise<void> {
  const { transcript } = open;
  const item = transcript.item(id);
  if (item?.kind !== 'changes') return;
  const { turn, state } = item;
  const files = diffs.changes.of(turn);
  if (!files) {
    transcript.changeChanges(id, pastOf(state));
    void showInformationMessage(t('The previous content of these files is no longer available.'));
    return;
  }
  if (action === 'show') return diffs.openTurn(turn, files);
  if (underWay.has(turn)) return;
  underWay.add(turn);
  try {
    const swapped = await swapChanges(files, action);
    diffs.changes.note(turn, swapped.done);
    if (swapped.done.length > 0) open.addNote(id, newsFor(swapped, action));
    const problem = problemOf(swapped, action);
    if (problem !== undefined) void showWarningMessage(problem);
  } catch {
    void showErrorMessage(t('The editor did not allow the files to be changed.'));
  } finally {
    underWay.delete(turn);
  }
  const now = diffs.changes.stateOf(turn);
  if (now) transcript.changeChanges(id, now);
}

/** For the model, which would otherwise rely on what it has written. */
function newsFor({ done }: Swapped, action: 'undo' | 'redo'): string {
  const names = done.map(({ label }) => label).join(', ');
  return action === 'undo'
    ? `(The user has undone your changes of ${names}: these files are what they were before.)`
    : `(The user has made your changes of ${names} again: these files are as you left them.)`;
}

function problemOf({ left, unsaved }: Swapped, action: 'undo' | 'redo'): string | undefined {
  const list = left.map(({ label, why }) => `${label} (${wordsFor(why)})`).join(', ');
  const parts = [
    left.length > 0 &&
      (action === 'undo' ? t('Could not be undone: {0}.', list) : t('Could not be redone: {0}.', list)),
    unsaved.length > 0 && t('Changed, but could not be saved: {0}.', unsaved.join(', ')),
  ];
  return parts.filter(Boolean).join(' ') || undefined;
}

function wordsFor(why: SkipReason): string {
  switch (why) {
    case 'changed':
      return t('changed since then');
    case 'gone':
      return t('no longer exists');
    case 'outside':
      return t('not in this workspace');
    case 'unkept':
      return t('its previous content was not saved because it was too large or contained a secret');
    case 'there':
      return t('a file with this name exists');
    case 'mixed':
      return t('also changed by another program during the turn');
  }
}
