import type { Chat } from '../ui/chatContext.ts';
import { focusCardAbove } from '../ui/cardFocus.ts';
import { goToOwnMessage } from './ownMessages.ts';

export function listenForKeys(chat: Chat): () => void {
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.isComposing || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (handle(chat, event)) event.preventDefault();
  };
  document.addEventListener('keydown', onKeyDown);
  return () => document.removeEventListener('keydown', onKeyDown);
}

function handle(chat: Chat, event: KeyboardEvent): boolean {
  const { store, find, help, scroll, view, post } = chat;
  const withControl = event.ctrlKey || event.metaKey;
  const control = withControl && !event.altKey;
  switch (event.key) {
    // Stops the turn, unless the key belongs to an input method or to something open.
    case 'Escape':
      if (store.status.peek()?.turn !== 'running') return false;
      post({ type: 'stop' });
      return true;
    case 'f':
      if (control) find.open();
      return control;
    case 'F3':
      if (find.isOpen.peek()) find.step(event.shiftKey ? -1 : 1);
      else find.open();
      return true;
    case '/':
      if (control) help.value = true;
      return control;
    // In a text field these keys move the caret.
    case 'End':
      if (!control || isWriting()) return false;
      scroll.follow();
      return true;
    case 'ArrowUp':
      if (!event.altKey) return false;
      if (withControl) goToOwnMessage(chat, -1);
      else if (!focusCardAbove()) scroll.focus();
      return true;
    case 'ArrowDown':
      if (!event.altKey) return false;
      if (withControl) goToOwnMessage(chat, 1);
      else view.focusComposer();
      return true;
    default:
      return false;
  }
}

function isWriting(): boolean {
  return document.activeElement?.matches('input, textarea') === true;
}
