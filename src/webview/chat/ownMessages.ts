/** Goes from one message of the user to the next, through a conversation of any length. */
import type { Chat } from '../ui/chatContext.ts';

/**
 * Brings the next message of the user (or with -1 the one before) to the top, and the keyboard to it. Earlier
 * items are fetched for it; after the last message comes the end, and the field to write in.
 */
export function goToOwnMessage(chat: Chat, by: 1 | -1): void {
  const { store, scroll, view } = chat;
  const rows = store.rows.peek();
  const from = startOf(chat, by);
  const isOwn = ({ kind }: { kind: string }): boolean => kind === 'user';
  const own = by < 0 ? rows.slice(0, from).findLast(isOwn) : rows.slice(from + 1).find(isOwn);
  if (own) {
    scroll.goTo({ id: own.id, offset: 0 });
    // A row that was far away is drawn only now.
    requestAnimationFrame(() => focusRow(chat, own.id));
  } else if (by < 0) {
    fetchAndGoBack(chat);
  } else if (rows.length > 0) {
    scroll.follow();
    view.focusWanted.value += 1;
  }
}

/**
 * The row to begin from: the one that has the keyboard, if it is in sight. Otherwise the way back begins at the end,
 * if that is in sight, or in the row at the upper edge, whose own message can be the first.
 */
function startOf({ store, scroll }: Chat, by: 1 | -1): number {
  const rows = store.rows.peek();
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

/** A message that is being edited has a field for the keyboard. */
function focusRow({ scroll }: Chat, id: string): void {
  const row = scroll.list?.querySelector(`[data-id="${CSS.escape(id)}"]`);
  row?.querySelector<HTMLElement>('.bubble, textarea')?.focus({ preventScroll: true });
}

/** No message stands above among the items that are here: there can be one among those that are not. */
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
