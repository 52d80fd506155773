import { t } from '@vscode/l10n';
import type { ContentPart } from '../../protocol/index.ts';

/** A result as text; media are named. */
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
