/** A list that is used with the keyboard of its text field. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

interface Choice {
  readonly key: string;
  readonly content: ComponentChildren;
}

interface Chooser {
  readonly activeId: string | undefined;
  readonly onKeyDown: (event: KeyboardEvent) => boolean;
  readonly list: ComponentChildren;
}

export interface PopupChooser extends Chooser {
  readonly id: string;
  readonly isOpen: boolean;
}

/**
 * `first`: Enter needs no arrow key. `resetOn`: a change resets the choice. `isStop`: the list is a tab stop. `isOld`:
 * the choices are those of an earlier text, so that no key takes one.
 */
export function useListbox(props: {
  id: string;
  label: string;
  choices: readonly Choice[];
  first: boolean;
  resetOn: string;
  onChoose: (index: number) => void;
  isStop?: boolean | undefined;
  isOld?: boolean | undefined;
}): Chooser {
  const { id, label, choices, first, resetOn, onChoose, isStop = false, isOld = false } = props;
  const [active, setActive] = useState<{ readonly key: string | undefined; readonly of: string }>();
  // A choice in an older list means nothing in this one, even before the next draw. It is known by its key, as a later
  // answer can have it at another place.
  const chosen = active?.of === resetOn ? choices.findIndex(({ key }) => key === active.key) : -1;
  const index = isOld ? -1 : chosen < 0 && first ? 0 : chosen;
  const element = useRef<HTMLDivElement>(null);
  const activeId = choices[index] && `${id}-${index}`;
  useEffect(() => {
    element.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [activeId, resetOn]);
  const move = (to: number): void =>
    setActive({ key: choices[(to + choices.length) % choices.length]?.key, of: resetOn });
  const onKeyDown = (event: KeyboardEvent): boolean => {
    if (isOld || choices.length === 0 || event.isComposing || event.keyCode === 229) return false;
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return false;
    if (event.key === 'ArrowDown') move(index + 1);
    else if (event.key === 'ArrowUp') move(index < 0 ? choices.length - 1 : index - 1);
    else if ((event.key === 'Enter' || event.key === 'Tab') && index >= 0) {
      // A held key takes one choice, not what stands there next.
      if (!event.repeat) onChoose(index);
    } else return false;
    event.preventDefault();
    return true;
  };
  const stop = isStop && {
    tabIndex: 0,
    'aria-activedescendant': activeId,
    onKeyDown: (event: KeyboardEvent) => void onKeyDown(event),
  };
  return {
    activeId,
    onKeyDown,
    list: (
      <div class="choices" role="listbox" id={id} aria-label={label} ref={element} {...stop}>
        {choices.map(({ key, content }, at) => (
          <div
            key={key}
            id={`${id}-${at}`}
            class="choice"
            role="option"
            aria-selected={at === index}
            // This keeps the focus in the field.
            onMouseDown={(event) => event.preventDefault()}
            onClick={() => onChoose(at)}
          >
            {content}
          </div>
        ))}
      </div>
    ),
  };
}

interface Closing {
  readonly isClosed: boolean;
  readonly close: () => void;
}

/** Closed at a `place`, the popup stays closed while `lasts` returns true for that place. */
export function useClosing<Place>(place: Place, lasts: (closedAt: Place) => boolean): Closing {
  const [closed, setClosed] = useState<{ readonly at: Place }>();
  const isClosed = closed !== undefined && lasts(closed.at);
  useEffect(() => {
    if (!isClosed) setClosed(undefined);
  }, [isClosed]);
  return { isClosed, close: () => setClosed({ at: place }) };
}

export function popupOf(props: {
  id: string;
  isOpen: boolean;
  chooser: Omit<Chooser, 'list'>;
  close: () => void;
  content: ComponentChildren;
}): PopupChooser {
  const { id, isOpen, chooser, close, content } = props;
  return {
    id,
    isOpen,
    activeId: isOpen ? chooser.activeId : undefined,
    onKeyDown: (event) => {
      if (!isOpen) return false;
      if (event.key !== 'Escape') return chooser.onKeyDown(event);
      event.preventDefault();
      close();
      return true;
    },
    list: isOpen && <div class="popup prompt-popup">{content}</div>,
  };
}
