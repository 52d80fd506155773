/** The short ways for what streams most: a block that grows by text at its end, while all around it stays as it is. */
import { mayTurn } from './bidi.ts';
import { hasHidden } from './hiddenText.ts';
import type { Block } from './blocks.ts';

/**
 * Adds to the page what has come since `before`, where that is text alone. Says whether it was; if not, nothing has
 * changed. It goes in as text: there is nothing to sanitise.
 */
export function grow(element: Element, before: Block, now: Block): boolean {
  return before.openCode ? growCode(element, before.openCode, now.openCode) : growText(element, before, now);
}

type OpenCode = NonNullable<Block['openCode']>;

/** Code has no need of HTML to be compared. */
function growCode(element: Element, had: OpenCode, has: Block['openCode']): boolean {
  if (had.info !== has?.info || !has.code.startsWith(had.code)) return false;
  const text = element.querySelector('code')?.lastChild;
  // One with visible control characters is made of more than one text.
  if (!(text instanceof Text) || text.length !== had.code.length) return false;
  const added = has.code.slice(had.code.length);
  if (hasHidden(added)) return false;
  text.appendData(added);
  return true;
}

/** The last words of a paragraph, an item or a cell grow if the HTML before and after them is as it was. */
function growText(element: Element, { html: had }: Block, { html: has }: Block): boolean {
  const end = endOfText(had);
  const rest = had.length - end;
  if (has.length <= had.length || !has.endsWith(had.slice(end)) || !has.startsWith(had.slice(0, end)))
    return false;
  const added = has.slice(end, has.length - rest);
  if (/[<>&]/.test(added) || mayTurn(added)) return false;
  const text = lastText(element);
  // Anything else was drawn from these words, or has more in it than words.
  if (!text || text.data !== had.slice(had.lastIndexOf('>', end) + 1, end)) return false;
  text.appendData(added);
  return true;
}

/** Where the tags begin with which the HTML ends. */
function endOfText(html: string): number {
  let end = html.length;
  for (;;) {
    while (html[end - 1] === '\n') end -= 1;
    const tag = html.lastIndexOf('<', end - 1);
    if (html[end - 1] !== '>' || html[tag + 1] !== '/') return end;
    end = tag;
  }
}

/** The last words in an element. */
function lastText(element: Element): Text | undefined {
  const texts = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  let text = texts.lastChild();
  while (text?.nodeValue?.trim() === '') text = texts.previousNode();
  return text instanceof Text ? text : undefined;
}
