import { t } from '@vscode/l10n';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { showHidden } from '../../base/common/hiddenCharacters.ts';
import type { ChatStatus, Suggestion } from '../../protocol/index.ts';
import { useContextList } from '../composer/ContextList.tsx';
import { useFocusOnDemand, useText, useDraft } from '../composer/useDraft.ts';
import { completed } from '../state/mention.ts';
import { useFiles } from '../composer/useFiles.ts';
import { attachOffered, DraftAttachments } from '../composer/Attachments.tsx';
import { PromptForm } from '../prompts/PromptForm.tsx';
import { commandIn, runOwn, type OwnCommand } from '../prompts/ownCommands.ts';
import { usePromptList } from '../prompts/PromptList.tsx';
import { directionOf } from '../markdown/hiddenText.ts';
import { useChat } from '../ui/chatContext.ts';
import { controlKey } from '../ui/controlKey.ts';
import { Icon, IconButton, TextButton } from '../ui/controls.tsx';
import { deliberate, useSettling } from '../ui/deliberate.ts';
import { Words } from '../calls/Exact.tsx';
import { CommandList } from './CommandList.tsx';
import { PendingApprovals } from './PendingApprovals.tsx';
import { PlanBar } from '../calls/PlanSteps.tsx';
import { StatusLine } from './StatusLine.tsx';

export function Composer() {
  const chat = useChat();
  const { store, view, prompts, context, post } = chat;
  const input = useRef<HTMLTextAreaElement>(null);
  const turn = store.status.value?.turn ?? 'idle';
  const text = view.draft.value;
  const draft = useDraft(chat, input);
  const isDropping = useFiles(chat);
  const choose = (suggestion: Suggestion): void => {
    const mention = context.mention.peek();
    if (!mention) return;
    const attachment = suggestion.kind === 'attach' ? suggestion.attachment : undefined;
    const { draft: changed, caret } = completed(view.draft.peek(), mention, attachment);
    draft.rewrite(changed, caret);
    if (attachment) view.attach([...view.attachments.peek(), attachment]);
    if (suggestion.kind === 'ask') post({ type: 'attach', what: suggestion.what });
    if (suggestion.kind === 'toolSet') post({ type: 'useToolSet', name: suggestion.name });
  };
  const contextList = useContextList(choose);
  const promptList = usePromptList(
    (prompt) => {
      // The field is emptied while it has the keyboard, so that this can be undone.
      draft.rewrite('');
      prompts.choose(prompt, store.status.peek()?.turn === 'idle');
    },
    (name) => draft.rewrite(`/${name} `),
    (command) => run(command),
  );
  const run = (command: OwnCommand): void => {
    draft.rewrite('');
    runOwn(command, chat);
  };
  const send = (now = false): void => {
    const written = view.draft.peek();
    const command = commandIn(written);
    // A chosen skill of the same name has a space after it.
    const skills = /\s$/.test(written) ? (prompts.offer.peek().skills ?? []) : [];
    if (command && !skills.some(({ name }) => name === command.name)) run(command);
    else draft.send(now);
  };
  const list = contextList.isOpen ? contextList : promptList;
  useFocusOnDemand(input);
  useText(input, text);
  const tookTab = useRef(false);
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement }): void => {
    // These keys belong to an input method; some platforms report it only as keyCode 229.
    if (event.isComposing || event.keyCode === 229) return;
    if (event.key === 'Enter' && event.altKey) {
      event.preventDefault();
      attachOffered(chat);
      return;
    }
    const isSending = event.key === 'Enter' && !event.shiftKey;
    // A held key does one thing: what it has not been pressed for anew is neither taken nor sent nor left.
    if (event.repeat && (isSending || (event.key === 'Tab' && tookTab.current)))
      return event.preventDefault();
    const isTaken = list.onKeyDown(event);
    tookTab.current = isTaken && event.key === 'Tab';
    if (isTaken || draft.browse(event) || !isSending) return;
    event.preventDefault();
    send(event.ctrlKey || event.metaKey);
  };
  const isEmpty = text.trim() === '' && view.attachments.value.length === 0;
  return (
    <div class="composer">
      <div class="composer-content">
        {list.list}
        <PlanBar />
        <CommandList />
        <PendingApprovals />
        <PromptForm />
        <Queue />
        <DraftAttachments />
        <div class={`composer-box ${isDropping ? 'dropping' : ''}`}>
          <IconButton
            icon="attach"
            label={t('Attach files…')}
            class="attach"
            onClick={() => post({ type: 'pickAttachment' })}
          />
          <textarea
            ref={input}
            class="message-field"
            dir={directionOf(text)}
            rows={1}
            placeholder={placeholderOf(turn, store.rows.value.length === 0, isDropping)}
            aria-label={t('Message')}
            aria-haspopup="listbox"
            aria-controls={list.isOpen ? list.id : undefined}
            aria-activedescendant={list.activeId}
            onInput={draft.written}
            onKeyUp={draft.moved}
            onPointerUp={draft.moved}
            onKeyDown={onKeyDown}
          />
          {turn !== 'idle' && !isEmpty && (
            <button
              type="button"
              class="send"
              title={`${t('Queue (Enter)')}\n${t('Send before the next step ({0}+Enter)', controlKey())}`}
              aria-label={t('Queue (Enter)')}
              onClick={(event) => send(event.ctrlKey || event.metaKey)}
            >
              <Icon name="arrow-up" />
            </button>
          )}
          <SendOrStop
            turn={turn}
            empty={isEmpty}
            onSend={() => send()}
            onStop={() => post({ type: 'stop' })}
          />
        </div>
        <StatusLine />
      </div>
    </div>
  );
}

function placeholderOf(turn: ChatStatus['turn'], isFirst: boolean, isDropping: boolean): string {
  if (isDropping) return t('Drop to attach');
  if (turn !== 'idle') return t('Queue a message…');
  return isFirst ? t('Ask anything. Type # to add context') : t('Ask a follow-up');
}

/** One button for both: replacing it by another would lose the focus. */
function SendOrStop(props: {
  turn: ChatStatus['turn'];
  empty: boolean;
  onSend: () => void;
  onStop: () => void;
}) {
  const { turn, empty, onSend, onStop } = props;
  const idle = turn === 'idle';
  const button = useRef<HTMLButtonElement>(null);
  const isSettled = useSettling(button, idle);
  const press = idle ? onSend : onStop;
  const label = { idle: t('Send (Enter)'), running: t('Stop (Escape)'), stopping: t('Stopping') }[turn];
  return (
    <button
      ref={button}
      type="button"
      class={idle ? 'send' : 'stop'}
      title={label}
      aria-label={label}
      aria-disabled={idle ? empty : turn === 'stopping'}
      onClick={() => isSettled() && press()}
    >
      <Icon name={idle ? 'send' : 'debug-stop'} />
    </button>
  );
}

function Queue() {
  const { queue, store, view, post } = useChat();
  const messages = queue.value;
  if (messages.length === 0) return null;
  const isIdle = store.status.value?.turn === 'idle';
  const list = (
    <ul class="queue" aria-label={t('Queued messages')} {...deliberate}>
      {messages.map(({ id, text, attachments, state }) => {
        const isNext = state === 'next';
        const isHeld = state === 'held';
        const act = (how: 'edit' | 'remove' | 'ask') => (): void => {
          post({ type: 'unqueue', id, how });
          view.focusComposer();
        };
        return (
          <li class={`queued ${isNext ? 'next' : ''}`} key={id}>
            <Icon name={isHeld ? 'debug-pause' : isNext ? 'arrow-up' : 'history'} />
            <span class="queued-message" title={showHidden(text, 'turning')}>
              <span class="queued-text">
                <span class="sr-only">
                  {isHeld ? t('Paused:') : isNext ? t('Before the next step:') : t('Queued:')}
                </span>
                <Words text={text || attachmentsText(attachments.length)} />
              </span>
              {text !== '' && attachments.length > 0 && (
                <span class="queued-more">+ {attachmentsText(attachments.length)}</span>
              )}
            </span>
            {isNext && <span class="queued-next">{t('next step')}</span>}
            {(isIdle ? isHeld : !isNext) && (
              <IconButton
                icon={isIdle ? 'play' : 'arrow-up'}
                label={isIdle ? t('Send now') : t('Send before the next step')}
                onClick={act('ask')}
              />
            )}
            <IconButton icon="edit" label={t('Edit this queued message')} onClick={act('edit')} />
            <IconButton icon="close" label={t('Remove this queued message')} onClick={act('remove')} />
          </li>
        );
      })}
    </ul>
  );
  const saysHow = !isIdle && messages.some(({ state }) => state === 'queued');
  return (
    <>
      {list}
      {saysHow && (
        <p class="queue-hint">{t('Enter queues, {0}+Enter sends before the next step.', controlKey())}</p>
      )}
    </>
  );
}

function attachmentsText(count: number): string {
  return count === 1 ? t('1 attachment') : t('{0} attachments', count);
}

/** Stands in the composer's place while another window has the conversation. */
export function ReadOnlyNote() {
  const { post, scroll, view } = useChat();
  const { value } = view.focusWanted;
  const atFirst = useRef(value).current;
  useLayoutEffect(() => {
    // When it appears, it takes only what the composer had or would have got.
    if (value !== atFirst || document.hasFocus()) scroll.focus();
  }, [value]);
  useLayoutEffect(
    () => () => {
      // The composer comes back by itself: the user may be writing in an editor by then.
      if (!document.hasFocus()) view.focusWanted.value = 0;
    },
    [],
  );
  return (
    <div class="composer">
      <div class="composer-content">
        <div class="read-only-note" role="note">
          <Icon name="lock" />
          <span>{t('This conversation is open in another window. Close it there to write here.')}</span>
          <TextButton onClick={() => post({ type: 'duplicate' })}>{t('Duplicate and continue')}</TextButton>
        </div>
      </div>
    </div>
  );
}
