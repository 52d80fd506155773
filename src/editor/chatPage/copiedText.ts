import { t } from '@vscode/l10n';
import type { ContentPart, Item } from '../../protocol/index.ts';

export function toText(parts: readonly ContentPart[]): string {
  return parts.map(partText).join('\n\n');
}

function partText(part: ContentPart): string {
  switch (part.type) {
    case 'text':
      return part.text;
    case 'json':
      return JSON.stringify(part.value, null, 2);
    case 'image':
    case 'audio':
      return binary(`${part.type} ${part.mimeType}`, part.data);
    case 'link':
      return `[${part.title ?? part.name}] ${part.uri}`;
    case 'resource':
      return part.text ?? binary(`${part.uri} ${part.mimeType ?? ''}`, part.blob ?? '');
  }
}

function binary(what: string, data: string): string {
  return t('[{0}, {1} bytes]', what, Buffer.byteLength(data, 'base64'));
}

/** Returns the texts of the model from the user's message to the item, without thoughts and calls. */
export function answerText(items: readonly Item[], id: string): string {
  const end = items.findIndex((item) => item.id === id) + 1;
  const begin = items.slice(0, end).findLastIndex(({ kind }) => kind === 'user') + 1;
  return items
    .slice(begin, end)
    .flatMap((item) => (item.kind === 'assistant' ? [item.text.trim()] : []))
    .filter((text) => text !== '')
    .join('\n\n');
}
