import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import type { ContentPart } from '../../protocol/index.ts';
import { imageTypes, partText } from './toolOutput.ts';

/** An image that cannot be shown is named instead. */
export function userContent(
  parts: readonly ContentPart[],
  { canShowImages }: { readonly canShowImages: boolean },
): ChatCompletionContentPart[] {
  return parts.flatMap((part): ChatCompletionContentPart[] => {
    const image = canShowImages ? imageOf(part) : undefined;
    if (!image) {
      const text = partText(part);
      return text === '' ? [] : [{ type: 'text', text }];
    }
    const url = { type: 'image_url', image_url: { url: image } } as const;
    // The image does not show which resource it is.
    return part.type === 'resource' ? [{ type: 'text', text: `[Resource: ${part.uri}]` }, url] : [url];
  });
}

function imageOf(part: ContentPart): string | undefined {
  const [mimeType, data] =
    part.type === 'image'
      ? [part.mimeType, part.data]
      : part.type === 'resource'
        ? [part.mimeType, part.blob]
        : [];
  return mimeType !== undefined && data !== undefined && imageTypes.has(mimeType)
    ? `data:${mimeType};base64,${data}`
    : undefined;
}
