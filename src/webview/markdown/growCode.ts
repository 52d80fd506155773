/** The short way for the block that streams most: code grows at its end, and all around it stays as it is. */
import { hasBidi } from './bidi.ts';
import type { Block } from './blocks.ts';

/**
 * Adds to the page what has come since `before`, where that is code alone. Says whether it was; if not, nothing has
 * changed. The text goes in as text: there is nothing to sanitise.
 */
export function growCode(element: Element, before: Block, now: Block): boolean {
  const [had, has] = [before.openCode, now.openCode];
  if (!had || had.info !== has?.info || !has.code.startsWith(had.code)) return false;
  const text = element.querySelector('code')?.lastChild;
  // One with visible control characters is made of more than one text.
  if (!(text instanceof Text) || text.length !== had.code.length) return false;
  const added = has.code.slice(had.code.length);
  if (hasBidi(added)) return false;
  text.appendData(added);
  return true;
}
