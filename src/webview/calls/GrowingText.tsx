import { useLayoutEffect, useRef } from 'preact/hooks';
import { escapeHtml } from '../markdown/codeBlock.ts';
import { showHiddenHtml } from '../markdown/hiddenText.ts';
import { sanitise } from '../markdown/sanitise.ts';
import { useFollowEnd } from '../ui/followEnd.ts';

/** Follows its end while the user is there, and keeps a selection. */
export function GrowingText({ text }: { text: string }) {
  const element = useRef<HTMLPreElement>(null);
  const shown = useRef('');
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
  }, [text]);
  const onScroll = useFollowEnd(element);
  return <pre class="call-text" dir="auto" tabIndex={0} ref={element} onScroll={onScroll} />;
}
