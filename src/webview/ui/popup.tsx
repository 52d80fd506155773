/** The lists above the text field, which typing opens and Escape closes. */
import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Chooser, PopupChooser } from './Listbox.tsx';

export interface Closing {
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
