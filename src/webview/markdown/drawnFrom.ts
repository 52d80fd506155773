/** What the page has drawn in place of what the parser made, such as a formula, so that both count as the same. */
const sources = new WeakMap<Element, Element>();

/** To be called before the content of the element is replaced. */
export function noteSource(element: Element): void {
  sources.set(element, element.cloneNode(true) as Element);
}

export function isDrawnFrom(drawn: Element, source: Element): boolean {
  return sources.get(drawn)?.isEqualNode(source) === true;
}
