/** Focus among the cards that ask the user: questions of servers, and approvals. */

const FIELDS = '.question :is(input, select, textarea, button:not(.asked-by)), .approval .primary';
const CARD = '.question, .approval';

/** Focuses the next card other than `left`, or calls `elsewhere`. */
export function focusNextCard(left: Element | null, elsewhere: () => void): void {
  const asked = document.querySelectorAll<HTMLElement>(FIELDS);
  const next = [...asked].find((element) => left?.contains(element) !== true);
  if (next) next.focus();
  else elsewhere();
}

/** Focuses the nearest card above the focus. Returns whether there is one. */
export function focusCardAbove(): boolean {
  const from = document.activeElement;
  const card = [...document.querySelectorAll(CARD)].findLast(
    (each) =>
      !each.contains(from) &&
      from !== null &&
      (each.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
  );
  const field = card?.querySelector<HTMLElement>(FIELDS);
  field?.focus();
  return Boolean(field);
}
