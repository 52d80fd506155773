import type { ChatCompletionFunctionTool } from 'openai/resources/chat/completions';
import { refusedTools, type Fallbacks } from './fallbacks.ts';
import type { LeftOutTool, ToolDefinition } from '../common/model.ts';
import { fitTool } from '../schema/fit.ts';
import { plainer, profileFor, type SchemaTarget } from '../schema/profile.ts';

/** One bad tool never takes the others with it. */
export interface ChatTools {
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
