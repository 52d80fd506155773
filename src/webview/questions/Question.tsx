import type { ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Item, Reply } from '../../protocol/index.ts';
import { useChat } from '../ui/chatContext.ts';
import { focusNextCard } from '../ui/cardFocus.ts';
import { Answered } from './Answered.tsx';
import { FormCard } from './FormCard.tsx';
import { SamplingCard } from './SamplingCard.tsx';
import { isOpenState } from '../state/questionState.ts';
import { UrlCard } from './UrlCard.tsx';

export function Question({ id, item }: { id: string; item: ReadonlySignal<Item> }) {
  const { view, post } = useChat();
  const card = useRef<HTMLDivElement>(null);
  const replied = useRef(false);
  const state = item.value.kind === 'question' ? item.value.state : undefined;
  const isOpen = state !== undefined && isOpenState(state);
  // Read before drawing, which may remove the focused element.
  const hadFocus = card.current?.contains(document.activeElement) ?? false;
  useShowStart(id, isOpen);
  useLayoutEffect(() => {
    if (!isOpen) view.forgetForm(id);
    if (!isOpen && hadFocus) focusNextCard(null, () => view.focusComposer());
    // Only the page that sent the form moves to its problems.
    if (isOpen && replied.current) focusFirstProblem(card.current);
    replied.current = false;
  }, [state]);
  if (item.value.kind !== 'question' || !state) return null;
  const { question, callId } = item.value;
  const reply = (given: Reply): void => {
    replied.current = true;
    post({ type: 'answer', id, reply: given });
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
    // Here Escape concerns the question, not the turn.
    event.preventDefault();
    reply({ action: 'cancel' });
  };
  if (!isOpenState(state)) return <Answered id={id} question={question} state={state} />;
  return (
    <div ref={card} class="question" onKeyDown={onKeyDown}>
      {question.kind === 'sampling' && (
        <SamplingCard id={id} question={question} callId={callId} state={state} onReply={reply} />
      )}
      {question.kind === 'form' && (
        <FormCard
          id={id}
          question={question}
          callId={callId}
          problems={state.status === 'open' ? state.problems : []}
          onReply={reply}
        />
      )}
      {question.kind === 'url' && (
        <UrlCard question={question} callId={callId} opened={state.status === 'opened'} onReply={reply} />
      )}
    </div>
  );
}

function focusFirstProblem(card: HTMLElement | null): void {
  card?.querySelector<HTMLElement>('.field.invalid :is(input, select)')?.focus();
}

/** A card taller than the page is read from its start. */
function useShowStart(id: string, open: boolean): void {
  const { scroll } = useChat();
  useLayoutEffect(() => {
    if (open) scroll.showStart(id);
  }, []);
}
