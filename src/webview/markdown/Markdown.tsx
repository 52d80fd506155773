/** Shows markdown that may still be growing; only blocks whose HTML changed touch the page. */
import { t } from '@vscode/l10n';
import type { VNode } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { formatCount } from '../calls/format.ts';
import { MarkdownBlocks, type Block } from './blocks.ts';
import { drawMath } from './mathDrawing.ts';
import { morphChildren } from './morph.ts';
import { Pace } from './pace.ts';
import { createParser } from './parser.ts';
import { sanitise } from './sanitise.ts';
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
      {drawn.current.map(view)}
      {hidden > 0 && (
        <div class="cut">
          {t('… {0} more characters are not shown. Copying the answer takes all of it.', formatCount(hidden))}
        </div>
      )}
    </div>
  );
}

/** What is drawn of a block. Preact passes over what is the very same: a long answer costs no more than a short one. */
const views = new WeakMap<Block, VNode>();

function view(block: Block): VNode {
  const known = views.get(block);
  if (known) return known;
  const made = <BlockView key={block.key} html={block.html} />;
  views.set(block, made);
  return made;
}

/** One block. The nodes inside are its own business, Preact does not know of them. */
function BlockView({ html }: { html: string }) {
  const element = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    let shown = true;
    const show = (): void => {
      const nodes = sanitise(html);
      void drawMath(nodes)?.then((loaded) => loaded && shown && show());
      if (element.current) morphChildren(element.current, nodes);
    };
    show();
    return () => {
      shown = false;
    };
  }, [html]);
  return <div class="markdown-block" ref={element} />;
}
