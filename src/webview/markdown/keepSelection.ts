/** Keeps the user's selection in text that is drawn anew, as the browser drops what was in removed nodes. */

interface Endpoint {
  readonly node: Node;
  readonly offset: number;
}

/** The part of a text that is counted. */
type Counted = (text: string) => string;

/** Lists that become loose have other spaces between their blocks, which nobody sees. */
const counts: readonly Counted[] = [(text) => text, (text) => text.replaceAll(/\s+/g, '')];

/** Runs `change`, which draws the content of `root` anew, and selects what was selected in it before. */
export function keepSelection(root: Element, change: () => void): void {
  const selection = currentSelection();
  const before = endpointsOf(selection);
  if (!selection || !before || !before.some(({ node }) => root.contains(node))) return change();
  const text = root.textContent;
  const ahead = before.map((endpoint) => textBefore(root, endpoint));
  change();
  const now = endpointsOf(selection);
  if (now && before.every(({ node, offset }, at) => now[at]?.node === node && now[at].offset === offset))
    return;
  const isBackwards = (ahead[0]?.length ?? 0) > (ahead[1]?.length ?? Infinity);
  for (const counted of counts) {
    const place = placesIn(counted(text), counted(root.textContent));
    const [anchor, focus] = before.map((endpoint, at) => {
      const passed = ahead[at];
      if (passed === undefined) return endpoint;
      const characters = place(counted(passed).length);
      return characters === undefined
        ? undefined
        : pointAt(root, { characters, counted, begins: (at === 0) !== isBackwards });
    });
    if (!anchor?.node.isConnected || !focus?.node.isConnected) continue;
    return selection.setBaseAndExtent(anchor.node, anchor.offset, focus.node, focus.offset);
  }
}

let isKnownAsNone = false;

/** Asks only once while there is none: the answer "none" makes the browser lay out the page each time. */
function currentSelection(): Selection | undefined {
  if (isKnownAsNone) return undefined;
  const selection = getSelection();
  if (selection?.anchorNode) return selection;
  isKnownAsNone = true;
  document.addEventListener('selectionchange', () => (isKnownAsNone = false), { once: true });
  return undefined;
}

/** Returns anchor and focus, or undefined if nothing is selected. */
function endpointsOf(selection: Selection | undefined): readonly [Endpoint, Endpoint] | undefined {
  if (!selection) return undefined;
  const { anchorNode, anchorOffset, focusNode, focusOffset } = selection;
  // `isCollapsed` would lay out the page.
  if (!anchorNode || !focusNode || (anchorNode === focusNode && anchorOffset === focusOffset))
    return undefined;
  return [
    { node: anchorNode, offset: anchorOffset },
    { node: focusNode, offset: focusOffset },
  ];
}

/** Returns the element's text up to the place, or undefined if that is elsewhere. */
function textBefore(root: Element, { node, offset }: Endpoint): string | undefined {
  if (!root.contains(node)) return undefined;
  const range = new Range();
  range.setStart(root, 0);
  range.setEnd(node, offset);
  return range.toString();
}

/** A place keeps its distance from the start or the end, as far as the texts are the same there. */
function placesIn(before: string, now: string): (offset: number) => number | undefined {
  const most = Math.min(before.length, now.length);
  let start = 0;
  while (start < most && before[start] === now[start]) start += 1;
  let end = 0;
  while (end < most - start && before[before.length - 1 - end] === now[now.length - 1 - end]) end += 1;
  return (offset) => {
    if (offset <= start) return offset;
    return before.length - offset <= end ? now.length - (before.length - offset) : undefined;
  };
}

/** `begins`: where two nodes meet, the place is at the start of the second one, as a selection begins there. */
function pointAt(
  root: Element,
  { characters, counted, begins }: { characters: number; counted: Counted; begins: boolean },
): Endpoint | undefined {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  let left = characters;
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const text = node.nodeValue ?? '';
    const { length } = counted(text);
    if (length > 0 && (begins ? left < length : left <= length))
      return {
        node,
        offset: offsetAfter(text, left, counted) + (begins ? spacesAt(text, left, counted) : 0),
      };
    left -= length;
  }
  return undefined;
}

/** Returns the offset at which that many characters have been counted. */
function offsetAfter(text: string, characters: number, counted: Counted): number {
  let offset = 0;
  for (let left = characters; left > 0; offset += 1) left -= counted(text.charAt(offset)).length;
  return offset;
}

/** Returns how many characters that are not counted follow. */
function spacesAt(text: string, characters: number, counted: Counted): number {
  const from = offsetAfter(text, characters, counted);
  let offset = from;
  while (offset < text.length && counted(text.charAt(offset)) === '') offset += 1;
  return offset - from;
}
