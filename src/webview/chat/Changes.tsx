import { t } from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals';
import type { ChangesAction, ChangesState, Item } from '../../protocol/index.ts';
import { isUndone, wordsForChanges } from '../state/announce.ts';
import { useChat } from '../ui/chatContext.ts';
import { Icon, TextButton } from '../ui/controls.tsx';

const NAMED = 12;

export function Changes({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  const { post } = useChat();
  if (item.value.kind !== 'changes') return null;
  const { files, state } = item.value;
  const button = (action: ChangesAction, label: string, title: string) => (
    <TextButton look="quiet" title={title} onClick={() => post({ type: 'changes', id, action })}>
      {label}
    </TextButton>
  );
  return (
    <div class="changes">
      <span class="changes-text" title={titleFor(files, state)}>
        <Icon name={isUndone(state) ? 'discard' : 'diff-multiple'} />
        {wordsForChanges(files.length, state)}
      </span>
      <span class="changes-buttons">
        {(state.status === 'made' || (state.status === 'undone' && state.left > 0)) &&
          button('show', t('Show'), t('Compares the files before the turn with their current content'))}
        {/* In one place, so that the keyboard stays on the button. */}
        {state.status === 'made'
          ? button('undo', t('Undo'), undoTitle())
          : state.status === 'undone' &&
            button(
              'redo',
              t('Redo'),
              t('Reapplies the changes to files that have not changed since they were undone'),
            )}
      </span>
    </div>
  );
}

function undoTitle(): string {
  return t(
    'Restores the files as they were before the turn, except those that have changed since. Changes by commands and server tools are not undone.',
  );
}

function titleFor(files: readonly string[], state: ChangesState): string {
  const names = files.slice(0, NAMED);
  const more = files.length - names.length;
  return [
    ...names,
    more > 0 && t('and {0} more', more),
    state.status === 'past' &&
      t(
        'The previous content is not available. It was too large, contained a secret, is too old, or the conversation was imported.',
      ),
  ]
    .filter(Boolean)
    .join('\n');
}
