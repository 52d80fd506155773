/** Keeps equal children, and so the selection. Only new nodes are sanitised: kept ones were, and text has no HTML. */
import { isDrawnFrom } from './mathDrawing.ts';
import { admit } from './sanitise.ts';

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
    if (isSameShell(current, next)) return morphChildren(current, next);
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

/** `appendData` keeps a selection within the text; assigning `data` would not. */
function growText(current: ChildNode, next: ChildNode): void {
  const [before, after] = [current.nodeValue ?? '', next.nodeValue ?? ''];
  if (current instanceof Text && after.startsWith(before)) current.appendData(after.slice(before.length));
  else current.nodeValue = after;
}

function isSameShell(first: Element, second: Element): boolean {
  const { attributes } = first;
  if (first.tagName !== second.tagName || attributes.length !== second.attributes.length) return false;
  for (const { name, value } of attributes) if (second.getAttribute(name) !== value) return false;
  return true;
}
