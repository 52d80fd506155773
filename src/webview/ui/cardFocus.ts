/** Where the keyboard goes among the things that the user is asked: questions of servers, calls that wait. */

/** What of them takes the keyboard. */
const FIELDS = '.question :is(input, select, textarea, button:not(.asked-by)), .approval .primary';
/** One of them. */
const CARD = '.question, .approval';

/** Gives it to the next question or call that waits, other than `left`, or where `elsewhere` leads it. */
export function focusNextCard(left: Element | null, elsewhere: () => void): void {
  const asked = document.querySelectorAll<HTMLElement>(FIELDS);
  const next = [...asked].find((element) => left?.contains(element) !== true);
  if (next) next.focus();
  else elsewhere();
}

/** Gives it to the nearest card above what has it now. Tells whether there is one. */
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
