import type { ModelRequest, SentRequest } from '../common/model.ts';
import { redactKey } from '../failures/redaction.ts';
import type { Fallbacks } from './fallbacks.ts';
import { imageName } from './refusedImages.ts';
import { ChatMessages } from './messages.ts';
import { requestOf, type MadeRequest, type OpenAiModelOptions } from './request.ts';
import { RequestBodies } from './requestBody.ts';
import { requestPieces } from './requestPieces.ts';

/** Describes a request that was sent. `isOfEditor` means that it goes through the editor. */
export function sentRequest(
  request: ModelRequest,
  { api, leftOut }: MadeRequest,
  options: OpenAiModelOptions,
  fallbacks: Fallbacks,
  isOfEditor = false,
): SentRequest {
  // The other fields of the request would keep the turn in memory.
  const { onSend: _, takesTextCalls: __, ...parts } = request;
  return {
    format: isOfEditor ? 'editor' : api,
    leftOut,
    refusedFields: [...(fallbacks.fields?.values() ?? [])].map(({ name }) => name),
    isWithoutImages: fallbacks.images === true,
    lostImages:
      fallbacks.images === true
        ? []
        : [...(fallbacks.lostImages?.parts ?? [])].map((part) => imageName(part, request.messages)),
    body: () => new RequestBodies().write(requestOf(parts, options, fallbacks, new ChatMessages())),
    pieces: () => {
      const messages = new ChatMessages();
      return requestPieces(requestOf(parts, options, fallbacks, messages), (param) =>
        messages.messageOf(param),
      );
    },
    redact: (text) => redactKey(text, options),
  };
}
