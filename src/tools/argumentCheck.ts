/** Whether arguments that the user has edited are what the tool takes. */
import { type LocalizedMessage, msg } from '../base/common/message.ts';
import { checkSchema } from '../mcp/index.ts';
import { plainText } from '../base/common/text.ts';
import type { Tool } from './tool.ts';

const MAX_REASON = 1_000;

/**
 * What is wrong with the arguments by the tool's schema, in a sentence; undefined if nothing is. A schema that
 * cannot be used, or takes too long, judges nothing: the server has the last word anyhow.
 */
export function argumentProblem(
  { inputSchema }: Tool,
  args: Readonly<Record<string, unknown>>,
): LocalizedMessage | undefined {
  const verdict = checkSchema(inputSchema, args);
  if (verdict.kind !== 'unfit') return undefined;
  return msg('The tool does not take these arguments: {0}', plainText(verdict.why, MAX_REASON) ?? '');
}
