/** What the lists above the text field have in common: what is written opens them, and Escape closes them. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Chooser, PopupChooser } from './Listbox.tsx';

/** Whether the user has closed a popup, and how. */
export interface Closing {
  readonly isClosed: boolean;
  readonly close: () => void;
}

/**
 * `place` is where the popup belongs to, as the caller tells places apart: closed there, it stays closed as long as
 * `lasts` says so of that place.
 */
export function useClosing<Place>(place: Place, lasts: (closedAt: Place) => boolean): Closing {
  const [closed, setClosed] = useState<{ readonly at: Place }>();
  const isClosed = closed !== undefined && lasts(closed.at);
  useEffect(() => {
    if (!isClosed) setClosed(undefined);
  }, [isClosed]);
  return { isClosed, close: () => setClosed({ at: place }) };
}

/** The popup around a list, with the keys of both. */
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
