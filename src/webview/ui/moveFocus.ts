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
