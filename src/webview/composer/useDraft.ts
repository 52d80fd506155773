/** The draft in its text field: written, called back, sent. */
import { useEffect, useRef } from 'preact/hooks';
import type { Chat } from '../ui/chatContext.ts';
import { typeInto } from './field.ts';
import { mentionAt } from '../state/mention.ts';

type Field = { readonly current: HTMLTextAreaElement | null };

/** What a text field's event tells. */
interface FieldEvent {
  readonly currentTarget: HTMLTextAreaElement;
}

export interface Draft {
  /** Sends what is written, if anything is. */
  readonly send: () => void;
  /** Replaces the text; the caret goes to its end unless it is to be elsewhere. */
  readonly rewrite: (text: string, caret?: number) => void;
  /** To be called when the user has written. */
  readonly written: (event: FieldEvent) => void;
  /** To be called when the caret has moved. */
  readonly moved: (event: FieldEvent) => void;
  /** Calls back what was sent before, where an arrow key would leave the text. Says whether the key was for that. */
  readonly browse: (event: KeyboardEvent & FieldEvent) => boolean;
}

export function useDraft({ store, view, context, scroll, post }: Chat, field: Field): Draft {
  const answered = store.status.value !== undefined;
  const early = useRef(false);
  const rewrite = (text: string, caret = text.length): void => {
    view.write(text);
    const element = field.current;
    if (!element) return;
    typeInto(element, text, caret);
    context.look(mentionAt(text, caret));
  };
  const moved = ({ currentTarget: { value, selectionStart } }: FieldEvent): void =>
    context.look(mentionAt(value, selectionStart));
  const send = (): void => {
    // Not what was drawn last: keys can come faster than the page is drawn.
    const text = view.draft.peek().trim();
    // Before the host has answered, sending waits for it; while a turn runs, the host queues the message.
    early.current = store.status.peek() === undefined;
    const attachments = view.attachments.peek();
    if ((text === '' && attachments.length === 0) || early.current) return;
    view.sendDraft(text, store.rows.peek().findLast(({ kind }) => kind === 'user')?.id);
    context.look(undefined);
    field.current?.focus();
    scroll.follow();
    post({ type: 'send', text, ...(attachments.length > 0 && { attachments }) });
  };
  useEffect(() => {
    if (answered && early.current) send();
  }, [answered]);
  return {
    send,
    rewrite,
    moved,
    written: (event) => {
      early.current = false;
      // What the page itself has put there is written already.
      if (event.currentTarget.value !== view.draft.peek()) view.write(event.currentTarget.value);
      moved(event);
    },
    browse: (event) => {
      const direction = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
      if (!direction || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false;
      const text = view.draft.peek();
      if (!view.sent.isBrowsing(text) && !leavesText(event.currentTarget, direction)) return false;
      const found = view.sent.step(direction, text);
      if (found === undefined) return false;
      event.preventDefault();
      rewrite(found);
      // What was sent begins with no question for a list.
      context.look(undefined);
      return true;
    },
  };
}

/**
 * Whether an arrow key would leave the text: in its first line upwards, in its last line downwards. Lines that are
 * broken for want of width cannot be told apart here; with such lines, only the very beginning and end count.
 */
function leavesText(field: HTMLTextAreaElement, direction: -1 | 1): boolean {
  const { selectionStart, selectionEnd, value } = field;
  if (selectionStart !== selectionEnd) return false;
  if (direction === -1 ? selectionStart === 0 : selectionEnd === value.length) return true;
  const beyond = direction === -1 ? value.slice(0, selectionStart) : value.slice(selectionEnd);
  return !beyond.includes('\n') && !hasBrokenLines(field);
}

function hasBrokenLines(field: HTMLTextAreaElement): boolean {
  const { lineHeight, paddingTop, paddingBottom } = getComputedStyle(field);
  const height = field.scrollHeight - parseFloat(paddingTop) - parseFloat(paddingBottom);
  const drawn = Math.round(height / parseFloat(lineHeight));
  return drawn > field.value.split('\n').length;
}
