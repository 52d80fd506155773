/**
 * Marks what is looked for in what is drawn, by the browser's own highlights: nothing in the page changes, so
 * text that streams and blocks that are compared with their HTML are not disturbed.
 */

/** Text that nobody sees is not marked, nor is what stands on buttons of the chat itself. */
const SKIPPED = '.sr-only, .code-bar, .message-tools, .call-section-bar, .call-state';
/** What ends a line: words on both sides of it do not belong together. */
const BLOCK = 'p, li, td, th, pre, blockquote, h1, h2, h3, h4, h5, h6, div, button';
/** More places than this are not marked: the browser draws each of them. */
const MAX_RANGES = 2_000;

/** The places of the text in this element, whatever its case, in their order. */
export function rangesOf(root: Element, text: string): Range[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const nodes: { readonly node: Text; readonly start: number }[] = [];
  let all = '';
  let block: Element | null | undefined;
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    if (!(node instanceof Text) || node.parentElement?.closest(SKIPPED)) continue;
    const around = node.parentElement?.closest(BLOCK);
    if (block !== undefined && around !== block) all += '\n';
    block = around;
    nodes.push({ node, start: all.length });
    all += lowerCase(node.data);
  }
  const ranges: Range[] = [];
  for (let at = all.indexOf(wanted); at >= 0 && ranges.length < MAX_RANGES;) {
    const range = rangeAt(nodes, at, at + wanted.length);
    if (range) ranges.push(range);
    at = all.indexOf(wanted, at + wanted.length);
  }
  return ranges;
}

/** In lower case and as long as before: in some scripts a letter becomes two. */
function lowerCase(text: string): string {
  const lower = text.toLowerCase();
  return lower.length === text.length ? lower : text;
}

function rangeAt(
  nodes: readonly { readonly node: Text; readonly start: number }[],
  from: number,
  to: number,
): Range | undefined {
  const first = nodes.findLast(({ start }) => start <= from);
  const last = nodes.findLast(({ start }) => start < to);
  if (!first || !last) return undefined;
  const range = new Range();
  range.setStart(first.node, Math.min(first.node.length, from - first.start));
  range.setEnd(last.node, Math.min(last.node.length, to - last.start));
  return range;
}

/** Marks these, and those of the place that is shown more than the others. */
export function mark(ranges: readonly Range[], current: readonly Range[]): void {
  CSS.highlights.set('find', new Highlight(...ranges));
  const highlight = new Highlight(...current);
  highlight.priority = 1;
  CSS.highlights.set('find-current', highlight);
}

export function unmark(): void {
  CSS.highlights.delete('find');
  CSS.highlights.delete('find-current');
}
