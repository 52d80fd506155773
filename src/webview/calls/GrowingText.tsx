import { useLayoutEffect, useRef } from 'preact/hooks';
import { escapeHtml } from '../markdown/codeBlock.ts';
import { showHiddenHtml } from '../markdown/hiddenText.ts';
import { sanitise } from '../markdown/sanitise.ts';

/** Distance from the end that counts as the end, in pixels: zoom makes fractions. */
const NEAR = 2;

/** Follows its end while the user is there, and keeps a selection. */
export function GrowingText({ text }: { text: string }) {
  const element = useRef<HTMLPreElement>(null);
  const shown = useRef('');
  const follows = useRef(true);
  const keepToEnd = (): void => {
    if (follows.current && element.current) element.current.scrollTop = element.current.scrollHeight;
  };
  // A narrower side bar wraps lines differently.
  useLayoutEffect(() => {
    const observer = new ResizeObserver(keepToEnd);
    if (element.current) observer.observe(element.current);
    return () => observer.disconnect();
  }, []);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const grows = text.startsWith(shown.current);
    const added = sanitise(
      showHiddenHtml(escapeHtml(grows ? text.slice(shown.current.length) : text), 'prose'),
    );
    if (grows) current.append(added);
    else current.replaceChildren(added);
    shown.current = text;
    keepToEnd();
  }, [text]);
  return (
    <pre
      class="call-text"
      dir="auto"
      tabIndex={0}
      ref={element}
      onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
        follows.current = scrollHeight - clientHeight - scrollTop <= NEAR;
      }}
    />
  );
}
