/** Escape closes one thing: that which has the focus handles the key itself; otherwise it is what was opened last. */
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Closes of what is open, the newest last. */
const open: (() => void)[] = [];

/** Has Escape close something while it is open, wherever the focus is. */
export function useEscape(isOpen: boolean, close: () => void): void {
  const newest = useRef(close);
  newest.current = close;
  useLayoutEffect(() => {
    if (!isOpen) return undefined;
    const closeIt = (): void => newest.current();
    open.push(closeIt);
    return () => void open.splice(open.indexOf(closeIt), 1);
  }, [isOpen]);
}

/** Returns whether anything was open. */
export function closeNewest(): boolean {
  const close = open.at(-1);
  close?.();
  return close !== undefined;
}
