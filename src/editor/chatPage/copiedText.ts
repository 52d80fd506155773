import { headText } from '../../base/common/cut.ts';
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

/** Characters of a conversation that are copied. */
const MAX_LENGTH = 2_000_000;

/** Returns what user and model have written, as Markdown, and the names of the calls. */
export function conversationText(items: readonly Item[], most = MAX_LENGTH): string {
  const text = items
    .map(itemText)
    .filter((each) => each !== '')
    .join('\n\n');
  if (text.length <= most) return text;
  return `${headText(text, most)}\n\n${t('The rest was not copied because it is too long.')}`;
}

function itemText(item: Item): string {
  switch (item.kind) {
    case 'user':
    case 'assistant':
    case 'notice':
      return item.text.trim();
    case 'call':
      return item.call.title?.trim() ? item.call.title : item.call.toolName;
    case 'question':
      return item.question.message;
    default:
      return '';
  }
}
