import type {
  ChatCompletionContentPart,
  ChatCompletionCreateParamsStreaming,
  ChatCompletionMessageParam,
} from 'openai/resources/chat/completions';
import { isRecord } from '../../base/common/guards.ts';
import type { PortMessage, PortPart, PortRequest } from './port.ts';

export function toPortRequest({
  messages,
  tools = [],
  tool_choice: choice,
  max_tokens: maxTokens,
  temperature,
  stop,
}: ChatCompletionCreateParamsStreaming): PortRequest {
  const offered = choice === 'none' ? [] : tools;
  return {
    messages: toPortMessages(messages),
    tools: offered.flatMap((tool) => {
      if (tool.type !== 'function') return [];
      const { name, description = '', parameters } = tool.function;
      return [{ name, description, inputSchema: parameters }];
    }),
    mustCall: choice === 'required' && offered.length > 0,
    modelOptions: {
      ...(maxTokens !== undefined && { max_tokens: maxTokens }),
      ...(temperature !== undefined && { temperature }),
      ...(stop !== undefined && { stop }),
    },
  };
}

export function requestTexts({ messages, tools }: PortRequest): string {
  const texts = messages.flatMap(({ parts }) =>
    parts.map((part) => {
      if (part.kind === 'call') return `${part.name} ${JSON.stringify(part.input)}`;
      return part.kind === 'image' ? '' : part.text;
    }),
  );
  return [...texts, tools.length > 0 ? JSON.stringify(tools) : ''].filter((text) => text !== '').join('\n');
}

/**
 * Converts the messages. All results of a step become one message, which providers pass on as the answer to the calls.
 */
function toPortMessages(messages: readonly ChatCompletionMessageParam[]): PortMessage[] {
  const made: PortMessage[] = [];
  let results: PortPart[] = [];
  for (const message of messages) {
    if (message.role === 'tool') {
      const result: PortPart = { kind: 'result', id: message.tool_call_id, text: textOf(message.content) };
      if (results.length === 0) made.push({ role: 'user', parts: (results = [result]) });
      else results.push(result);
      continue;
    }
    results = [];
    const parts = message.role === 'assistant' ? assistantParts(message) : partsOf(message.content);
    // Some providers refuse a message without parts.
    if (parts.length > 0) made.push({ role: message.role === 'assistant' ? 'assistant' : 'user', parts });
  }
  return made;
}

function assistantParts({
  content,
  tool_calls: calls = [],
}: Extract<ChatCompletionMessageParam, { role: 'assistant' }>): PortPart[] {
  const text = textOf(content ?? '');
  return [
    ...(text === '' ? [] : [{ kind: 'text', text } as const]),
    ...calls.flatMap((call): PortPart[] =>
      call.type === 'function'
        ? [{ kind: 'call', id: call.id, name: call.function.name, input: inputOf(call.function.arguments) }]
        : [],
    ),
  ];
}

/** Reads arguments, which `ChatMessages` has made a JSON object. */
function inputOf(args: string): object {
  const value: unknown = JSON.parse(args);
  return isRecord(value) ? value : {};
}

type Content = ChatCompletionMessageParam['content'];

function partsOf(content: Content): PortPart[] {
  if (typeof content === 'string') return content === '' ? [] : [{ kind: 'text', text: content }];
  return (content ?? []).flatMap((part): PortPart[] => {
    if (part.type === 'text') return [{ kind: 'text', text: part.text }];
    return part.type === 'image_url' ? imageOf(part) : [];
  });
}

function imageOf({
  image_url: { url },
}: Extract<ChatCompletionContentPart, { type: 'image_url' }>): PortPart[] {
  const [, mimeType, data] = /^data:([^;,]+);base64,(.*)$/s.exec(url) ?? [];
  if (mimeType === undefined || data === undefined) return [];
  return [{ kind: 'image', mimeType, data: Buffer.from(data, 'base64') }];
}

function textOf(content: Content): string {
  return partsOf(content)
    .flatMap((part) => (part.kind === 'text' ? [part.text] : []))
    .join('');
}
