/** Where the user writes, sends and stops. The draft outlives the page. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import type { ChatStatus, Suggestion } from '../../protocol/index.ts';
import { leavesText } from '../composer/caret.ts';
import { useContextList } from '../composer/ContextList.tsx';
import { completed, mentionAt } from '../composer/mention.ts';
import { Queue } from '../composer/Queue.tsx';
import { useFiles } from '../composer/useFiles.ts';
import { DraftAttachments } from '../prompts/Attachments.tsx';
import { PromptForm } from '../prompts/PromptForm.tsx';
import { usePromptList } from '../prompts/PromptList.tsx';
import { useChat } from './context.ts';
import { Icon, IconButton } from './controls.tsx';
import { StatusLine } from './StatusLine.tsx';

export function Composer() {
  const chat = useChat();
  const { store, view, prompts, context, scroll, post } = chat;
  const input = useRef<HTMLTextAreaElement>(null);
  const turn = store.status.value?.turn ?? 'idle';
  const draft = view.draft.value;
  const answered = store.status.value !== undefined;
  const early = useRef(false);
  const isDropping = useFiles(chat);
  /** Changes the draft in the field itself, so that the caret can be put where it belongs. */
  const rewrite = (text: string, caret = text.length): void => {
    const field = input.current;
    view.write(text);
    if (!field) return;
    field.value = text;
    field.focus();
    field.setSelectionRange(caret, caret);
    context.look(mentionAt(text, caret));
  };
  const list = usePromptList(
    (prompt) => {
      view.write('');
      prompts.choose(prompt, store.status.peek()?.turn === 'idle');
    },
    ({ message }) => {
      view.write('');
      post(message);
    },
  );
  const choose = (suggestion: Suggestion): void => {
    const mention = context.mention.peek();
    if (!mention) return;
    const attachment = suggestion.kind === 'attach' ? suggestion.attachment : undefined;
    const { draft: text, caret } = completed(view.draft.peek(), mention, attachment);
    rewrite(text, caret);
    if (attachment) view.attach([...view.attachments.peek(), attachment]);
    if (suggestion.kind === 'ask') post({ type: 'attach', what: suggestion.what });
  };
  const contextList = useContextList(choose);
  const chooser = contextList.isOpen ? contextList : list;
  useFocusOnDemand(input);
  useComboboxRole(input, chooser.isOpen);
  const send = (): void => {
    // Not what was drawn last: keys can come faster than the page is drawn.
    const text = view.draft.peek().trim();
    // Before the host has answered, sending waits for it; while a turn runs, the host queues the message.
    early.current = store.status.peek() === undefined;
    const attachments = view.attachments.peek();
    if ((text === '' && attachments.length === 0) || early.current) return;
    view.sendDraft(text);
    context.look(undefined);
    input.current?.focus();
    scroll.follow();
    post({ type: 'send', text, ...(attachments.length > 0 && { attachments }) });
  };
  useEffect(() => {
    if (answered && early.current) send();
  }, [answered]);
  /** Calls back what was sent before, where the key would leave the text. */
  const browse = (event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement }): boolean => {
    const direction = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
    if (!direction || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false;
    const text = view.draft.peek();
    if (!view.sent.isBrowsing(text) && !leavesText(event.currentTarget, direction)) return false;
    const found = view.sent.step(direction, text);
    if (found === undefined) return false;
    event.preventDefault();
    rewrite(found);
    return true;
  };
  const onKeyDown = (event: KeyboardEvent & { readonly currentTarget: HTMLTextAreaElement }): void => {
    if (contextList.onKeyDown(event) || list.onKeyDown(event) || browse(event)) return;
    // Enter that ends a text composition is not for us; 229 is how some platforms say so.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  };
  const look = ({ currentTarget: { value, selectionStart } }: { currentTarget: HTMLTextAreaElement }): void =>
    context.look(mentionAt(value, selectionStart));
  const openContext = (): void => {
    const text = view.draft.peek();
    rewrite(`${text}${text === '' || /\s$/.test(text) ? '' : ' '}#`);
  };
  const isEmpty = draft.trim() === '' && view.attachments.value.length === 0;
  return (
    <div class="composer">
      <div class="composer-content">
        {contextList.list || list.list}
        <PromptForm />
        <Queue />
        <DraftAttachments />
        <div class={`composer-box ${isDropping ? 'dropping' : ''}`}>
          <IconButton icon="attach" label="Attach (#)" class="attach" onClick={openContext} />
          <textarea
            ref={input}
            rows={1}
            value={draft}
            placeholder={placeholderOf(turn, store.rows.value.length === 0, isDropping)}
            aria-label="Message"
            aria-multiline={true}
            aria-controls={chooser.isOpen ? (contextList.isOpen ? 'context-list' : 'prompt-list') : undefined}
            aria-activedescendant={chooser.activeId}
            onInput={(event) => {
              early.current = false;
              view.write(event.currentTarget.value);
              look(event);
            }}
            onSelect={look}
            onKeyDown={onKeyDown}
          />
          {turn !== 'idle' && !isEmpty && (
            <button
              type="button"
              class="send"
              title="Queue (Enter)"
              aria-label="Queue (Enter)"
              onClick={send}
            >
              <Icon name="arrow-up" />
            </button>
          )}
          <SendOrStop turn={turn} empty={isEmpty} onSend={send} onStop={() => post({ type: 'stop' })} />
        </div>
        <StatusLine />
      </div>
    </div>
  );
}

function placeholderOf(turn: ChatStatus['turn'], isFirst: boolean, isDropping: boolean): string {
  if (isDropping) return 'Drop to attach';
  if (turn !== 'idle') return 'Ask next';
  return isFirst ? 'Ask anything, # to attach' : 'Ask a follow-up';
}

/** One button with two meanings: replacing it by another would drop the keyboard's focus. */
function SendOrStop(props: {
  turn: ChatStatus['turn'];
  empty: boolean;
  onSend: () => void;
  onStop: () => void;
}) {
  const { turn, empty, onSend, onStop } = props;
  const idle = turn === 'idle';
  const label = { idle: 'Send (Enter)', running: 'Stop (Escape)', stopping: 'Stopping' }[turn];
  return (
    <button
      type="button"
      class={idle ? 'send' : 'stop'}
      title={label}
      aria-label={label}
      aria-disabled={idle ? empty : turn === 'stopping'}
      onClick={idle ? onSend : onStop}
    >
      <Icon name={idle ? 'send' : 'debug-stop'} />
    </button>
  );
}

/**
 * While a list is open the field is a combobox, which has an expanded state; otherwise it is the text field that it
 * is. The types of JSX know only the latter.
 */
function useComboboxRole(input: { readonly current: HTMLTextAreaElement | null }, isOpen: boolean): void {
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const element = input.current;
    element?.setAttribute('role', 'combobox');
    element?.setAttribute('aria-expanded', 'true');
    return () => {
      element?.removeAttribute('role');
      element?.removeAttribute('aria-expanded');
    };
  }, [isOpen]);
}

/** Takes the keyboard when the host or an example asks for it, with the caret at the end. */
function useFocusOnDemand(input: { readonly current: HTMLTextAreaElement | null }): void {
  const { view } = useChat();
  const { value } = view.focusWanted;
  useLayoutEffect(() => {
    const element = input.current;
    if (value === 0 || !element) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [value]);
}
