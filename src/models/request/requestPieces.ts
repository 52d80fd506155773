/** Splits a request into pieces that can be counted and shown one by one. */
import type {
  ChatCompletionContentPart,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { isRecord, recordOf } from '../../base/common/guards.ts';
import { withCarriersNoted } from '../common/carriers.ts';
import type { Message, PieceKind, RequestPiece } from '../common/model.ts';
import { markedMessages, withMark } from './cacheMarks.ts';
import type { MadeRequest } from './request.ts';
import { inputItems, responsesFields } from './responses.ts';
import { partText } from './toolOutput.ts';

type MessageOf = (param: ChatCompletionMessageParam) => Message | undefined;

/** Returns pieces in the order in which a model reads them: the fields, the tools, the messages. */
export function requestPieces(made: MadeRequest, messageOf: MessageOf): readonly RequestPiece[] {
  return made.api === 'chat' ? chatPieces(made, messageOf) : responsesPieces(made, messageOf);
}

function chatPieces({ params, isMarked = false }: MadeRequest, messageOf: MessageOf): RequestPiece[] {
  const { messages, tools = [], ...fields } = params;
  const marked = isMarked ? markedMessages(messages) : new Set();
  return [
    json('fields', '', fields),
    ...tools.map((tool, index) =>
      json('tool', `tools[${index}]`, tool, { name: tool.type === 'function' ? tool.function.name : '' }),
    ),
    ...messages.flatMap((param, index) => {
      const sent = marked.has(param) ? withMark(param) : param;
      return messagePieces(sent, `messages[${index}]`, messageOf(param));
    }),
  ];
}

function messagePieces(sent: object, path: string, message: Message | undefined): RequestPiece[] {
  const { role, content, tool_calls: calls, tool_call_id: callId, ...others } = recordOf(sent);
  const about = {
    ...aboutMessage(message),
    callId: typeof callId === 'string' ? callId : undefined,
  };
  return [
    ...Object.entries(others).map(([field, value]) =>
      valuePiece('reasoning', `${path}.${field}`, value, about),
    ),
    ...contentPieces(kindOf(role, message), content, `${path}.content`, about),
    ...(Array.isArray(calls) ? calls : []).map((call: unknown, index) =>
      json('call', `${path}.tool_calls[${index}]`, call, { ...about, ...namedCall(call) }),
    ),
  ];
}

function responsesPieces({ params }: MadeRequest, messageOf: MessageOf): RequestPiece[] {
  const { messages, ...others } = params;
  const { rest, fields } = responsesFields(messages, others);
  const { tools, instructions, ...plain } = recordOf(fields);
  const [system] = messages;
  let at = 0;
  return [
    json('fields', '', plain),
    ...(Array.isArray(tools) ? tools : []).map((tool: unknown, index) => {
      const { name } = recordOf(tool);
      return json('tool', `tools[${index}]`, tool, typeof name === 'string' ? { name } : {});
    }),
    ...contentPieces('system', instructions, 'instructions', aboutMessage(system && messageOf(system))),
    ...rest.flatMap((param) =>
      inputItems(param).flatMap((item) => itemPieces(item, `input[${at++}]`, messageOf(param))),
    ),
  ];
}

function itemPieces(item: object, path: string, message: Message | undefined): RequestPiece[] {
  const { type, role, content, output, call_id: callId, name } = recordOf(item);
  const about = {
    ...aboutMessage(message),
    callId: typeof callId === 'string' ? callId : undefined,
    name: typeof name === 'string' ? name : undefined,
  };
  switch (type) {
    case 'message':
      return contentPieces(kindOf(role, message), content, `${path}.content`, about);
    case 'function_call':
      return [json('call', path, item, about)];
    case 'function_call_output':
      return contentPieces(kindOf('tool', message), output, `${path}.output`, about);
    default:
      return [json('reasoning', path, item, about)];
  }
}

function kindOf(role: unknown, message: Message | undefined): PieceKind {
  if (role === 'system') return 'system';
  if (role === 'tool') return message?.role === 'tool' && message.skill !== undefined ? 'skill' : 'result';
  if (!message) return role === 'user' ? 'images' : 'added';
  return role === 'user' ? 'user' : 'assistant';
}

type About = Pick<RequestPiece, 'message' | 'callId' | 'name'>;

/** Splits content, which is a text or a list of texts and images. */
function contentPieces(kind: PieceKind, content: unknown, path: string, about: About): RequestPiece[] {
  if (typeof content === 'string') return textPieces(kind, content, path, about);
  if (!Array.isArray(content)) return [];
  const parts = content as readonly (ChatCompletionContentPart | Readonly<Record<string, unknown>>)[];
  const texts = parts.map((part) => recordOf(part)['text']);
  const [only] = texts;
  // This text is a list only because of its mark.
  if (texts.length === 1 && typeof only === 'string') return textPieces(kind, only, `${path}[0].text`, about);
  const { message } = about;
  const kinds =
    kind === 'user' && message?.role === 'user'
      ? userKinds(message, parts.length)
      : parts.map((): PieceKind => kind);
  return parts.map((part, index): RequestPiece => {
    const text = texts[index];
    if (typeof text === 'string')
      return { kind: kinds[index] ?? kind, path: `${path}[${index}].text`, text, ...about };
    const { image_url: image } = recordOf(part);
    return isRecord(image)
      ? { kind: 'image', path: `${path}[${index}].image_url.url`, text: String(image['url']), ...about }
      : { kind: 'image', path: `${path}[${index}].image_url`, text: String(image), ...about };
  });
}

/** Splits a text at the ends of the parts from which it was made. */
function textPieces(kind: PieceKind, text: string, path: string, about: About): RequestPiece[] {
  const { message } = about;
  const whole: RequestPiece = { kind, path, text, ...about };
  if (message?.role === 'user') {
    const parts = (message.content ?? []).map(partText).filter((part) => part !== '');
    const all = [...(message.text === '' ? [] : [message.text]), ...parts].map(withCarriersNoted);
    const kinds = userKinds(message, all.length);
    return (
      slices(text, all, '\n\n')?.map((slice, index) => ({
        ...whole,
        kind: kinds[index] ?? kind,
        text: slice,
      })) ?? [whole]
    );
  }
  if (message?.role === 'tool' && message.instructions) {
    const given = message.instructions.map((each) => each.text);
    const length = text.length - given.reduce((sum, each) => sum + each.length + 2, 0);
    const split = slices(text, [text.slice(0, Math.max(0, length)), ...given], '\n\n');
    if (split)
      return split.map((slice, index) => ({
        ...whole,
        kind: index === 0 ? kind : 'instructions',
        text: slice,
      }));
  }
  return [whole];
}

function userKinds(message: Extract<Message, { role: 'user' }>, count: number): PieceKind[] {
  const first = message.text === '' ? 0 : 1;
  return Array.from({ length: count }, (_, index): PieceKind => {
    if (index < first) return 'user';
    if (message.skill !== undefined && index === first) return 'skill';
    if (message.instructions && index === count - 1) return 'instructions';
    // Messages of a prompt have only content.
    return first === 0 ? 'user' : 'attachment';
  });
}

/**
 * Splits a text into parts, each with the separator before it. Returns undefined if it does not consist of these parts.
 */
export function slices(text: string, parts: readonly string[], separator: string): string[] | undefined {
  if (parts.join(separator) !== text) return undefined;
  return parts.map((part, index) => (index === 0 ? part : `${separator}${part}`));
}

function aboutMessage(message: Message | undefined): About {
  return { message };
}

function json(kind: PieceKind, path: string, value: unknown, about: About = {}): RequestPiece {
  return { kind, path, text: JSON.stringify(value), isJson: true, ...about };
}

function valuePiece(kind: PieceKind, path: string, value: unknown, about: About): RequestPiece {
  return typeof value === 'string' ? { kind, path, text: value, ...about } : json(kind, path, value, about);
}

function namedCall(call: unknown): About {
  const { id, function: called } = recordOf(call);
  return {
    callId: typeof id === 'string' ? id : undefined,
    name: isRecord(called) ? String(called['name']) : undefined,
  };
}
