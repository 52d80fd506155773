/** How tall a row may be before it was drawn. Near is good enough: where it is wrong, the scrollbar moves a little. */
import type { Item } from '../../protocol/index.ts';

/** Pixels of a line, and about how many characters stand on one. */
const LINE = 21;
const CHARACTERS = 70;

export function guessHeight(item: Item | undefined): number {
  switch (item?.kind) {
    case 'assistant':
      return 44 + linesOf(item.text) * LINE;
    case 'user':
      return 44 + Math.min(24, linesOf(item.text)) * LINE;
    case 'call':
      return 36;
    case 'question':
      return item.state.status === 'open' ? 240 : 60;
    case 'notice':
      return 64;
    case 'changes':
    case 'summary':
    case undefined:
      return 34;
  }
}

function linesOf(text: string): number {
  return Math.ceil(text.length / CHARACTERS);
}
