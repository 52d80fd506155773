import { baseType, readImage } from '../../base/common/imageData.ts';
import { toolOutput } from '../../models/index.ts';
import type { ContentPart } from '../../protocol/index.ts';

/** The text of a result is kept for its content, which never changes and is part of each request. */
const texts = new WeakMap<readonly ContentPart[], string>();

/** The text of a result as the model reads it, which is counted, truncated, and read page by page. */
export function resultText(content: readonly ContentPart[]): string {
  const known = texts.get(content);
  if (known !== undefined) return known;
  const { text } = toolOutput(
    content.filter((part) => !isImage(part)),
    { isError: false, instructions: undefined, canShow: () => false },
  );
  texts.set(content, text);
  return text;
}

/** Tells whether a part is an image. Images go to the model whole or not at all, so they are no part of the text. */
export function isImage(part: ContentPart): boolean {
  if (part.type !== 'resource') return part.type === 'image';
  const { mimeType = '', blob } = part;
  return baseType(mimeType).startsWith('image/') || (blob !== undefined && readImage(blob) !== undefined);
}
