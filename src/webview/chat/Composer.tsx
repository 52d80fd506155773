/** Where the user writes, sends and stops. The draft outlives the page. */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks';
import { useChat } from './context.ts';
import type { ChatStatus } from '../../protocol/index.ts';
import { AttachButton, DraftAttachments } from '../prompts/Attachments.tsx';
import { PromptForm } from '../prompts/PromptForm.tsx';
import { usePromptList } from '../prompts/PromptList.tsx';
import { Icon } from './controls.tsx';
import { StatusLine } from './StatusLine.tsx';

export function Composer() {
  const { store, view, prompts, scroll, post } = useChat();
  const input = useRef<HTMLTextAreaElement>(null);
  const turn = store.status.value?.turn ?? 'idle';
  const draft = view.draft.value;
  const answered = store.status.value !== undefined;
  const early = useRef(false);
  const list = usePromptList((prompt) => {
    view.write('');
    prompts.choose(prompt, store.status.peek()?.turn === 'idle');
  });
  useFocusOnDemand(input);
  const send = (): void => {
    // Not what was drawn last: keys can come faster than the page is drawn.
    const text = view.draft.peek().trim();
    // Before the host has answered, sending waits for it; while a turn runs, the draft stays where it is.
    early.current = store.status.peek() === undefined;
    const attachments = view.attachments.peek();
    if ((text === '' && attachments.length === 0) || store.status.peek()?.turn !== 'idle') return;
    view.write('');
    view.attach([]);
    input.current?.focus();
    scroll.follow();
    post({ type: 'send', text, ...(attachments.length > 0 && { attachments }) });
  };
  useEffect(() => {
    if (answered && early.current) send();
  }, [answered]);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (list.onKeyDown(event)) return;
    // Enter that ends a text composition is not for us; 229 is how some platforms say so.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing || event.keyCode === 229) return;
    event.preventDefault();
    send();
  };
  return (
    <div class="composer">
      <div class="composer-content">
        {list.list}
        <PromptForm />
        <DraftAttachments />
        <div class="composer-box">
          <AttachButton />
          <textarea
            ref={input}
            rows={1}
            value={draft}
            placeholder={store.rows.value.length === 0 ? 'Ask anything' : 'Ask a follow-up'}
            aria-label="Message"
            aria-haspopup="listbox"
            aria-controls={list.isOpen ? 'prompt-list' : undefined}
            aria-activedescendant={list.activeId}
            onInput={({ currentTarget }) => {
              early.current = false;
              view.write(currentTarget.value);
            }}
            onKeyDown={onKeyDown}
          />
          <SendOrStop
            turn={turn}
            empty={draft.trim() === '' && view.attachments.value.length === 0}
            onSend={send}
            onStop={() => post({ type: 'stop' })}
          />
        </div>
        <StatusLine />
      </div>
    </div>
  );
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
