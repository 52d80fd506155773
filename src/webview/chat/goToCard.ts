import type { Chat } from '../ui/chatContext.ts';
import { focusCard } from '../ui/focus.ts';

export function goToCard(scroll: Chat['scroll'], id: string): void {
  const drawn = rowElement(scroll, id);
  if (!drawn) scroll.goTo({ id, offset: 8 });
  focusCard(drawn);
  // A row that was far away is drawn only in the next frame.
  if (!drawn) requestAnimationFrame(() => focusCard(rowElement(scroll, id)));
}

export function rowElement(scroll: Chat['scroll'], id: string): Element | null | undefined {
  return scroll.list?.querySelector(`[data-id="${CSS.escape(id)}"]`);
}
