import { useEffect, useRef, useLayoutEffect } from 'preact/hooks';
import { type Chat, useChat } from '../ui/chatContext.ts';
import { mentionAt } from '../state/mention.ts';

type Field = { readonly current: HTMLTextAreaElement | null };

interface FieldEvent {
  readonly currentTarget: HTMLTextAreaElement;
}

interface Draft {
  /** `now`: a running turn gets the message before its next step. */
  readonly send: (now?: boolean) => void;
  readonly rewrite: (text: string, caret?: number) => void;
  readonly written: (event: InputEvent & FieldEvent) => void;
  readonly moved: (event: FieldEvent) => void;
  /** Recalls sent messages where an arrow key would leave the text. Returns whether the key was handled. */
  readonly browse: (event: KeyboardEvent & FieldEvent) => boolean;
}

export function useDraft({ store, view, context, scroll, post }: Chat, field: Field): Draft {
  const answered = store.status.value !== undefined;
  const early = useRef(false);
  const rewrite = (text: string, caret = text.length): void => {
    view.write(text);
    // A text that was not typed opens no list.
    context.look(undefined);
    if (field.current) typeInto(field.current, text, caret);
  };
  const moved = ({ currentTarget: { value, selectionStart } }: FieldEvent): void =>
    context.move(mentionAt(value, selectionStart));
  const send = (now = false): void => {
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
    post({
      type: 'send',
      text,
      attachments: attachments.length > 0 ? attachments : undefined,
      now: now || undefined,
    });
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
      const { value, selectionStart } = event.currentTarget;
      // `rewrite` has already written its own text.
      if (value === view.draft.peek()) return;
      view.write(value);
      if (isTyped(event)) context.look(mentionAt(value, selectionStart));
      else moved(event);
    },
    browse: (event) => {
      const direction = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : undefined;
      if (!direction || event.shiftKey || event.altKey || event.ctrlKey || event.metaKey) return false;
      const text = view.draft.peek();
      if (!leavesText(event.currentTarget, direction)) return false;
      const found = view.sent.step(direction, text);
      if (found === undefined) return false;
      event.preventDefault();
      rewrite(found);
      return true;
    },
  };
}

/** Returns false for what is pasted, dropped, undone or redone: no list opens for it. */
function isTyped({ inputType }: InputEvent): boolean {
  return !/^(?:history|insertFrom(?:Paste|Drop))/.test(inputType ?? '');
}

/** An arrow key leaves the text from its first or last line, as lines are drawn. */
function leavesText(field: HTMLTextAreaElement, direction: -1 | 1): boolean {
  const { selectionStart, selectionEnd, value } = field;
  if (selectionStart !== selectionEnd) return false;
  const edge = direction === -1 ? 0 : value.length;
  if (selectionStart === edge) return true;
  const beyond = direction === -1 ? value.slice(0, selectionStart) : value.slice(selectionEnd);
  if (beyond.includes('\n')) return false;
  // Only the browser knows where it wraps lines: it moves the caret to the line's edge, and it is put back.
  getSelection()?.modify('move', direction === -1 ? 'backward' : 'forward', 'lineboundary');
  const isAtEdge = field.selectionStart === edge;
  field.setSelectionRange(selectionStart, selectionEnd);
  return isAtEdge;
}

/** Characters; longer changes cannot be undone, as the browser takes seconds to type many lines. */
const MAX_TYPED = 5_000;

/**
 * Types the text, so that undo and redo work; setting `value` would break the browser's undo steps. Without `caret`,
 * what is selected stays what it is as far as that still is there.
 */
function typeInto(field: HTMLTextAreaElement, text: string, caret?: number): void {
  const { value, selectionStart, selectionEnd } = field;
  let start = commonLength(value, text, (from, at) => from[at]);
  if (splitsLetter(value, start) || splitsLetter(text, start)) start -= 1;
  let end = commonLength(value.slice(start), text.slice(start), (from, at) => from.at(-1 - at));
  if (splitsLetter(value, value.length - end) || splitsLetter(text, text.length - end)) end -= 1;
  const typed = text.slice(start, text.length - end);
  const tail = value.length - end;
  const placeOf = (before: number): number =>
    before >= tail ? before + text.length - value.length : Math.min(before, start + typed.length);
  field.focus();
  if (Math.max(typed.length, value.length - start - end) > MAX_TYPED) startAfresh(field, text);
  else if (value !== text) {
    field.setSelectionRange(start, value.length - end);
    // `execCommand` is deprecated, but no other way changes a text together with its undo steps.
    document.execCommand(typed === '' ? 'delete' : 'insertText', false, typed);
    if (field.value !== text) startAfresh(field, text);
  }
  field.setSelectionRange(caret ?? placeOf(selectionStart), caret ?? placeOf(selectionEnd));
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

/**
 * Keeps the field equal to the draft, and the caret where it was in that draft. Another conversation's text cannot be
 * undone into this one.
 */
export function useText(input: Field, text: string): void {
  const { store, view } = useChat();
  const conversation = store.conversation.value;
  const shown = useRef<{ readonly conversation: string | undefined } | undefined>(undefined);
  useLayoutEffect(() => {
    const element = input.current;
    const isSame = shown.current?.conversation === conversation && shown.current !== undefined;
    shown.current = { conversation };
    if (!element || (isSame && element.value === text)) return;
    if (isSame && document.activeElement === element) return typeInto(element, text);
    startAfresh(element, text);
    const [start, end] = view.selected ?? [text.length, text.length];
    element.setSelectionRange(start, end);
  }, [text, conversation]);
  useEffect(() => {
    const onSelect = (): void => {
      const element = input.current;
      // The field of another conversation may not have been drawn yet.
      if (element && document.activeElement === element && element.value === view.draft.peek())
        view.select([element.selectionStart, element.selectionEnd]);
    };
    document.addEventListener('selectionchange', onSelect);
    return () => document.removeEventListener('selectionchange', onSelect);
  }, []);
}

/** Gives the composer the keyboard, with the caret where it was. Call it before `useText`, which types into a focused field. */
export function useFocusOnDemand(input: Field): void {
  const { view } = useChat();
  const { value } = view.focusWanted;
  useLayoutEffect(() => {
    if (value > 0) input.current?.focus();
  }, [value]);
}
