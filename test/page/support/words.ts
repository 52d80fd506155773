/** Words on a page that have not the room they need: what these scripts return when a page evaluates them. */

/** Words of headings, buttons, table cells with figures and of what has happened that stand in two lines. */
export const brokenWords = `[...document.querySelectorAll('main :is(h1, h2, h3, button, th, td:nth-child(n + 3), .server-past li)')]
  .flatMap((element) => {
    const found = [];
    const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    while (texts.nextNode()) {
      // What servers and models call things may be of any length.
      if (texts.currentNode.parentElement.closest('[class*="-name"], .call-source, .asked-by-name, .status-text')) continue;
      for (const { 0: word, index } of texts.currentNode.data.matchAll(/[\\p{L}\\d]{2,}/gu)) {
        // Nor has such a word a place in a narrow side bar.
        if (word.length > 30) continue;
        const range = document.createRange();
        range.setStart(texts.currentNode, index);
        range.setEnd(texts.currentNode, index + word.length);
        if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
      }
    }
    return found;
  })`;

/** Words that stand over a button, with the button. */
export const wordsOverButtons = `(() => {
  // What is cut takes its box; what is not, the room of its words.
  const roomsOf = (element) => {
    if (getComputedStyle(element).overflowX !== 'visible') return [element.getBoundingClientRect()];
    const words = document.createRange();
    words.selectNodeContents(element);
    // A button may follow the words in their last line.
    return [...words.getClientRects()];
  };
  return [...document.querySelectorAll('main button')].flatMap((button) => {
    const box = button.getBoundingClientRect();
    return [...button.parentElement.children]
      .filter((other) => other !== button && other.childElementCount === 0)
      .filter((other) => getComputedStyle(other).position === 'static')
      .filter((other) =>
        roomsOf(other).some(
          ({ left, right, top, bottom }) =>
            right > box.left + 1 && left < box.right - 1 && bottom > box.top + 1 && top < box.bottom - 1,
        ),
      )
      .map((other) => other.localName + '.' + other.className + ' over ' + button.className);
  });
})()`;

/** What is wider than the page and cannot be scrolled, and a composer or a bar that is cut off. */
export const cutOff = `(() => {
  const scrolls = 'pre, .table, .math, .sr-only, .viewer-image, .queued-message';
  return [...document.querySelectorAll('main *')]
    .filter((element) => element.getBoundingClientRect().right > innerWidth + 1 && !element.closest(scrolls))
    .map((element) => element.tagName + '.' + element.className)
    .concat(document.querySelector('.composer').getBoundingClientRect().bottom > innerHeight + 1 ? 'composer' : [])
    .concat([...document.querySelectorAll('.find-bar')].some((bar) => bar.scrollWidth > bar.clientWidth) ? 'find bar' : []);
})()`;
