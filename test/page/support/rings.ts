/** Rings of the focus on a page: gives the keyboard to one thing after the other and looks whether its ring is whole. */
import type { Page } from 'playwright-core';

/** What has a ring that is cut, with the element that cuts it. */
export function cutRings(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const found = new Set();
    const things = document.querySelectorAll('button, a[href], input, select, textarea, summary, [tabindex="0"]');
    for (const thing of [...things].filter((each) => each.checkVisibility())) {
      thing.focus();
      const { outlineStyle, outlineWidth, outlineOffset } = getComputedStyle(thing);
      if (document.activeElement !== thing || outlineStyle === 'none') continue;
      const out = Math.max(0, parseFloat(outlineWidth) + parseFloat(outlineOffset));
      const { left, top, right, bottom, width, height } = thing.getBoundingClientRect();
      for (let around = thing.parentElement; around; around = around.parentElement) {
        const { overflowX, overflowClipMargin, contain } = getComputedStyle(around);
        if (overflowX === 'visible' && !/paint|content|strict/.test(contain) && around !== document.body) continue;
        // What is wider than its scroller is never whole.
        if (width > around.clientWidth) break;
        const margin = overflowX === 'visible' || overflowX === 'clip' ? parseFloat(overflowClipMargin) || 0 : 0;
        const box = around.getBoundingClientRect();
        // A hair's breadth is that of pixels that edges share.
        const room = margin + 0.6;
        const [x, y] = [box.left + around.clientLeft, box.top + around.clientTop];
        const isCut =
          left - out < x - room ||
          right + out > x + around.clientWidth + room ||
          (height <= around.clientHeight - 12 &&
            (top - out < y - room || bottom + out > y + around.clientHeight + room));
        if (isCut) found.add(thing.localName + '.' + thing.className + ' in ' + (around.className || around.localName));
      }
    }
    return [...found];
  })()`);
}
