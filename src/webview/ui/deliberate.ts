/** Makes sure that buttons are pressed deliberately: a press that is too much does nothing. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { pageNow } from './clock.ts';

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

/** Everything that acts when it is pressed. */
const ACTING =
  'button, summary, label, a[href], [role=button], [role=option], input:is([type=checkbox], [type=radio])';

/**
 * Stops further clicks of a double click, and repeats of a held key, where they hit what has taken the place of what
 * was pressed, or what has another name since. The count of clicks is the system's: it knows how quick a double click
 * is.
 */
export function guardReplaced(page: Document): void {
  let pressed: Acting | undefined;
  const isOther = (event: Event): boolean => {
    const hit = actingAt(event);
    return hit !== undefined && (hit.element !== pressed?.element || hit.name !== pressed.name);
  };
  const onClick = (event: MouseEvent): void => {
    if (event.detail > 1 && isOther(event)) stop(event);
  };
  page.addEventListener(
    'mousedown',
    (event) => {
      if (event.detail > 1) onClick(event);
      else pressed = actingAt(event);
    },
    { capture: true },
  );
  page.addEventListener('click', onClick, { capture: true });
  page.addEventListener(
    'keydown',
    (event) => {
      if (event.key !== 'Enter' && event.key !== ' ') return;
      if (!event.repeat) pressed = actingAt(event);
      else if (isOther(event)) stop(event);
    },
    { capture: true },
  );
}

interface Acting {
  readonly element: Element;
  readonly name: string;
}

function actingAt({ target }: Event): Acting | undefined {
  const element = target instanceof Element ? target.closest(ACTING) : null;
  return element ? { element, name: element.getAttribute('aria-label') ?? element.textContent } : undefined;
}

/** Ms for which a button does nothing after its meaning has changed under the pointer, or while it had the focus. */
const SETTLING = 500;

/**
 * Returns whether a button, which means something else whenever `meaning` changes, may act now. A press right after the
 * change was meant for what the button was before.
 */
export function useSettling(
  button: { readonly current: HTMLElement | null },
  meaning: string | boolean,
): () => boolean {
  const changed = useRef(-Infinity);
  const before = useRef(meaning);
  useLayoutEffect(() => {
    if (before.current === meaning) return;
    before.current = meaning;
    if (button.current?.matches(':hover, :focus')) changed.current = pageNow();
  }, [meaning]);
  return () => pageNow() - changed.current >= SETTLING;
}

function isOn({ target }: Event, selector: string): boolean {
  return target instanceof Element && target.closest(selector) !== null;
}

function stop(event: Event): void {
  event.preventDefault();
  event.stopPropagation();
}
