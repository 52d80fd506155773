import { wellFormed } from '../../base/common/wellFormed.ts';
import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
} from 'openai/resources/chat/completions';
import type { Abilities, Api } from '../common/abilities.ts';
import { type EndpointAccess, modelKey } from '../common/target.ts';
import { cacheMode } from './cacheMarks.ts';
import type { Fallbacks } from './fallbacks.ts';
import type { ChatMessages } from './messages.ts';
import type { AnswerOptions, LeftOutTool, ModelRequest, ToolDefinition } from '../common/model.ts';
import { fitTool } from '../schema/fit.ts';
import { leftOutTools } from './refusedTools.ts';
import { fieldKey, requestFields, type RequestField } from './requestFields.ts';
import { plainer, profileFor, type SchemaTarget } from '../schema/profile.ts';

export interface OpenAiModelOptions extends EndpointAccess, Abilities {
  readonly model: string;
  readonly canCallTools: boolean;
}

export interface MadeRequest {
  readonly api: Api;
  /** Parameters in the form of Chat Completions, also for the Responses API. */
  readonly params: ChatCompletionCreateParamsStreaming;
  readonly leftOut: readonly LeftOutTool[];
  readonly fields: readonly RequestField[];
  /** Parts to cache are marked when the body is written. */
  readonly isMarked?: boolean | undefined;
}

const CACHE_KEY = 'prompt_cache_key';

/** Makes a request. `written` has the messages of the requests before it. */
export function requestOf(
  { messages, tools, isAside, cacheKey, options: answer = {} }: ModelRequest,
  options: OpenAiModelOptions,
  fallbacks: Fallbacks,
  written: ChatMessages,
): MadeRequest {
  const { sent, leftOut } = toChatTools(options.canCallTools ? tools : [], options, fallbacks);
  const api = options.api ?? fallbacks.api ?? usualApi(options.baseURL);
  const isChat = api === 'chat';
  const { baseURL } = options;
  const fields = requestFields(options.request ?? {}, { api, baseURL, isAside, answer })
    .map((each) => (each.name === 'max_tokens' && fallbacks.maxTokens === true ? renamed(each) : each))
    .filter((each) => fallbacks.fields?.has(fieldKey(each)) !== true);
  const cache =
    cacheKey === undefined
      ? undefined
      : cacheMode(options.request?.['cache'], { api, baseURL, model: options.model });
  const hasOwnKey = fields.some(({ name }) => name === CACHE_KEY);
  // Messages and tools are already well formed.
  const params: ChatCompletionCreateParamsStreaming = {
    ...wellFormed(Object.fromEntries(fields.map(({ field, value }) => [field, value]))),
    model: options.model.toWellFormed(),
    messages: written.write(messages, fallbacks, isChat ? undefined : modelKey(options)),
    stream: true,
    ...(!isChat && fallbacks.store !== true && { store: false }),
    ...(!isChat && fallbacks.encrypted !== true && { include: ['reasoning.encrypted_content'] }),
    ...(isChat && fallbacks.usage !== true && { stream_options: { include_usage: true } }),
    ...(cache === 'key' &&
      cacheKey !== undefined &&
      !hasOwnKey &&
      fallbacks.cacheKey !== true && { [CACHE_KEY]: cacheKey }),
    // Endpoints refuse an empty list.
    ...(sent.length > 0 && { tools: [...sent] }),
    ...(sent.length > 0 && answer.toolChoice !== undefined && { tool_choice: answer.toolChoice }),
    // Many models refuse this, such as the o-series, so it is sent only if the user sets it.
    ...(sent.length > 0 &&
      options.parallelCalls !== undefined &&
      fallbacks.parallelCalls !== true && { parallel_tool_calls: options.parallelCalls }),
    ...wellFormed(answerParameters(answer, fallbacks, api)),
  };
  const isMarked = cache === 'marks' && fallbacks.cacheMarks !== true;
  return { api, params, leftOut, fields, isMarked };
}

function renamed({ value }: RequestField): RequestField {
  return { field: 'max_completion_tokens', name: 'max_completion_tokens', value };
}

/** Newer models of OpenAI accept tools only in the Responses API (docs/decisions/026-responses-api.md). */
function usualApi(baseURL: string): Api {
  const host = URL.parse(baseURL)?.hostname ?? '';
  return /(^|\.)api\.openai\.com$/.test(host) ? 'responses' : 'chat';
}

function answerParameters(
  { maxTokens, temperature, stopSequences = [] }: AnswerOptions,
  fallbacks: Fallbacks,
  api: Api,
): Partial<ChatCompletionCreateParamsStreaming> {
  const isOther = fallbacks.maxTokens === true;
  if (api === 'responses')
    return {
      ...(maxTokens !== undefined && !isOther && { max_tokens: maxTokens }),
      ...(temperature !== undefined && fallbacks.temperature !== true && { temperature }),
    };
  return {
    // Most endpoints know only the older name, which newer models of OpenAI refuse.
    ...(maxTokens !== undefined && {
      [isOther ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    }),
    ...(temperature !== undefined && fallbacks.temperature !== true && { temperature }),
    ...(stopSequences.length > 0 && fallbacks.stop !== true && { stop: [...stopSequences] }),
  };
}

export function namesIn({ tools = [] }: ChatCompletionCreateParamsStreaming): string[] {
  return tools.map((tool) => (tool.type === 'function' ? tool.function.name : ''));
}

/** Tools that are sent and those that are left out. One bad tool never excludes the others. */
interface ChatTools {
  readonly sent: readonly ChatCompletionFunctionTool[];
  readonly leftOut: readonly LeftOutTool[];
}

export function toChatTools(
  tools: readonly ToolDefinition[],
  target: SchemaTarget,
  fallbacks: Fallbacks = {},
): ChatTools {
  const profile = profileFor(target);
  const plain = plainer(profile);
  const sent: ChatCompletionFunctionTool[] = [];
  const leftOut = leftOutTools(fallbacks.tools).filter(({ name }) =>
    tools.some((tool) => tool.name === name),
  );
  for (const tool of tools) {
    const fallback = fallbacks.tools?.get(tool.name)?.kind;
    if (fallback === 'leftOut') continue;
    const made = fitTool(tool, fallback === 'plain' ? plain : profile);
    if (made.kind === 'leftOut') {
      leftOut.push({ name: tool.name, reason: made.reason });
      continue;
    }
    const { name, description, parameters } = made;
    sent.push({ type: 'function', function: { name, description, ...(parameters && { parameters }) } });
  }
  return { sent, leftOut };
}
