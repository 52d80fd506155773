import type { Item } from '../../protocol/index.ts';

/** The texts of the model from the user's message to the item, without thoughts and calls. */
export function answerText(items: readonly Item[], id: string): string {
  const end = items.findIndex((item) => item.id === id) + 1;
  const begin = items.slice(0, end).findLastIndex(({ kind }) => kind === 'user') + 1;
  return items
    .slice(begin, end)
    .flatMap((item) => (item.kind === 'assistant' ? [item.text.trim()] : []))
    .filter((text) => text !== '')
    .join('\n\n');
}
