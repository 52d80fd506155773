import { t } from '@vscode/l10n';
import { useChat } from '../ui/chatContext.ts';
import { Icon, IconButton } from '../ui/controls.tsx';

export function Queue() {
  const { queue, store, view, post } = useChat();
  const messages = queue.value;
  if (messages.length === 0) return null;
  const isIdle = store.status.value?.turn === 'idle';
  return (
    <ul class="queue" aria-label={t('Queued messages')}>
      {messages.map(({ id, text, attachments, held }) => {
        const act = (how: 'edit' | 'remove' | 'ask') => (): void => {
          post({ type: 'unqueue', id, how });
          view.focusComposer();
        };
        return (
          <li class="queued" key={id}>
            <Icon name={held ? 'debug-pause' : 'history'} />
            <span class="queued-message" title={text}>
              <span class="queued-text">
                <span class="sr-only">{held ? t('On hold:') : t('Queued:')}</span>
                {text || attachmentsText(attachments.length)}
              </span>
              {text !== '' && attachments.length > 0 && (
                <span class="queued-more">+ {attachmentsText(attachments.length)}</span>
              )}
            </span>
            {held && isIdle && <IconButton icon="play" label={t('Ask this now')} onClick={act('ask')} />}
            <IconButton icon="edit" label={t('Edit this queued message')} onClick={act('edit')} />
            <IconButton icon="close" label={t('Remove this queued message')} onClick={act('remove')} />
          </li>
        );
      })}
    </ul>
  );
}

function attachmentsText(count: number): string {
  return count === 1 ? t('1 attachment') : t('{0} attachments', count);
}
