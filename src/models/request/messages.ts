import { headText } from '../../base/common/cut.ts';
import { type ImageData, readImage } from '../../base/common/imageData.ts';
import { wellFormed, wellFormedJson } from '../../base/common/wellFormed.ts';
import type {
  ChatCompletionContentPart,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { withCarriersNoted, withoutCarriers } from '../common/carriers.ts';
import { echoFor, functionEcho } from '../common/echo.ts';
import { jsonObject } from '../../base/common/guards.ts';
import type { CallRequest, Message } from '../common/model.ts';
import { toolOutput, partText } from './toolOutput.ts';
import type { ContentPart } from '../../protocol/index.ts';

export interface MessageOmissions {
  readonly echo?: boolean | undefined;
  readonly images?: boolean | undefined;
  /** Images that are named instead of sent. */
  readonly lostImages?: { readonly parts: ReadonlySet<ContentPart> } | undefined;
  /** Puts a message of the assistant between a tool message and a user message, which Mistral requires. */
  readonly userAfterTool?: boolean | undefined;
}

interface Written {
  readonly messages: readonly Message[];
  readonly omit: MessageOmissions;
  readonly responsesOf: string | undefined;
  readonly sent: readonly ChatCompletionMessageParam[];
  readonly images: readonly ImageData[];
}

const nothing = { messages: [], sent: [], images: [] } as const;

/** Writes the messages of requests. Messages never change, so each request writes only the new ones. */
export class ChatMessages {
  private last: Written = { ...nothing, omit: {}, responsesOf: undefined };
  /** Message from which an entry of a request was written. Neither ever changes. */
  private readonly origins = new WeakMap<ChatCompletionMessageParam, Message>();

  /**
   * Returns the message from which `param` was written, or undefined if it was added for the endpoint or has images of
   * results.
   */
  messageOf(param: ChatCompletionMessageParam): Message | undefined {
    return this.origins.get(param);
  }

  /** Writes the messages of a request. `responsesOf` is the same as in `echoFor`. */
  write(
    messages: readonly Message[],
    omit: MessageOmissions,
    responsesOf?: string,
  ): ChatCompletionMessageParam[] {
    const before = this.continued(messages, omit, responsesOf);
    const sent = [...before.sent];
    let images = [...before.images];
    // Images of results are sent after all `tool` messages of a step. Most endpoints refuse images in these, and any
    // message between them.
    const send = (message: ChatCompletionMessageParam): void => {
      const isAfterTool = message.role === 'user' && sent.at(-1)?.role === 'tool';
      if (isAfterTool && omit.userAfterTool === true) sent.push({ role: 'assistant', content: 'Ok.' });
      sent.push(message);
    };
    const flushImages = (): void => {
      if (images.length > 0) send(imagesMessage(images));
      images = [];
    };
    for (const message of messages.slice(before.messages.length)) {
      if (message.role !== 'tool') flushImages();
      const made = makeChatMessage(message, omit, responsesOf);
      // A lone surrogate would make strict endpoints refuse every later request.
      const param = wellFormed(made.message);
      this.origins.set(param, message);
      send(param);
      images.push(...made.images);
    }
    this.last = { messages, omit, responsesOf, sent: [...sent], images: [...images] };
    flushImages();
    return sent;
  }

  /** Returns the last request if this one begins with all of it. */
  private continued(
    messages: readonly Message[],
    omit: MessageOmissions,
    responsesOf: string | undefined,
  ): Written {
    const { last } = this;
    const isSame =
      last.responsesOf === responsesOf &&
      last.omit.echo === omit.echo &&
      last.omit.images === omit.images &&
      sameParts(last.omit.lostImages?.parts, omit.lostImages?.parts) &&
      last.omit.userAfterTool === omit.userAfterTool &&
      last.messages.every((message, index) => message === messages[index]);
    return isSame ? last : { ...nothing, omit, responsesOf };
  }
}

function sameParts(
  some: ReadonlySet<ContentPart> = new Set(),
  others: ReadonlySet<ContentPart> = new Set(),
): boolean {
  return some.size === others.size && [...some].every((part) => others.has(part));
}

function canShow(part: ContentPart, { images, lostImages }: MessageOmissions): boolean {
  return images !== true && lostImages?.parts.has(part) !== true;
}

interface ChatMessage {
  readonly message: ChatCompletionMessageParam;
  readonly images: readonly ImageData[];
}

function makeChatMessage(
  message: Message,
  omit: MessageOmissions,
  responsesOf: string | undefined,
): ChatMessage {
  switch (message.role) {
    case 'system':
      return { message: { role: 'system', content: withCarriersNoted(message.text) }, images: [] };
    case 'user':
      return { message: userMessage(message, omit), images: [] };
    case 'assistant':
      return { message: assistantMessage(message, omit, responsesOf), images: [] };
    case 'tool': {
      const { callId, content, isError, instructions } = message;
      const { text, images } = toolOutput(content, {
        isError,
        instructions,
        canShow: (part) => canShow(part, omit),
      });
      return {
        message: { role: 'tool', tool_call_id: callId, content: withCarriersNoted(text) },
        images,
      };
    }
  }
}

function userMessage(
  { text, content = [] }: Extract<Message, { role: 'user' }>,
  omit: MessageOmissions,
): ChatCompletionMessageParam {
  const parts = userContent(content, omit);
  const given: ChatCompletionContentPart[] = text === '' ? parts : [{ type: 'text', text }, ...parts];
  const all = given.map((part) =>
    part.type === 'text' ? { ...part, text: withCarriersNoted(part.text) } : part,
  );
  // Many endpoints accept a list only if it contains more than text.
  const texts = all.map((part) => (part.type === 'text' ? part.text : undefined));
  return { role: 'user', content: texts.includes(undefined) ? all : texts.join('\n\n') };
}

function assistantMessage(
  message: Extract<Message, { role: 'assistant' }>,
  omit: MessageOmissions,
  responsesOf: string | undefined,
): ChatCompletionMessageParam {
  const echoOf = ({ echo }: Pick<CallRequest, 'echo'>): Readonly<Record<string, unknown>> =>
    omit.echo === true ? {} : echoFor(echo, responsesOf);
  const echo = echoOf(message);
  const { calls } = message;
  const { text } = withoutCarriers(message.text);
  if (calls.length === 0) return { ...echo, role: 'assistant', content: text };
  return {
    ...echo,
    role: 'assistant',
    // Strict endpoints require the field, even without text.
    content: text === '' ? null : text,
    tool_calls: calls.map((call) => {
      const callEcho = echoOf(call);
      const args = withoutCarriers(replayedArgs(call)).text;
      return {
        ...callEcho,
        id: call.id,
        type: 'function',
        function: { ...functionEcho(callEcho), name: replayedName(call), arguments: args },
      };
    }),
  };
}

/** Replaces characters and lengths of names that endpoints refuse. A model can write any name. */
function replayedName({ name }: CallRequest): string {
  return headText(name.replaceAll(/[^a-zA-Z0-9_-]/g, '_'), 64) || 'unnamed';
}

/**
 * Makes arguments valid: Ollama, LiteLLM and chat templates in vLLM parse them, and fail the conversation over a bad
 * call.
 */
function replayedArgs({ argsText }: CallRequest): string {
  return wellFormedJson(jsonObject(argsText) ? argsText : JSON.stringify({ invalid_arguments: argsText }));
}

function imagesMessage(images: readonly ImageData[]): ChatCompletionMessageParam {
  const parts = imageParts(images);
  const one = 'The image from the tool result above:';
  const many = `The ${images.length} images from the tool results above, in their order:`;
  return { role: 'user', content: [{ type: 'text', text: images.length === 1 ? one : many }, ...parts] };
}

function imageParts(images: readonly ImageData[]): ChatCompletionContentPart[] {
  return images.map(({ mimeType, data }) => ({
    type: 'image_url',
    image_url: { url: `data:${mimeType};base64,${data}` },
  }));
}

/** Converts attached content. An image that cannot be shown is named instead. */
function userContent(parts: readonly ContentPart[], omit: MessageOmissions): ChatCompletionContentPart[] {
  return parts.flatMap((part): ChatCompletionContentPart[] => {
    const image = canShow(part, omit) ? imageOf(part) : undefined;
    if (!image) {
      const text = partText(part);
      return text === '' ? [] : [{ type: 'text', text }];
    }
    const url = { type: 'image_url', image_url: { url: image } } as const;
    // The resource is named beside its image, because the image alone does not show which one it is.
    return part.type === 'resource' ? [{ type: 'text', text: `[Resource: ${part.uri}]` }, url] : [url];
  });
}

function imageOf(part: ContentPart): string | undefined {
  const data = part.type === 'image' ? part.data : part.type === 'resource' ? part.blob : undefined;
  const image = data === undefined ? undefined : readImage(data);
  return image && `data:${image.mimeType};base64,${image.data}`;
}
