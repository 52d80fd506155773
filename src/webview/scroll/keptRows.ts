/** Rows that stay drawn out of sight: they hold the focus, an unfinished form or the selection. */

/** A longer selection, in rows, is not kept whole. */
const MAX_SELECTED = 400;

export function keptRows(list: HTMLElement, indexOf: (id: string) => number | undefined): number[] {
  const index = (node: Node | null): number | undefined => {
    const element = node instanceof Element ? node : node?.parentElement;
    const id = list.contains(node) ? element?.closest<HTMLElement>('[data-id]')?.dataset['id'] : undefined;
    return id === undefined ? undefined : indexOf(id);
  };
  const nodes = [document.activeElement, ...list.querySelectorAll('form:not([data-untouched])')];
  return [...nodes.map(index).filter((each) => each !== undefined), ...selected(index)];
}

function selected(index: (node: Node | null) => number | undefined): number[] {
  const selection = getSelection();
  if (!selection || selection.isCollapsed) return [];
  const [one, other] = [index(selection.anchorNode), index(selection.focusNode)];
  if (one === undefined || other === undefined) return [];
  const first = Math.min(one, other);
  const count = Math.min(Math.abs(one - other) + 1, MAX_SELECTED);
  return Array.from({ length: count }, (_, at) => first + at);
}
