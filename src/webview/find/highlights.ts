/** CSS Custom Highlights leave the DOM alone, so that streaming and morphing go on undisturbed. */

/** Hidden text and the chat's own buttons. */
const SKIPPED = '.sr-only, .code-bar, .message-tools, .call-section-bar, .call-state';
/** Matches do not cross these elements. */
const BLOCK = 'p, li, td, th, pre, blockquote, h1, h2, h3, h4, h5, h6, div, button';
/** More are not marked: the browser draws each of them. */
const MAX_RANGES = 2_000;

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

/** Keeps the length, which offsets rely on: in some scripts a lower-case letter becomes two. */
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
