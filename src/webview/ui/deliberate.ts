/** Makes sure that consent is given deliberately: one press for each answer. */

/** Keys that press a button, submit a form, or answer a card. */
const ANSWERING = new Set(['Enter', ' ', 'Backspace']);

/**
 * Handlers for buttons and keys that consent: a held key and a second click answer nothing, as they may hit another
 * card.
 */
export const deliberate = {
  // The button that is hit does not take the keyboard, either.
  onMouseDownCapture: stopSecond,
  onClickCapture: stopSecond,
  onKeyDownCapture: (event: KeyboardEvent): void => {
    const isWriting = isOn(event, 'input, textarea') && !event.ctrlKey && !event.metaKey;
    if (event.repeat && ANSWERING.has(event.key) && (!isWriting || submits(event))) stop(event);
  },
};

function stopSecond(event: MouseEvent): void {
  if (event.detail > 1 && isOn(event, 'button')) stop(event);
}

/** Enter submits the form in a line of text. */
function submits(event: KeyboardEvent): boolean {
  return event.key === 'Enter' && isOn(event, 'input');
}

function isOn({ target }: Event, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
