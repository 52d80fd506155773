/**
 * Converts a request of Chat Completions into one of the Responses API. The endpoint stores nothing, so reasoning is
 * sent back, too.
 */
import type {
  ChatCompletionContentPart,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import type {
  EasyInputMessage,
  FunctionTool,
  ResponseInputContent,
  ResponseInputItem,
} from 'openai/resources/responses/responses';
import { RESPONSE_ITEMS } from '../common/echo.ts';
import { isRecord } from '../../base/common/guards.ts';
import type { MadeRequest } from './request.ts';

type ChatFields = Omit<MadeRequest['params'], 'messages'>;

/** `rest` are the messages that become the input. */
export function responsesFields(
  messages: readonly ChatCompletionMessageParam[],
  { tools = [], max_tokens: limit, ...others }: ChatFields,
): { readonly rest: readonly ChatCompletionMessageParam[]; readonly fields: object } {
  const [first] = messages;
  const instructions = first?.role === 'system' ? textOf(first.content) : undefined;
  const fields = {
    ...others,
    ...(instructions !== undefined && { instructions }),
    ...(typeof limit === 'number' && { max_output_tokens: limit }),
    ...(tools.length > 0 && { tools: tools.flatMap(toTool) }),
  };
  return { rest: instructions === undefined ? messages : messages.slice(1), fields };
}

/** Turns strict mode off, which is the API's default: our schemas do not follow its rules. */
function toTool(tool: NonNullable<ChatFields['tools']>[number]): FunctionTool[] {
  if (tool.type !== 'function') return [];
  const { name, description = '', parameters = null } = tool.function;
  return [{ type: 'function', name, description, parameters, strict: false }];
}

export function inputItems(message: ChatCompletionMessageParam): ResponseInputItem[] {
  switch (message.role) {
    case 'assistant':
      return assistantItems(message);
    case 'tool':
      return [
        {
          type: 'function_call_output',
          call_id: message.tool_call_id,
          output: textOf(message.content),
        },
      ];
    case 'user':
    case 'system': {
      const { role, content } = message;
      return [
        {
          type: 'message',
          role,
          content: typeof content === 'string' ? content : content.map(toInputContent),
        },
      ];
    }
    default:
      return [];
  }
}

/**
 * Converts a message of the assistant. Only reasoning has an id: an endpoint that stores nothing could not find other
 * ids.
 */
function assistantItems(
  message: Extract<ChatCompletionMessageParam, { role: 'assistant' }>,
): ResponseInputItem[] {
  const text = textOf(message.content ?? '');
  const phase = phaseOf(message);
  const said: EasyInputMessage = {
    type: 'message',
    role: 'assistant',
    content: text,
    ...(phase && { phase }),
  };
  const calls = (message.tool_calls ?? []).flatMap((call): ResponseInputItem[] => {
    if (call.type !== 'function') return [];
    const { name, arguments: args } = call.function;
    return [...reasoningOf(call), { type: 'function_call', call_id: call.id, name, arguments: args }];
  });
  const items = [...(text === '' ? [] : [said]), ...calls];
  // Endpoints refuse reasoning that nothing follows.
  return items.length > 0 ? [...reasoningOf(message), ...items] : [];
}

function itemsIn(carrier: object): Readonly<Record<string, unknown>>[] {
  const items: unknown = (carrier as Record<string, unknown>)[RESPONSE_ITEMS];
  return Array.isArray(items) ? items.filter(isRecord) : [];
}

function phaseOf(message: object): EasyInputMessage['phase'] {
  const phase = itemsIn(message).findLast(({ type }) => type === 'message')?.['phase'];
  return phase === 'commentary' || phase === 'final_answer' ? phase : undefined;
}

/** Copies reasoning field by field, because an imported conversation may contain anything. */
function reasoningOf(carrier: object): ResponseInputItem[] {
  return itemsIn(carrier).flatMap(
    ({ type, id, encrypted_content: encrypted, content }): ResponseInputItem[] => {
      if (type !== 'reasoning' || typeof id !== 'string') return [];
      const texts = (Array.isArray(content) ? content.filter(isRecord) : []).flatMap(({ text }) =>
        typeof text === 'string' ? [{ type: 'reasoning_text' as const, text }] : [],
      );
      if (typeof encrypted !== 'string' && texts.length === 0) return [];
      return [
        {
          type: 'reasoning',
          id,
          summary: [],
          ...(texts.length > 0 && { content: texts }),
          ...(typeof encrypted === 'string' && { encrypted_content: encrypted }),
        },
      ];
    },
  );
}

function toInputContent(part: ChatCompletionContentPart): ResponseInputContent {
  if (part.type === 'image_url')
    return { type: 'input_image', image_url: part.image_url.url, detail: 'auto' };
  return { type: 'input_text', text: part.type === 'text' ? part.text : '' };
}

function textOf(content: ChatCompletionMessageParam['content']): string {
  if (typeof content === 'string') return content;
  return (content ?? []).map((part) => (part.type === 'text' ? part.text : '')).join('');
}
