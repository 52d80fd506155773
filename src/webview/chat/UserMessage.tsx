import { headText } from '../../base/common/cut.ts';
import { t } from '@vscode/l10n';
import type { ReadonlySignal } from '@preact/signals';
import { useRef, useLayoutEffect } from 'preact/hooks';
import type { Item, Attachment, ContentPart, PromptRun } from '../../protocol/index.ts';
import { directionOf } from '../markdown/hiddenText.ts';
import { useChat } from '../ui/chatContext.ts';
import { AttachmentChips } from '../composer/Attachments.tsx';
import { IconButton, TextButton, Icon } from '../ui/controls.tsx';
import { useEscape } from '../ui/escape.ts';
import { attachmentKey } from '../state/attachments.ts';
import type { Edit } from '../state/edits.ts';
import { Words } from '../calls/Exact.tsx';
import { CodeText } from '../calls/ResultPart.tsx';
import { Picture } from '../ui/Picture.tsx';
import { mediaUri, formattedText } from '../calls/parts.ts';
import { Disclosure } from '../ui/Disclosure.tsx';
import { slashCommand } from '../prompts/matching.ts';

const MAX_LINES = 24;
const MAX_LENGTH = 3000;

export function UserMessage({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  const { view, scroll, store, post } = useChat();
  const begun = useRef(false);
  if (item.value.kind !== 'user') return null;
  const { text, prompt, attachments } = item.value;
  const short = headText(text.split('\n', MAX_LINES).join('\n'), MAX_LENGTH);
  const isLong = short.length < text.length;
  const open = view.isOpen(id).value;
  const toggle = (): void => {
    scroll.holdStill(open);
    view.toggle(id);
  };
  const edit = (): void => {
    begun.current = true;
    view.edits.begin(id, text);
  };
  const edited = view.edits.of(id);
  if (edited !== undefined)
    return <EditMessage id={id} edit={edited} isNew={begun.current} attachments={attachments ?? []} />;
  return (
    <div class="user-message">
      <span class="sr-only">{t('You said:')}</span>
      {store.status.value?.turn === 'idle' && (
        <div class="message-tools">
          {!prompt && <IconButton icon="edit" label={t('Edit message')} onClick={edit} />}
          {!store.status.value.isReadOnly && (
            <IconButton
              icon="discard"
              label={t('Restore checkpoint…')}
              onClick={() => post({ type: 'restore', id })}
            />
          )}
        </div>
      )}
      <div class="bubble" dir={directionOf(text)} tabIndex={-1}>
        {prompt ? (
          <PromptCard id={id} text={text} prompt={prompt} />
        ) : (
          <Words text={isLong && !open ? `${short}…` : text} />
        )}
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

/**
 * Sends an edited message, which starts another conversation here. The page keeps the edit, as scrolling away removes
 * the row. `isNew`: the user has just begun.
 */
function EditMessage(props: { id: string; edit: Edit; isNew: boolean; attachments: readonly Attachment[] }) {
  const { id, edit, isNew, attachments } = props;
  const { text: draft } = edit;
  const before = new Set(attachments.map(attachmentKey));
  const added = edit.added.filter((each) => !before.has(attachmentKey(each)));
  const { post, scroll, store, view } = useChat();
  const input = useRef<HTMLTextAreaElement>(null);
  useLayoutEffect(() => {
    if (!isNew) return;
    input.current?.focus();
    input.current?.setSelectionRange(draft.length, draft.length);
  }, []);
  const end = (): void => {
    view.edits.end(id);
    view.focusComposer();
  };
  // Escape keeps what was written, as it can be meant for something else.
  const leave = (): void => {
    view.edits.leave(id);
    view.focusComposer();
  };
  useEscape(true, () => view.edits.leave(id));
  const isReady = draft.trim() !== '' && store.status.value?.turn === 'idle';
  const send = (): void => {
    if (!isReady) return;
    scroll.jump();
    post({ type: 'resend', id, text: draft.trim(), attachments: added.length > 0 ? added : undefined });
    end();
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing || event.keyCode === 229) return;
    const isSending = event.key === 'Enter' && !event.shiftKey && event.target === input.current;
    if (event.key === 'Escape') leave();
    else if (isSending && !event.repeat) send();
    else if (!isSending) return;
    event.preventDefault();
  };
  return (
    <div class="user-message editing" onKeyDown={onKeyDown}>
      <textarea
        ref={input}
        class="message-field"
        dir={directionOf(draft)}
        rows={2}
        value={draft}
        aria-label={t('Edited message')}
        onInput={({ currentTarget }) => view.edits.write(id, currentTarget.value)}
      />
      <AttachmentChips
        attachments={[...attachments, ...added]}
        kept={attachments.length}
        onRemove={(gone) => {
          view.edits.remove(id, gone);
          input.current?.focus();
        }}
      />
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

function PromptCard({ id, text, prompt }: { id: string; text: string; prompt: PromptRun }) {
  const values = text.split('\n').slice(1);
  return (
    <div class="prompt-run">
      <div class="prompt-run-head" title={t('Prompt "{0}" of the server "{1}"', prompt.name, prompt.server)}>
        <Icon name="comment-discussion" />
        <span>
          /<Words text={slashCommand(prompt)} />
        </span>
      </div>
      {values.length > 0 && (
        <div class="prompt-run-values">
          <Words text={values.join('\n')} />
        </div>
      )}
      <Disclosure id={`${id} prompt`} class="prompt-run-content" label={t('Content')}>
        {() =>
          prompt.messages.map(({ role, content }, index) => (
            <div class="prompt-message" key={index}>
              <div class="prompt-role">{role === 'user' ? t('User') : t('Assistant')}</div>
              {content.map((part, at) => (
                <Part key={at} part={part} />
              ))}
            </div>
          ))
        }
      </Disclosure>
    </div>
  );
}

function Part({ part }: { part: ContentPart }) {
  switch (part.type) {
    case 'text':
      return (
        <div class="prompt-text">
          <Words text={part.text} />
        </div>
      );
    case 'json':
      return <CodeText text={JSON.stringify(part.value, null, 2)} language="json" />;
    case 'image': {
      const uri = mediaUri('image', part.mimeType, part.data);
      if (uri === undefined) return <div class="prompt-text">{t('[image, {0}]', part.mimeType)}</div>;
      return <Picture src={uri} alt={t('Image from the prompt, {0}', part.mimeType)} />;
    }
    case 'audio':
      return <div class="prompt-text">{t('[audio, {0}]', part.mimeType)}</div>;
    case 'link':
      return (
        <div class="prompt-text">
          <Words text={`${part.title ?? part.name} ${part.uri}`} />
        </div>
      );
    case 'resource':
      return (
        <>
          <div class="prompt-role">
            <Words text={part.uri} />
          </div>
          {part.text !== undefined && <CodeText {...formattedText(part.text)} />}
        </>
      );
  }
}
