/** Remembers from which HTML of the parser an element was drawn, such as a formula, so that both count as the same. */
const sources = new WeakMap<Element, Element>();

/** Call it before the content of the element is replaced. */
export function noteSource(element: Element): void {
  sources.set(element, element.cloneNode(true) as Element);
}

export function isDrawnFrom(drawn: Element, source: Element): boolean {
  return sources.get(drawn)?.isEqualNode(source) === true;
}

export function isDrawn(element: Element): boolean {
  return sources.has(element);
}
