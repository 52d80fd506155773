/**
 * Reads answers in the forms of further vendors, which gateways pass through: Cohere, Bedrock's Converse, Hunyuan,
 * Spark, DashScope, Baidu, Cloudflare, and the own APIs of TGI and llama.cpp. Each is turned into chunks of Chat
 * Completions.
 */
import { isRecord, recordOf } from '../../base/common/guards.ts';
import type { Fields } from '../common/echo.ts';
import { callPiece, delta, plainUsage, texts, usageBesideCache } from './chatChunks.ts';

/** Returns the chunks that mean the same, or undefined if the value is not in one of these forms. */
export function vendorChunks(value: Fields): readonly Fields[] | undefined {
  return (
    cohere(value) ?? bedrock(value) ?? tencent(value) ?? spark(value) ?? dashScope(value) ?? plain(value)
  );
}

/** Events of its second API have a `type` with dashes, those of the first an `event_type`. */
function cohere(event: Fields): readonly Fields[] | undefined {
  const { index } = event;
  const { message, finish_reason: finish, usage, error } = recordOf(event['delta']);
  const piece = recordOf(message);
  switch (event['type'] ?? event['event_type']) {
    case 'content-start':
    case 'content-delta': {
      const { text, thinking } = recordOf(piece['content']);
      return [texts(text, thinking)];
    }
    case 'tool-plan-delta':
      return [texts(undefined, piece['tool_plan'])];
    case 'tool-call-start':
    case 'tool-call-delta':
      return [delta({ tool_calls: [{ index, ...recordOf(piece['tool_calls']) }] })];
    case 'message-end':
      if (typeof error === 'string') return [{ error: { message: error } }];
      return [{ ...delta({}, finish), usage: plainUsage(recordOf(usage)['tokens']) }];
    case 'message-start':
    case 'content-end':
    case 'tool-call-end':
    case 'stream-start':
      return [delta({})];
    case 'text-generation':
      return [delta({ content: event['text'] })];
    case 'tool-calls-generation':
      return [delta({ tool_calls: event['tool_calls'] })];
    case 'stream-end':
      return [delta({}, event['finish_reason'])];
    default:
      return cohereMessage(event);
  }
}

function cohereMessage({ message, finish_reason: finish, usage }: Fields): readonly Fields[] | undefined {
  if (!isRecord(message) || typeof finish !== 'string') return undefined;
  const { content, tool_calls, tool_plan: plan } = message;
  return [
    texts(undefined, plan),
    { ...delta({ content, tool_calls }, finish), usage: plainUsage(recordOf(usage)['tokens']) },
  ];
}

function bedrock(event: Fields): readonly Fields[] | undefined {
  const whole = bedrockMessage(event);
  const [[name, value] = []] = Object.entries(event);
  if (whole || name === undefined || !isRecord(value)) return whole;
  const index = value['contentBlockIndex'];
  switch (name) {
    case 'messageStart':
    case 'contentBlockStop':
      return [delta({})];
    case 'contentBlockStart': {
      const call = recordOf(recordOf(value['start'])['toolUse']);
      return [delta(callPiece(index, call['toolUseId'], call['name'], ''))];
    }
    case 'contentBlockDelta': {
      const piece = recordOf(value['delta']);
      if (isRecord(piece['toolUse']))
        return [delta(callPiece(index, undefined, undefined, piece['toolUse']['input']))];
      return [texts(piece['text'], recordOf(piece['reasoningContent'])['text'])];
    }
    case 'messageStop':
      return [delta({}, value['stopReason'])];
    case 'metadata':
      return isRecord(value['usage']) ? [{ usage: bedrockUsage(value['usage']) }] : undefined;
    default:
      return undefined;
  }
}

function bedrockMessage({ output, stopReason: finish, usage }: Fields): readonly Fields[] | undefined {
  const { content } = recordOf(recordOf(output)['message']);
  if (!Array.isArray(content) || typeof finish !== 'string') return undefined;
  const parts = content.filter(isRecord).map(({ text, toolUse, reasoningContent }, place) => {
    const { toolUseId: id, name, input } = recordOf(toolUse);
    if (isRecord(toolUse)) return delta(callPiece(place, id, name, input));
    return texts(text, recordOf(recordOf(reasoningContent)['reasoningText'])['text']);
  });
  return [...parts, { ...delta({}, finish), usage: bedrockUsage(usage) }];
}

function bedrockUsage(usage: unknown): Fields | undefined {
  const { inputTokens, outputTokens, cacheReadInputTokens, cacheWriteInputTokens } = recordOf(usage);
  return usageBesideCache({
    input: inputTokens,
    output: outputTokens,
    read: cacheReadInputTokens,
    stored: cacheWriteInputTokens,
  });
}

/** Hunyuan has Chat Completions in capital letters. */
function tencent(value: Fields): readonly Fields[] | undefined {
  const { Choices: choices, Usage: usage } = isRecord(value['Response']) ? value['Response'] : value;
  if (!Array.isArray(choices) || choices.length === 0) return undefined;
  const { PromptTokens: input, CompletionTokens: output } = recordOf(usage);
  const { Delta: piece, Message: message, FinishReason: finish } = recordOf(choices[0]);
  const { Content: content, ReasoningContent: reasoning, ToolCalls: calls } = recordOf(piece ?? message);
  const pieces = (Array.isArray(calls) ? calls : []).filter(isRecord).map((call) => {
    const { Name: name, Arguments: args } = recordOf(call['Function']);
    return delta(callPiece(call['Index'], call['Id'], name, args));
  });
  const used = { prompt_tokens: input, completion_tokens: output };
  return [texts(content, reasoning), ...pieces, { ...delta({}, finish), usage: used }];
}

function spark({ header, payload }: Fields): readonly Fields[] | undefined {
  const { choices, usage } = recordOf(payload);
  const { text, status } = recordOf(choices);
  if (!isRecord(header) || !Array.isArray(text)) return undefined;
  const pieces = text.filter(isRecord).map((each) => texts(each['content'], each['reasoning_content']));
  return [...pieces, { ...delta({}, status === 2 ? 'stop' : undefined), usage: recordOf(usage)['text'] }];
}

/** DashScope's own API sends all of the text so far in each event. */
function dashScope({ output, usage }: Fields): readonly Fields[] | undefined {
  const { text: content, finish_reason: finish, choices } = recordOf(output);
  if (Array.isArray(choices) && choices.length > 0) return [{ choices, usage: plainUsage(usage) }];
  if (typeof content !== 'string' || finish === undefined) return undefined;
  return [{ choices: [{ message: { content }, finish_reason: finish }], usage: plainUsage(usage) }];
}

/** Fields of Ollama, and of errors. */
const notOfCloudflare = ['done', 'error', 'errors', 'code', 'status', 'message', 'msg', 'success'];

/** Reads the form of a vendor whose pieces are hardly more than a text. */
function plain(value: Fields): readonly Fields[] | undefined {
  const { response, result, is_end: isEnd, token, generated_text: whole, content, stop, usage } = value;
  // Baidu
  if (typeof result === 'string' && typeof isEnd === 'boolean')
    return [{ ...delta({ content: result }, isEnd ? 'stop' : undefined), usage }];
  // Cloudflare
  if (typeof response === 'string' && !notOfCloudflare.some((field) => field in value))
    return [{ ...delta({ content: response, tool_calls: value['tool_calls'] }), usage }];
  if (isRecord(result) && typeof result['response'] === 'string' && value['success'] === true)
    return [
      {
        ...delta({ content: result['response'], tool_calls: result['tool_calls'] }, 'stop'),
        usage: result['usage'],
      },
    ];
  // TGI
  if (isRecord(token) && typeof token['text'] === 'string')
    return [
      delta(
        { content: token['special'] === true ? '' : token['text'] },
        typeof whole === 'string' ? (recordOf(value['details'])['finish_reason'] ?? 'stop') : undefined,
      ),
    ];
  // llama.cpp
  if (typeof content === 'string' && typeof stop === 'boolean')
    return [delta({ content }, stop ? (value['stop_type'] === 'limit' ? 'length' : 'stop') : undefined)];
  return undefined;
}
