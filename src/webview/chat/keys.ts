import type { Chat } from '../ui/chatContext.ts';
import { waitingIds } from '../state/waiting.ts';
import { guardReplaced } from '../ui/deliberate.ts';
import { closeNewest } from '../ui/escape.ts';
import { selectAll } from './copySelection.ts';
import { goToCard, rowElement } from './goToCard.ts';

export function listenForKeys(chat: Chat): void {
  guardReplaced(document);
  document.addEventListener('keydown', (event) => {
    if (event.isComposing || event.defaultPrevented || document.querySelector('dialog[open]')) return;
    if (handle(chat, event)) event.preventDefault();
  });
}

function handle(chat: Chat, event: KeyboardEvent): boolean {
  const { store, find, help, scroll, view, post } = chat;
  const withControl = event.ctrlKey || event.metaKey;
  const control = withControl && !event.altKey;
  switch (event.key) {
    // Closes what is open, or else stops the turn. A held key does one of these.
    case 'Escape':
      if (event.repeat || closeNewest()) return true;
      if (store.status.peek()?.turn !== 'running') return false;
      post({ type: 'stop' });
      return true;
    case 'f':
      if (!control) return writeInComposer(event);
      find.open();
      return true;
    case 'a':
      if (!control) return writeInComposer(event);
      if (isWriting() || !scroll.list || !isInTranscript()) return false;
      selectAll(scroll.list);
      return true;
    case 'F3':
      if (find.isOpen.peek()) find.step(event.shiftKey ? -1 : 1);
      else find.open();
      return true;
    case '/':
      if (!control) return writeInComposer(event);
      help.value = true;
      return true;
    // These keys move the caret in a text field.
    case 'End':
      if (!control || isWriting()) return false;
      scroll.jump();
      return true;
    case 'ArrowUp':
      if (!event.altKey) return false;
      if (withControl) goToOwnMessage(chat, -1);
      else if (!goToWaiting(chat)) scroll.focus();
      return true;
    case 'ArrowDown':
      if (!event.altKey) return false;
      if (withControl) goToOwnMessage(chat, 1);
      else view.focusComposer();
      return true;
    default:
      return writeInComposer(event);
  }
}

/** Elements of the transcript in which letters mean something. */
const TAKES_LETTERS = 'input, textarea, select';

/**
 * Moves the focus from the transcript, or from nothing, to the composer if the key is of a character, which the browser
 * then writes there. Space scrolls, or presses a button. Returns false, as the browser still has to handle the key.
 */
function writeInComposer(event: KeyboardEvent): false {
  const { key, ctrlKey, altKey, metaKey } = event;
  // A key with AltGr writes, and Windows reports it with Ctrl and Alt.
  const isModified = (ctrlKey || altKey || metaKey) && !event.getModifierState('AltGraph');
  const isWritten = key === 'Dead' || /^[^ ]$/u.test(key);
  const { activeElement, body } = document;
  const isFree = activeElement === body || (isInTranscript() && !activeElement?.matches(TAKES_LETTERS));
  if (isWritten && !isModified && isFree)
    document.querySelector<HTMLElement>('.composer-box .message-field')?.focus();
  return false;
}

/** Goes to the first card that waits, and from a card to the next. Returns whether there is one. */
function goToWaiting({ store, scroll }: Chat): boolean {
  const ids = waitingIds(store);
  const row = document.activeElement?.closest<HTMLElement>('[data-id]');
  const next = ids[ids.indexOf(row?.dataset['id'] ?? '') + 1];
  if (next === undefined) return false;
  goToCard(scroll, next);
  return true;
}

function isInTranscript(): boolean {
  return document.activeElement?.closest('.transcript') !== null;
}

function isWriting(): boolean {
  return document.activeElement?.matches('input, textarea') === true;
}

/** Goes to the user's next or previous message, fetching items as needed; after the last come end and composer. */
function goToOwnMessage(chat: Chat, by: 1 | -1): void {
  const { steps, scroll, view } = chat;
  const rows = steps.rows.peek();
  const from = startOf(chat, by);
  const isOwn = ({ kind }: { kind: string }): boolean => kind === 'user';
  const own = by < 0 ? rows.slice(0, from).findLast(isOwn) : rows.slice(from + 1).find(isOwn);
  if (own) {
    scroll.goTo({ id: own.id, offset: 0 });
    requestAnimationFrame(() => focusRow(chat, own.id));
  } else if (by < 0) {
    fetchAndGoBack(chat);
  } else if (rows.length > 0) {
    scroll.jump();
    view.focusComposer();
  }
}

/**
 * The search starts at the focused row if it is in sight, else at the end if that is, else at the top row, which may be
 * the message itself.
 */
function startOf({ steps, scroll }: Chat, by: 1 | -1): number {
  const rows = steps.rows.peek();
  const row = document.activeElement?.closest<HTMLElement>('[data-id]');
  if (row && scroll.list?.contains(row) && isInSight(row))
    return rows.findIndex(({ id }) => id === row.dataset['id']);
  if (!scroll.away.peek()) return rows.length;
  return by < 0 ? scroll.firstInSight + 1 : scroll.firstInSight;
}

function isInSight(row: HTMLElement): boolean {
  const { top, bottom } = row.getBoundingClientRect();
  const view = row.closest('.transcript')?.getBoundingClientRect();
  return view !== undefined && bottom > view.top && top < view.bottom;
}

function focusRow({ scroll }: Chat, id: string): void {
  rowElement(scroll, id)?.querySelector<HTMLElement>('.bubble, textarea')?.focus({ preventScroll: true });
}

/** Fetches earlier items, as no loaded item above is a message of the user, but an earlier one may be. */
function fetchAndGoBack(chat: Chat): void {
  const { store } = chat;
  const conversation = store.conversation.peek();
  store.askEarlier();
  if (!store.loadingEarlier.peek()) return;
  const stop = store.loadingEarlier.subscribe((isLoading) => {
    if (isLoading) return;
    stop();
    if (store.conversation.peek() === conversation) goToOwnMessage(chat, -1);
  });
}
