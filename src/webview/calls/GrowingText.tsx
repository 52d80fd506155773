import { useLayoutEffect, useRef } from 'preact/hooks';
import { useFollowEnd } from '../ui/followEnd.ts';
import { GrowingScreen } from './terminalDom.ts';

/** Follows its end while the user is there, and keeps a selection. */
export function GrowingText({ text }: { text: string }) {
  const element = useRef<HTMLPreElement>(null);
  const screen = useRef<GrowingScreen>(undefined);
  useLayoutEffect(() => {
    if (!element.current) return;
    screen.current ??= new GrowingScreen(element.current);
    screen.current.show(text);
  }, [text]);
  const onScroll = useFollowEnd(element);
  return <pre class="call-text terminal-text" dir="auto" tabIndex={0} ref={element} onScroll={onScroll} />;
}
