/** The text of a result: what is counted, cut, and read page by page. */
import { toolOutput } from '../../models/index.ts';
import type { ContentPart } from '../../protocol/index.ts';

const texts = new WeakMap<readonly ContentPart[], string>();

/** All of a result that is text, as the model would read it: what cuts and `read_result` count lines and characters of. */
export function resultText(content: readonly ContentPart[]): string {
  const known = texts.get(content);
  if (known !== undefined) return known;
  const { text } = toolOutput(
    content.filter((part) => !isImage(part)),
    { isError: false, canShowImages: false },
  );
  texts.set(content, text);
  return text;
}

/** Images go to the model whole, or not at all. */
export function isImage(part: ContentPart): boolean {
  return part.type === 'image' || (part.type === 'resource' && part.mimeType?.startsWith('image/') === true);
}
