/** Focus among the cards that ask the user: questions of servers, and approvals. */

/** A card gets the focus as a whole: never a button or a field of it, which a key pressed too often would answer. */
const TARGETS = '.question-form, .approval';

export function focusNextCard(left: Element | null, elsewhere: () => void): void {
  const asked = document.querySelectorAll<HTMLElement>(TARGETS);
  const next = [...asked].find((element) => left?.contains(element) !== true);
  if (next) next.focus();
  else elsewhere();
}

export function focusCard(row: Element | null | undefined): void {
  row?.querySelector<HTMLElement>(TARGETS)?.focus();
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
