/** Where the keyboard goes when something that was asked has been answered and leaves the page. */

/** Gives it to the next question or call that waits, other than `left`, or where `elsewhere` leads it. */
export function focusNextAsked(left: Element | null, elsewhere: () => void): void {
  const asked = document.querySelectorAll<HTMLElement>(
    '.question :is(input, select, textarea, button:not(.asked-by)), .approval .primary',
  );
  const next = [...asked].find((element) => left?.contains(element) !== true);
  if (next) next.focus();
  else elsewhere();
}
