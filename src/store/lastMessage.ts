import { headText } from '../base/common/cut.ts';
import type { Item } from '../protocol/index.ts';

/** Lengths: the text that is read, and the text that a list shows. */
const READ = 2_000;
const WORDS = 160;

export interface LastMessage {
  readonly words?: string | undefined;
  readonly model?: string | undefined;
}

export function lastMessage(items: readonly Item[]): LastMessage {
  const words = items.findLast((item) => textIn(item) !== '');
  const answer = items.findLast((item) => item.kind === 'assistant' && item.took?.model !== undefined);
  return {
    words: words && lineOf(textIn(words)),
    model: answer?.kind === 'assistant' ? answer.took?.model : undefined,
  };
}

function textIn(item: Item): string {
  return item.kind === 'user' || item.kind === 'assistant' ? item.text.trim() : '';
}

/** Removes Markdown marks that mean nothing in one line. */
function lineOf(text: string): string {
  const line = headText(text, READ)
    .replaceAll(/^\s*(?:#{1,6}|>|[-*+]|```.*|~~~.*)(?=\s|$)/gm, '')
    .replaceAll(/\*\*|__|`/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
  return line.length <= WORDS ? line : `${headText(line, WORDS - 1).trimEnd()}…`;
}
