/** Edits a sent message. Sending it starts another conversation from this point. */
import { t } from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Attachment } from '../../protocol/index.ts';
import { AttachmentChips } from '../composer/Attachments.tsx';
import { useChat } from '../ui/chatContext.ts';
import { TextButton } from '../ui/controls.tsx';

/** The page keeps `draft`: scrolling away removes the row. `isNew`: the user has just begun. */
export function EditMessage(props: {
  id: string;
  draft: string;
  isNew: boolean;
  attachments: readonly Attachment[];
}) {
  const { id, draft, isNew, attachments } = props;
  const { post, scroll, store, view } = useChat();
  const input = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (!isNew) return;
    input.current?.focus();
    input.current?.setSelectionRange(draft.length, draft.length);
  }, []);
  const end = (): void => {
    view.keepEdit(id, undefined);
    view.focusComposer();
  };
  const isReady = draft.trim() !== '' && store.status.value?.turn === 'idle';
  const send = (): void => {
    if (!isReady) return;
    scroll.follow();
    post({ type: 'resend', id, text: draft.trim() });
    end();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Escape') end();
    else if (event.key === 'Enter' && !event.shiftKey) send();
    else return;
    event.preventDefault();
  };
  return (
    <div class="user-message editing">
      <textarea
        ref={input}
        class="message-field"
        dir="auto"
        rows={2}
        value={draft}
        aria-label={t('Edited message')}
        onInput={({ currentTarget }) => view.keepEdit(id, currentTarget.value)}
        onKeyDown={onKeyDown}
      />
      <AttachmentChips attachments={attachments} />
      <div class="edit-actions">
        <span class="edit-hint">{t('The messages that followed remain in the list of conversations.')}</span>
        <div class="actions">
          <TextButton onClick={end}>{t('Cancel')}</TextButton>
          <TextButton look="primary" disabled={!isReady} onClick={send}>
            {t('Send')}
          </TextButton>
        </div>
      </div>
    </div>
  );
}
