import { headText } from '../../base/common/cut.ts';
import { t } from '@vscode/l10n';
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { formatCount } from '../ui/format.ts';
import { BlockElements } from './blockElements.ts';
import { MarkdownBlocks } from './blocks.ts';
import { Pace } from './pace.ts';
import { createParser } from './parser.ts';

const parser = createParser();

/** Characters that are drawn; more would freeze the page. */
const MAX_LENGTH = 200_000;

/** `complete`: no more text comes. */
export function Markdown({ text, complete }: { text: string; complete: boolean }) {
  const blocks = useMemo(() => new MarkdownBlocks(parser), []);
  const pace = useMemo(() => new Pace(), []);
  const again = useAgain();
  const root = useRef<HTMLDivElement>(null);
  const elements = useRef<BlockElements>(undefined);
  const hidden = text.length - MAX_LENGTH;
  useLayoutEffect(() => {
    const started = performance.now();
    const wait = complete ? 0 : pace.wait(started);
    if (wait > 0) return again(wait);
    if (root.current) elements.current ??= new BlockElements(root.current);
    elements.current?.show(blocks.update(headText(text, MAX_LENGTH), complete));
    pace.took(started, performance.now());
  });
  return (
    <>
      <div class="markdown" ref={root} />
      {hidden > 0 && (
        <div class="cut">{t('… {0} more characters. "Copy answer" includes them.', formatCount(hidden))}</div>
      )}
    </>
  );
}

/** Returns a function that redraws the component after some ms; further calls until then do nothing. */
function useAgain(): (ms: number) => void {
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
