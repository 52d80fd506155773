import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Distance from the end that counts as the end, in pixels: zoom makes fractions. */
const NEAR = 2;

/** Keeps growing text at its end while the user is there. Call it after the effect that writes the text. */
export function useFollowEnd(element: RefObject<HTMLElement | null>): () => void {
  const follows = useRef(true);
  const keepToEnd = (): void => {
    if (follows.current && element.current) element.current.scrollTop = element.current.scrollHeight;
  };
  useLayoutEffect(keepToEnd);
  // A narrower side bar wraps lines differently.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(keepToEnd);
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  return () => {
    if (!element.current) return;
    const { scrollTop, scrollHeight, clientHeight } = element.current;
    follows.current = scrollHeight - clientHeight - scrollTop <= NEAR;
  };
}
