/** Draws a component again after a while. */
import { useCallback, useEffect, useRef, useState } from 'preact/hooks';

/** The function to ask for it, in ms; while one is awaited others change nothing. */
export function useAgain(): (ms: number) => void {
  const [, setCount] = useState(0);
  const timer = useRef<number | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback((ms) => {
    timer.current ??= window.setTimeout(() => {
      timer.current = undefined;
      setCount((count) => count + 1);
    }, ms);
  }, []);
}
