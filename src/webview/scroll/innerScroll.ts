/** Scrolls tables, code and other parts that scroll by themselves within the transcript. */

/** Pixels that stay free beside what is shown. */
const MARGIN = 16;

/** Scrolls all parts between the range and `outer` so that the beginning of the range is in their sight. */
export function scrollPartsTo(range: Range, outer: Element): void {
  const start = range.startContainer;
  let part = start instanceof Element ? start : start.parentElement;
  for (; part && part !== outer; part = part.parentElement) {
    const { overflowX, overflowY } = getComputedStyle(part);
    const inner = part.getBoundingClientRect();
    const wanted = range.getClientRects()[0] ?? range.getBoundingClientRect();
    if (scrolls(overflowX) && part.scrollWidth > part.clientWidth)
      part.scrollLeft += shiftFor(
        { from: wanted.left, to: wanted.right },
        { from: inner.left, to: inner.left + part.clientWidth },
      );
    if (scrolls(overflowY) && part.scrollHeight > part.clientHeight)
      part.scrollTop += shiftFor(
        { from: wanted.top, to: wanted.bottom },
        { from: inner.top, to: inner.top + part.clientHeight },
      );
  }
}

function scrolls(overflow: string): boolean {
  return overflow === 'auto' || overflow === 'scroll';
}

interface Extent {
  readonly from: number;
  readonly to: number;
}

/** Returns the pixels to scroll; something longer than the room is shown from its beginning. */
export function shiftFor(wanted: Extent, room: Extent, margin = MARGIN): number {
  const ahead = wanted.from - margin - room.from;
  const behind = wanted.to + margin - room.to;
  if (ahead < 0) return ahead;
  return behind > 0 ? Math.min(behind, ahead) : 0;
}
