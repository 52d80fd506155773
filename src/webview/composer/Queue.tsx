/** The messages that wait for the end of the turn. */
import { plural } from '../calls/format.ts';
import { useChat } from '../chat/context.ts';
import { Icon, IconButton } from '../chat/controls.tsx';

export function Queue() {
  const { queue, store, post } = useChat();
  const messages = queue.value;
  if (messages.length === 0) return null;
  const isIdle = store.status.value?.turn === 'idle';
  return (
    <ul class="queue" aria-label="Queued messages">
      {messages.map(({ id, text, attachments, held }) => {
        const act = (how: 'edit' | 'remove' | 'ask') => (): void => post({ type: 'unqueue', id, how });
        return (
          <li class="queued" key={id}>
            <Icon name={held ? 'debug-pause' : 'history'} />
            <span class="queued-text" title={text}>
              <span class="sr-only">{held ? 'Held back:' : 'Queued:'}</span>
              {text || plural(attachments.length, 'attachment')}
              {text !== '' && attachments.length > 0 && (
                <span class="queued-more"> + {plural(attachments.length, 'attachment')}</span>
              )}
            </span>
            {held && isIdle && <IconButton icon="play" label="Ask this now" onClick={act('ask')} />}
            <IconButton icon="edit" label="Edit this queued message" onClick={act('edit')} />
            <IconButton icon="close" label="Remove this queued message" onClick={act('remove')} />
          </li>
        );
      })}
    </ul>
  );
}
