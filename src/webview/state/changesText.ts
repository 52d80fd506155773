import { t } from '@vscode/l10n';
import type { ChangesState } from '../../protocol/index.ts';

export function wordsForChanges(count: number, state: ChangesState): string {
  const changed = count === 1 ? t('1 file changed') : t('{0} files changed', count);
  if (state.status === 'undone' && state.left > 0)
    return state.left === 1
      ? t('{0}, undone except for 1', changed)
      : t('{0}, undone except for {1}', changed, state.left);
  if (isUndone(state)) return t('{0}, undone', changed);
  return state.status === 'past' ? t('{0}, can no longer be undone', changed) : changed;
}

export function isUndone(state: ChangesState): boolean {
  return state.status === 'undone' || (state.status === 'past' && state.wasUndone);
}
