import { useLayoutEffect, useRef } from 'preact/hooks';
import { sanitise } from '../markdown/sanitise.ts';
import { TerminalText } from '../markdown/terminalText.ts';
import { useFollowEnd } from '../ui/followEnd.ts';

/** Follows its end while the user is there, and keeps a selection. */
export function GrowingText({ text }: { text: string }) {
  const element = useRef<HTMLPreElement>(null);
  const shown = useRef('');
  const terminal = useRef(new TerminalText());
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) return;
    const grows = text.startsWith(shown.current);
    if (!grows) terminal.current = new TerminalText();
    const added = sanitise(terminal.current.write(grows ? text.slice(shown.current.length) : text));
    if (grows) current.append(added);
    else current.replaceChildren(added);
    shown.current = text;
  }, [text]);
  const onScroll = useFollowEnd(element);
  return <pre class="call-text" dir="auto" tabIndex={0} ref={element} onScroll={onScroll} />;
}
