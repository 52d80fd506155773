/** Keeps equal children, and so the selection. Only new nodes are sanitised: kept ones were, and text has no HTML. */
import { isDrawn, isDrawnFrom } from './drawnFrom.ts';
import { admit } from './sanitise.ts';
import { mayTurn, hasHidden } from './hiddenText.ts';
import type { Block } from './blocks.ts';

export function morphChildren(element: Element, wanted: Node): void {
  let current = element.firstChild;
  let next = wanted.firstChild;
  while (current && next) {
    const [afterCurrent, afterNext]: [ChildNode | null, ChildNode | null] = [
      current.nextSibling,
      next.nextSibling,
    ];
    morph(current, next);
    [current, next] = [afterCurrent, afterNext];
  }
  if (next) element.append(admit(next, ...siblingsAfter(next)));
  while (current) {
    const after: ChildNode | null = current.nextSibling;
    current.remove();
    current = after;
  }
}

function morph(current: ChildNode, next: ChildNode): void {
  if (current.isEqualNode(next)) return;
  if (isSameText(current, next)) return growText(current, next);
  if (current instanceof Element && isElement(next)) {
    if (isDrawnFrom(current, next)) return;
    if (isSameShell(current, next) || takeShell(current, next)) return morphChildren(current, next);
  }
  current.replaceWith(admit(next));
}

function siblingsAfter(node: ChildNode): ChildNode[] {
  const siblings: ChildNode[] = [];
  for (let next = node.nextSibling; next; next = next.nextSibling) siblings.push(next);
  return siblings;
}

function isElement(node: Node): node is Element {
  return node.nodeType === Node.ELEMENT_NODE;
}

function isSameText(first: Node, second: Node): boolean {
  return first.nodeType === Node.TEXT_NODE && second.nodeType === Node.TEXT_NODE;
}

/** Replaces what differs and no more: a selection in the rest of the text stays, and assigning `data` would drop it. */
function growText(current: ChildNode, next: ChildNode): void {
  if (!(current instanceof Text)) return;
  const [before, after] = [current.data, next.nodeValue ?? ''];
  if (after.startsWith(before)) return current.appendData(after.slice(before.length));
  let start = 0;
  while (start < after.length && before[start] === after[start]) start += 1;
  current.replaceData(start, before.length - start, after.slice(start));
}

function isSameShell(first: Element, second: Element): boolean {
  const { attributes } = first;
  if (first.tagName !== second.tagName || attributes.length !== second.attributes.length) return false;
  for (const { name, value } of attributes) if (second.getAttribute(name) !== value) return false;
  return true;
}

/** Elements that scroll, or hold what a selection is in. A link or a button with other attributes is another one. */
const SHELLS = new Set(
  'DIV PRE CODE P UL OL LI BLOCKQUOTE TABLE THEAD TBODY TR TH TD H1 H2 H3 H4 H5 H6 STRONG EM S'.split(' '),
);

/** Gives the element the sanitised attributes of the other one, such as the class of code whose fence has closed. */
function takeShell(current: Element, next: Element): boolean {
  const { tagName } = current;
  if (tagName !== next.tagName || !SHELLS.has(tagName) || isDrawn(current)) return false;
  const { firstElementChild: clean } = admit(next.cloneNode(false) as Element);
  if (clean?.tagName !== tagName) return false;
  for (const name of current.getAttributeNames())
    if (!clean.hasAttribute(name)) current.removeAttribute(name);
  for (const { name, value } of clean.attributes)
    if (current.getAttribute(name) !== value) current.setAttribute(name, value);
  return true;
}

/** Appends new content as a text node if it is text alone. Otherwise returns false and changes nothing. */
export function grow(element: Element, before: Block, now: Block): boolean {
  return before.openCode
    ? growCode(element, before.openCode, now.openCode)
    : growLastText(element, before, now);
}

type OpenCode = NonNullable<Block['openCode']>;

function growCode(element: Element, had: OpenCode, has: Block['openCode']): boolean {
  if (had.info !== has?.info || !has.code.startsWith(had.code)) return false;
  const text = element.querySelector('code')?.lastChild;
  // Code with marked control characters is several nodes.
  if (!(text instanceof Text) || text.length !== had.code.length) return false;
  const added = has.code.slice(had.code.length);
  if (hasHidden(added)) return false;
  text.appendData(added);
  return true;
}

/** Appends to the last text node if the HTML before and after it is unchanged. */
function growLastText(element: Element, { html: had }: Block, { html: has }: Block): boolean {
  const end = endOfText(had);
  const rest = had.length - end;
  if (has.length <= had.length || !has.endsWith(had.slice(end)) || !has.startsWith(had.slice(0, end)))
    return false;
  const added = has.slice(end, has.length - rest);
  if (/[<>&]/.test(added) || mayTurn(added)) return false;
  const text = lastText(element);
  // The node holds something other than this text, such as more elements.
  if (!text || text.data !== had.slice(had.lastIndexOf('>', end) + 1, end)) return false;
  text.appendData(added);
  return true;
}

function endOfText(html: string): number {
  let end = html.length;
  for (;;) {
    while (html[end - 1] === '\n') end -= 1;
    const tag = html.lastIndexOf('<', end - 1);
    if (html[end - 1] !== '>' || html[tag + 1] !== '/') return end;
    end = tag;
  }
}

function lastText(element: Element): Text | undefined {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = texts.lastChild();
  while (text?.nodeValue?.trim() === '') text = texts.previousNode();
  return text instanceof Text ? text : undefined;
}
