/**
 * Makes an element's children equal to given ones and keeps those that already are: a selection survives, and
 * a long list that grows by a word changes by a word.
 */

/** Changes `element` so that its children are those of `wanted`, which is used up. */
export function morphChildren(element: Element, wanted: Node): void {
  let current = element.firstChild;
  for (let next = wanted.firstChild; next; next = wanted.firstChild) {
    if (!current) {
      element.append(next);
      continue;
    }
    const after: ChildNode | null = current.nextSibling;
    if (current.isEqualNode(next)) next.remove();
    else if (isSameText(current, next)) growText(current, next);
    else if (current instanceof Element && next instanceof Element && isSameShell(current, next)) {
      morphChildren(current, next);
      next.remove();
    } else current.replaceWith(next);
    current = after;
  }
  while (current) {
    const after: ChildNode | null = current.nextSibling;
    current.remove();
    current = after;
  }
}

function isSameText(first: Node, second: Node): boolean {
  return first.nodeType === Node.TEXT_NODE && second.nodeType === Node.TEXT_NODE;
}

/** Appending keeps a selection inside the text; assigning would not. */
function growText(current: ChildNode, next: ChildNode): void {
  const [before, after] = [current.nodeValue ?? '', next.nodeValue ?? ''];
  if (current instanceof Text && after.startsWith(before)) current.appendData(after.slice(before.length));
  else current.nodeValue = after;
  next.remove();
}

/** The same tag with the same attributes. */
function isSameShell(first: Element, second: Element): boolean {
  return (
    first.tagName === second.tagName &&
    first.attributes.length === second.attributes.length &&
    [...first.attributes].every(({ name, value }) => second.getAttribute(name) === value)
  );
}
