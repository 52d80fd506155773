import { useEffect, useRef, useLayoutEffect } from 'preact/hooks';
import { type Chat, useChat } from '../ui/chatContext.ts';
import { mentionAt } from '../state/mention.ts';

type Field = { readonly current: HTMLTextAreaElement | null };

interface FieldEvent {
  readonly currentTarget: HTMLTextAreaElement;
}

interface Draft {
  readonly send: () => void;
  readonly rewrite: (text: string, caret?: number) => void;
  readonly written: (event: FieldEvent) => void;
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
    // The text of the state is sent, not the last drawn one: keys can come faster than frames.
    const text = view.draft.peek().trim();
    // Until the host has answered, sending waits for it; while a turn runs, the host queues the message.
    early.current = store.status.peek() === undefined;
    const attachments = view.attachments.peek();
    if ((text === '' && attachments.length === 0) || early.current) return;
    view.sendDraft(text, store.rows.peek().findLast(({ kind }) => kind === 'user')?.id);
    context.look(undefined);
    field.current?.focus();
    scroll.jump();
    post({ type: 'send', text, attachments: attachments.length > 0 ? attachments : undefined });
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

/** An arrow key leaves the text from its first or last line; if lines are wrapped, only from the very start or end. */
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

/** Characters; longer changes cannot be undone, as the browser takes seconds to type many lines. */
const MAX_TYPED = 5_000;

/** Types the text, so that undo and redo work; setting `value` would break the browser's undo steps. */
function typeInto(field: HTMLTextAreaElement, text: string, caret = text.length): void {
  const { value } = field;
  let start = commonLength(value, text, (from, at) => from[at]);
  if (splitsLetter(value, start) || splitsLetter(text, start)) start -= 1;
  let end = commonLength(value.slice(start), text.slice(start), (from, at) => from.at(-1 - at));
  if (splitsLetter(value, value.length - end) || splitsLetter(text, text.length - end)) end -= 1;
  const typed = text.slice(start, text.length - end);
  field.focus();
  if (Math.max(typed.length, value.length - start - end) > MAX_TYPED) startAfresh(field, text);
  else if (value !== text) {
    field.setSelectionRange(start, value.length - end);
    // `execCommand` is deprecated, but no other way changes a text together with its undo steps.
    document.execCommand(typed === '' ? 'delete' : 'insertText', false, typed);
  }
  field.setSelectionRange(caret, caret);
}

/** Sets the text and drops the undo steps, by taking the field out of the page. */
function startAfresh(field: HTMLTextAreaElement, text: string): void {
  const { parentElement, nextSibling } = field;
  const hadKeyboard = document.activeElement === field;
  field.remove();
  field.value = text;
  parentElement?.insertBefore(field, nextSibling);
  if (hadKeyboard) field.focus();
}

function splitsLetter(text: string, at: number): boolean {
  return /[\uDC00-\uDFFF]/.test(text[at] ?? '');
}

function commonLength(
  one: string,
  other: string,
  letter: (text: string, at: number) => string | undefined,
): number {
  const most = Math.min(one.length, other.length);
  let at = 0;
  while (at < most && letter(one, at) === letter(other, at)) at += 1;
  return at;
}

/** Keeps the field equal to the draft. Another conversation's text cannot be undone into this one. */
export function useText(input: Field, text: string): void {
  const conversation = useChat().store.conversation.value;
  const shown = useRef(conversation);
  useLayoutEffect(() => {
    const element = input.current;
    const isSame = shown.current === conversation;
    shown.current = conversation;
    if (!element || (isSame && element.value === text)) return;
    if (isSame && document.activeElement === element) typeInto(element, text);
    else startAfresh(element, text);
  }, [text, conversation]);
}

export function useFocusOnDemand(input: Field): void {
  const { view } = useChat();
  const { value } = view.focusWanted;
  useLayoutEffect(() => {
    const element = input.current;
    if (value === 0 || !element) return;
    element.focus();
    element.setSelectionRange(element.value.length, element.value.length);
  }, [value]);
}
