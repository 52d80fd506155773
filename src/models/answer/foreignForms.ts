/**
 * Reads answers in another vendor's form, which gateways pass through: Anthropic's messages, Gemini's `candidates` and
 * Ollama's own API. Each is turned into chunks of Chat Completions.
 */
import { isRecord, recordOf } from '../../base/common/guards.ts';
import type { Fields } from '../common/echo.ts';
import { callPiece, delta, plainUsage, texts, usageBesideCache } from './chatChunks.ts';
import { vendorChunks } from './vendorForms.ts';

/** Usage that Anthropic tells at the beginning of an answer, and completes at its end. */
export interface ForeignMemory {
  usage: Fields;
}

/** Returns the chunks that mean the same, or undefined if the value is not in one of these forms. */
export function foreignChunks(value: unknown, memory: ForeignMemory): readonly Fields[] | undefined {
  // Gemini answers with a list of responses if it is not asked for events.
  if (Array.isArray(value)) {
    const lists = value.map((each) => (isRecord(each) ? inList(each) : undefined));
    return lists.length > 0 && lists.every((list) => list !== undefined) ? lists.flat() : undefined;
  }
  if (!isRecord(value) || 'choices' in value) return undefined;
  return known(value, memory) ?? wrapped(value, memory);
}

function known(value: Fields, memory: ForeignMemory): readonly Fields[] | undefined {
  return anthropic(value, memory) ?? gemini(value) ?? ollama(value) ?? vendorChunks(value);
}

/** Some gateways collect the chunks of an answer in a list. */
function inList(value: Fields): readonly Fields[] | undefined {
  if ('candidates' in value) return gemini(value);
  return Array.isArray(value['choices']) && value['choices'].length > 0 ? [value] : undefined;
}

function anthropic(event: Fields, memory: ForeignMemory): readonly Fields[] | undefined {
  const { type, index } = event;
  const piece = recordOf(event['delta']);
  switch (type) {
    case 'content_block_start': {
      const { type: kind, id, name, input, text, thinking } = recordOf(event['content_block']);
      if (kind === 'tool_use') return [delta(callPiece(index, id, name, input))];
      return [texts(text, thinking)];
    }
    case 'content_block_delta':
      if (typeof piece['partial_json'] === 'string')
        return [delta({ tool_calls: [{ index, function: { arguments: piece['partial_json'] } }] })];
      return [texts(piece['text'], piece['thinking'])];
    case 'message_start':
      memory.usage = recordOf(recordOf(event['message'])['usage']);
      return undefined;
    case 'message_delta': {
      const usage = isRecord(event['usage']) ? { ...memory.usage, ...event['usage'] } : undefined;
      return [{ ...delta({}, piece['stop_reason']), usage: anthropicUsage(usage) }];
    }
    case 'message_stop':
      return [{ done: true }];
    case 'message':
      return Array.isArray(event['content']) ? anthropicMessage(event) : undefined;
    default:
      return undefined;
  }
}

/** The calls are among the parts of the content. */
function anthropicMessage({ content, stop_reason: finish, usage }: Fields): readonly Fields[] {
  return [{ ...delta({ content }, finish ?? 'stop'), usage: anthropicUsage(usage) }];
}

function anthropicUsage(usage: unknown): Fields | undefined {
  const { input_tokens, output_tokens, cache_read_input_tokens, cache_creation_input_tokens } =
    recordOf(usage);
  return usageBesideCache({
    input: input_tokens,
    output: output_tokens,
    read: cache_read_input_tokens,
    stored: cache_creation_input_tokens,
  });
}

function gemini(response: Fields): readonly Fields[] | undefined {
  // Google's own gateway for its command line wraps each response.
  const whole = isRecord(response['response']) ? response['response'] : response;
  const { candidates, promptFeedback } = whole;
  const usage = geminiUsage(whole['usageMetadata'] ?? whole['usage_metadata']);
  if (!Array.isArray(candidates)) {
    const isBlocked = isRecord(promptFeedback) && promptFeedback['blockReason'] !== undefined;
    return isBlocked ? [{ ...delta({}, 'content_filter'), usage }] : undefined;
  }
  const { content, finishReason, finish_reason: finish = finishReason } = recordOf(candidates[0]);
  const { parts } = recordOf(content);
  const chunks = (Array.isArray(parts) ? parts.filter(isRecord) : []).map((part) => {
    const { text, thought, functionCall, function_call: call = functionCall } = part;
    if (isRecord(call)) return delta(callPiece(undefined, call['id'], call['name'], call['args']));
    return thought === true ? texts(undefined, text) : texts(text, undefined);
  });
  return [...chunks, { ...delta({}, finish), usage }];
}

function geminiUsage(usage: unknown): Fields | undefined {
  if (!isRecord(usage)) return undefined;
  return {
    prompt_tokens: usage['promptTokenCount'] ?? usage['prompt_token_count'],
    completion_tokens: usage['candidatesTokenCount'] ?? usage['candidates_token_count'],
    total_tokens: usage['totalTokenCount'] ?? usage['total_token_count'],
    prompt_tokens_details: {
      cached_tokens: usage['cachedContentTokenCount'] ?? usage['cached_content_token_count'],
    },
    completion_tokens_details: {
      reasoning_tokens: usage['thoughtsTokenCount'] ?? usage['thoughts_token_count'],
    },
  };
}

/** Reads `/api/chat` and `/api/generate`. */
function ollama(response: Fields): readonly Fields[] | undefined {
  const { message, response: text, done, done_reason: reason } = response;
  if (typeof done !== 'boolean' || (!isRecord(message) && typeof text !== 'string')) return undefined;
  const usage = done
    ? { prompt_tokens: response['prompt_eval_count'] ?? 0, completion_tokens: response['eval_count'] }
    : undefined;
  const { content, thinking, tool_calls } = isRecord(message)
    ? message
    : { content: text, thinking: response['thinking'], tool_calls: undefined };
  return [texts(content, thinking), delta({ tool_calls }), { usage, done, done_reason: reason }];
}

/** Some gateways put the whole answer into a field. */
function wrapped(value: Fields, memory: ForeignMemory): readonly Fields[] | undefined {
  const inner = [value['data'], value['result'], value['response'], value['output']].filter(isRecord);
  const chat = inner.find(({ choices }) => Array.isArray(choices) && choices.length > 0);
  if (chat) return [{ usage: plainUsage(value['usage']), ...chat }];
  return inner.map((each) => known(each, memory)).find((chunks) => chunks !== undefined);
}
