import type {
  ChatCompletionCreateParamsStreaming,
  ChatCompletionFunctionTool,
} from 'openai/resources/chat/completions';
import type { Abilities } from '../common/abilities.ts';
import type { EndpointAccess } from '../common/target.ts';
import { type Fallbacks, refusedTools } from './fallbacks.ts';
import type { ChatMessages } from './messages.ts';
import type { AnswerOptions, LeftOutTool, ModelRequest, ToolDefinition } from '../common/model.ts';
import { fitTool } from '../schema/fit.ts';
import { plainer, profileFor, type SchemaTarget } from '../schema/profile.ts';

export interface OpenAiModelOptions extends EndpointAccess, Abilities {
  readonly model: string;
  readonly canCallTools: boolean;
}

export interface MadeRequest {
  readonly params: ChatCompletionCreateParamsStreaming;
  readonly leftOut: readonly LeftOutTool[];
}

/** `written` knows the requests before it. */
export function requestOf(
  { messages, tools, options: answer = {} }: ModelRequest,
  options: OpenAiModelOptions,
  fallbacks: Fallbacks,
  written: ChatMessages,
): MadeRequest {
  const { sent, leftOut } = toChatTools(options.canCallTools ? tools : [], options, fallbacks);
  const params: ChatCompletionCreateParamsStreaming = {
    model: options.model,
    messages: written.write(messages, fallbacks),
    stream: true,
    ...(fallbacks.usage !== true && { stream_options: { include_usage: true } }),
    // An empty list is refused.
    ...(sent.length > 0 && { tools: [...sent] }),
    ...(sent.length > 0 && answer.toolChoice !== undefined && { tool_choice: answer.toolChoice }),
    // Many refuse it (the o-series for one), so it is sent only where the user wants it.
    ...(sent.length > 0 &&
      options.parallelCalls !== undefined &&
      fallbacks.parallelCalls !== true && { parallel_tool_calls: options.parallelCalls }),
    ...answerParameters(answer, fallbacks),
  };
  return { params, leftOut };
}

function answerParameters(
  { maxTokens, temperature, stopSequences = [] }: AnswerOptions,
  fallbacks: Fallbacks,
): Partial<ChatCompletionCreateParamsStreaming> {
  return {
    // Most endpoints know the older name only; newer models of OpenAI refuse it.
    ...(maxTokens !== undefined && {
      [fallbacks.maxTokens === true ? 'max_completion_tokens' : 'max_tokens']: maxTokens,
    }),
    ...(temperature !== undefined && fallbacks.temperature !== true && { temperature }),
    ...(stopSequences.length > 0 && fallbacks.stop !== true && { stop: [...stopSequences] }),
  };
}

export function namesIn({ tools = [] }: ChatCompletionCreateParamsStreaming): string[] {
  return tools.map((tool) => (tool.type === 'function' ? tool.function.name : ''));
}

/** One bad tool never takes the others with it. */
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
  const usual = fallbacks.plainSchemas === true ? plain : profile;
  const sent: ChatCompletionFunctionTool[] = [];
  const leftOut = refusedTools(fallbacks).filter(({ name }) => tools.some((tool) => tool.name === name));
  for (const tool of tools) {
    const fallback = fallbacks.tools?.get(tool.name)?.kind;
    if (fallback === 'leftOut') continue;
    const made = fitTool(tool, fallback === 'plain' ? plain : usual);
    if (made.kind === 'leftOut') {
      leftOut.push({ name: tool.name, reason: made.reason });
      continue;
    }
    const { name, description, parameters } = made;
    sent.push({ type: 'function', function: { name, description, ...(parameters && { parameters }) } });
  }
  return { sent, leftOut };
}
