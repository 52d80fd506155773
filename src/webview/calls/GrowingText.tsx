/** What a call writes while it runs. It keeps to its end while the user is there, and a selection in it stays. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { showHiddenHtml } from '../markdown/hiddenText.ts';
import { escapeHtml } from '../markdown/codeBlock.ts';
import { sanitise } from '../markdown/sanitise.ts';

/** This near to the end counts as there, in pixels: zoom makes fractions. */
const NEAR = 2;

export function GrowingText({ text }: { text: string }) {
  const element = useRef<HTMLPreElement>(null);
  const shown = useRef('');
  const follows = useRef(true);
  const keepToEnd = (): void => {
    if (follows.current && element.current) element.current.scrollTop = element.current.scrollHeight;
  };
  // A narrower side bar breaks the lines anew.
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
