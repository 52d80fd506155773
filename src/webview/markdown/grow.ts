/** Fast paths for streaming: text appended to a block whose other content stays. */
import { mayTurn } from './bidi.ts';
import { hasHidden } from './hiddenText.ts';
import type { Block } from './blocks.ts';

/** Appends what is new, if it is text alone, as a text node. Otherwise returns false and changes nothing. */
export function grow(element: Element, before: Block, now: Block): boolean {
  return before.openCode ? growCode(element, before.openCode, now.openCode) : growText(element, before, now);
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
function growText(element: Element, { html: had }: Block, { html: has }: Block): boolean {
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

/** The start of the closing tags at the end of the HTML. */
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
