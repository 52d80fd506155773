import { baseType, readImage } from '../../base/common/imageData.ts';
import type { TerminalStyles } from '../../base/common/terminalText.ts';
import type { ContentPart } from '../../protocol/index.ts';
import { indentJson } from './json.ts';

const audioTypes = new Set([
  'audio/wav',
  'audio/x-wav',
  'audio/wave',
  'audio/mpeg',
  'audio/mp3',
  'audio/mp4',
  'audio/aac',
  'audio/ogg',
  'audio/webm',
  'audio/flac',
]);

/** A `data:` URI if the page can show the media: an image by its bytes, or a known type and valid base64. */
export function mediaUri(kind: 'image' | 'audio', mimeType: string, data: string): string | undefined {
  if (kind === 'image') {
    const image = readImage(data);
    return image && `data:${image.mimeType};base64,${image.data}`;
  }
  const type = baseType(mimeType);
  if (!audioTypes.has(type) || !/^[\w+/-]+={0,2}$/.test(data)) return undefined;
  return `data:${type};base64,${data}`;
}

export function imagesIn(
  parts: readonly ContentPart[],
): readonly { readonly uri: string; readonly mimeType: string }[] {
  return parts.flatMap((part) => {
    const data = part.type === 'image' ? part.data : part.type === 'resource' ? part.blob : undefined;
    const image = data === undefined ? undefined : readImage(data);
    return image ? [{ uri: `data:${image.mimeType};base64,${image.data}`, mimeType: image.mimeType }] : [];
  });
}

export function base64Bytes(data: string): number {
  return Math.floor((data.replace(/=+$/, '').length * 3) / 4);
}

export function jsonText(value: unknown): string {
  return JSON.stringify(value, null, 2) ?? 'null';
}

export function formattedText(text: string): { readonly text: string; readonly language: 'json' | '' } {
  const json = indentJson(text);
  return json === undefined ? { text, language: '' } : { text: json, language: 'json' };
}

export function plainPart(part: ContentPart): {
  text: string;
  language: 'json' | '';
  styles?: TerminalStyles | undefined;
} {
  if (part.type === 'text') return { ...formattedText(part.text), styles: part.styles };
  if (part.type === 'resource' && part.text !== undefined) return formattedText(part.text);
  return { text: JSON.stringify(part.type === 'json' ? part.value : part, null, 2), language: 'json' };
}
