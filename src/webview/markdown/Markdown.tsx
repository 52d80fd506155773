/** Shows markdown that may still be growing; only blocks whose HTML changed touch the page. */
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { MarkdownBlocks } from './blocks.ts';
import { drawMath } from './mathDrawing.ts';
import { morphChildren } from './morph.ts';
import { createParser } from './parser.ts';
import { sanitise } from './sanitise.ts';

const parser = createParser();

/** `complete`: no more text comes. */
export function Markdown({ text, complete }: { text: string; complete: boolean }) {
  const blocks = useMemo(() => new MarkdownBlocks(parser), []);
  return (
    <div class="markdown">
      {blocks.update(text, complete).map(({ key, html }) => (
        <BlockView key={key} html={html} />
      ))}
    </div>
  );
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
