/** Shows markdown that may still be growing. */
import { t } from '@vscode/l10n';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { formatCount } from '../calls/format.ts';
import { BlockList } from './BlockList.tsx';
import { MarkdownBlocks } from './blocks.ts';
import { Pace } from './pace.ts';
import { createParser } from './parser.ts';
import { useAgain } from './useAgain.ts';

const parser = createParser();

/** Characters that are drawn: far more than anybody reads, and few enough to keep the page alive. */
const MAX_LENGTH = 200_000;

/** `complete`: no more text comes. */
export function Markdown({ text, complete }: { text: string; complete: boolean }) {
  const blocks = useMemo(() => new MarkdownBlocks(parser), []);
  const pace = useMemo(() => new Pace(), []);
  const again = useAgain();
  const started = performance.now();
  const hidden = text.length - MAX_LENGTH;
  const drawn = useRef<ReturnType<MarkdownBlocks['update']>>([]);
  const wait = complete ? 0 : pace.wait(started);
  if (wait === 0) drawn.current = blocks.update(hidden > 0 ? text.slice(0, MAX_LENGTH) : text, complete);
  useLayoutEffect(() => {
    if (wait === 0) pace.took(started, performance.now());
    else again(wait);
  });
  return (
    <div class="markdown">
      <BlockList blocks={drawn.current} />
      {hidden > 0 && (
        <div class="cut">
          {t('… {0} more characters are not shown. Copying the answer takes all of it.', formatCount(hidden))}
        </div>
      )}
    </div>
  );
}
