import { useEffect, useRef } from 'preact/hooks';
import type { Chat } from '../ui/chatContext.ts';
import { typeInto } from './field.ts';
import { mentionAt } from '../state/mention.ts';

type Field = { readonly current: HTMLTextAreaElement | null };

interface FieldEvent {
  readonly currentTarget: HTMLTextAreaElement;
}

export interface Draft {
  readonly send: () => void;
  /** The caret goes to the end unless given. */
  readonly rewrite: (text: string, caret?: number) => void;
  /** Call on input. */
  readonly written: (event: FieldEvent) => void;
  /** Call when the caret may have moved. */
  readonly moved: (event: FieldEvent) => void;
  /** Recalls sent messages where an arrow key would leave the text. Returns whether the key was handled. */
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
    // Not the last drawn text: keys can come faster than frames.
    const text = view.draft.peek().trim();
    // Until the host has answered, sending waits for it; while a turn runs, the host queues the message.
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
      // `rewrite` has already written its own text.
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
      // A recalled message opens no list.
      context.look(undefined);
      return true;
    },
  };
}

/** From the first or last line; if lines are wrapped, only from the very start or end. */
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
