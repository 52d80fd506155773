import { t } from '@vscode/l10n';
import { showHidden } from '../../base/common/hiddenCharacters.ts';
import type { Attachment } from '../../protocol/index.ts';
import { Words } from '../calls/Exact.tsx';
import { type Chat, useChat } from '../ui/chatContext.ts';
import { Icon, IconButton } from '../ui/controls.tsx';
import { hoverOf, iconOf, isImageAttachment, attachmentKey } from '../state/attachments.ts';

/** The attachments as chips, which a click opens. `onRemove` removes them, except for the first ones that are `kept`. */
export function AttachmentChips(props: {
  attachments: readonly Attachment[];
  kept?: number | undefined;
  onRemove?: ((attachment: Attachment) => void) | undefined;
}) {
  const { post } = useChat();
  const { attachments, kept = 0, onRemove } = props;
  if (attachments.length === 0) return null;
  return (
    <ul class="chips" aria-label={t('Attachments')}>
      {attachments.map((attachment, index) => {
        const { name, note } = attachment;
        return (
          <li class="chip" key={attachmentKey(attachment)}>
            <button
              type="button"
              class="chip-open"
              title={showHidden(hoverOf(attachment), 'turning')}
              onClick={() => post({ type: 'openAttachment', attachment })}
            >
              <ChipPicture attachment={attachment} />
              <span class="chip-name">
                <Words text={name} />
              </span>
              {note !== undefined && (
                <span class="chip-note">
                  {t({ message: 'truncated', comment: 'an attachment of which only the beginning is sent' })}
                </span>
              )}
            </button>
            {onRemove && index >= kept && (
              <IconButton
                icon="close"
                label={t('Remove {0}', name)}
                class="chip-remove"
                onClick={() => onRemove(attachment)}
              />
            )}
          </li>
        );
      })}
    </ul>
  );
}

function ChipPicture({ attachment }: { attachment: Attachment }) {
  const thumbnail = attachment.kind === 'data' ? attachment.thumbnail : undefined;
  return thumbnail === undefined ? (
    <Icon name={iconOf(attachment)} />
  ) : (
    <img class="chip-picture" src={thumbnail} alt="" />
  );
}

export function DraftAttachments() {
  const { view, store } = useChat();
  const attachments = view.attachments.value;
  const isBlind = store.status.value?.seesImages === false;
  const problem = view.problem.value;
  return (
    <>
      {problem !== undefined && (
        <div class="prompt-problem" role="alert">
          <Icon name="error" /> {problem}
        </div>
      )}
      {isBlind && attachments.some(isImageAttachment) && (
        <div class="attachment-hint" role="status">
          <Icon name="eye-closed" /> {t('The model does not support images and only receives their names.')}
        </div>
      )}
      <div class="draft-chips">
        <OfferedChip />
        <AttachmentChips
          attachments={attachments}
          onRemove={(gone) => {
            view.attach(view.attachments.peek().filter((each) => each !== gone));
            view.problem.value = undefined;
            view.focusComposer();
          }}
        />
      </div>
    </>
  );
}

function offeredOf({ context, view }: Chat): Attachment | undefined {
  const offered = context.offered.value;
  const isAttached =
    offered && view.attachments.value.some((each) => attachmentKey(each) === attachmentKey(offered));
  return isAttached ? undefined : offered;
}

export function attachOffered(chat: Chat): void {
  const { store, view } = chat;
  const offered = offeredOf(chat);
  if (!offered) return;
  view.attach([...view.attachments.peek(), offered]);
  store.announcer.say(t('{0} was attached to the message.', offered.name));
  view.focusComposer();
}

function OfferedChip() {
  const chat = useChat();
  const offered = offeredOf(chat);
  if (!offered) return null;
  const { kind, name } = offered;
  const label =
    kind === 'selection'
      ? t('Attach the selection {0} (Alt+Enter)', name)
      : t('Attach the file {0} (Alt+Enter)', name);
  return (
    <button
      type="button"
      class="chip chip-offered"
      title={label}
      aria-label={label}
      aria-keyshortcuts="Alt+Enter"
      onClick={() => attachOffered(chat)}
    >
      <Icon name="add" />
      <span class="chip-name">
        <Words text={name} />
      </span>
    </button>
  );
}
