import { t } from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Item } from '../../protocol/index.ts';
import { useChat } from '../ui/chatContext.ts';
import { AttachmentChips } from '../composer/Attachments.tsx';
import { PromptCard } from '../prompts/PromptCard.tsx';
import { IconButton, TextButton } from '../ui/controls.tsx';
import { EditMessage } from './EditMessage.tsx';

/** Longer messages are folded behind a button. */
const MAX_LINES = 24;
const MAX_LENGTH = 3000;

export function UserMessage({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  const { view, scroll, store } = useChat();
  const begun = useRef(false);
  if (item.value.kind !== 'user') return null;
  const { text, prompt, attachments } = item.value;
  const short = text.split('\n', MAX_LINES).join('\n').slice(0, MAX_LENGTH);
  const isLong = short.length < text.length;
  const open = view.isOpen(id).value;
  const toggle = (): void => {
    scroll.holdStill();
    view.toggle(id);
  };
  const edit = (): void => {
    begun.current = true;
    view.keepEdit(id, text);
  };
  const edited = view.edit(id);
  if (edited !== undefined)
    return <EditMessage id={id} draft={edited} isNew={begun.current} attachments={attachments ?? []} />;
  return (
    <div class="user-message">
      <span class="sr-only">{t('You said:')}</span>
      {!prompt && store.status.value?.turn === 'idle' && (
        <div class="message-tools">
          <IconButton icon="edit" label={t('Edit message')} onClick={edit} />
        </div>
      )}
      <div class="bubble" dir="auto" tabIndex={-1}>
        {prompt ? <PromptCard id={id} text={text} prompt={prompt} /> : isLong && !open ? `${short}…` : text}
        {!prompt && isLong && (
          <div class="bubble-more">
            <TextButton look="quiet" onClick={toggle}>
              {open ? t('Show less') : t('Show all')}
            </TextButton>
          </div>
        )}
        {attachments && <AttachmentChips attachments={attachments} />}
      </div>
    </div>
  );
}
