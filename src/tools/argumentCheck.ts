import { type LocalizedMessage, msg } from '../base/common/message.ts';
import { checkSchema } from '../mcp/index.ts';
import { plainText } from '../base/common/text.ts';
import type { Tool } from './tool.ts';

const MAX_REASON = 1_000;

/**
 * Returns why arguments do not fit the tool's schema. A schema that is unusable, or takes too long, refuses nothing:
 * the server decides then.
 */
export function argumentProblem(
  { inputSchema }: Tool,
  args: Readonly<Record<string, unknown>>,
): LocalizedMessage | undefined {
  const verdict = checkSchema(inputSchema, args);
  if (verdict.kind !== 'unfit') return undefined;
  return msg('The tool does not take these arguments: {0}', plainText(verdict.why, MAX_REASON) ?? '');
}
