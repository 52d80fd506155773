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

/** `rows` selects the list's buttons. */
export function moveFocus(
  event: KeyboardEvent & { readonly currentTarget: HTMLElement },
  rows: string,
  [back, on]: readonly [string, string] = ['ArrowUp', 'ArrowDown'],
): void {
  const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>(rows)];
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const steps: Readonly<Record<string, number>> = {
    [on]: at + 1,
    [back]: at - 1,
    Home: 0,
    End: buttons.length - 1,
  };
  const next = buttons[steps[event.key] ?? -1];
  if (at < 0 || !next) return;
  event.preventDefault();
  next.focus();
}
