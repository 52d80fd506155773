/** What the model reads of a user's message that has more than text: what was attached to it, or a prompt's parts. */
import type { ChatCompletionContentPart } from 'openai/resources/chat/completions';
import type { ContentPart } from '../../protocol/index.ts';
import { imageTypes, partText } from './toolOutput.ts';

/** The parts in their order. An image that cannot be shown is named instead. */
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
    // Which resource the picture is has to be said: it does not show it.
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
