import { useLayoutEffect, useRef } from 'preact/hooks';
import { useChat } from '../ui/chatContext.ts';

type Field = { readonly current: HTMLTextAreaElement | null };

/** Characters; longer changes cannot be undone, as the browser takes seconds to type many lines. */
const MAX_TYPED = 5_000;

/** Types the text, so that undo and redo work; setting `value` would break the browser's undo steps. */
export function typeInto(field: HTMLTextAreaElement, text: string, caret = text.length): void {
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
    // Deprecated, but the only way to change a text together with its undo steps.
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
