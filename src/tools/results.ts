/** Results in Patchbay's own words. */
import type { ContentPart } from '../protocol/index.ts';
import type { ToolResult } from './tool.ts';

/** The parts of a result that is nothing but a message. */
export function textContent(text: string): readonly ContentPart[] {
  return [{ type: 'text', text }];
}

/** The result of a call that went wrong; the message says how. */
export function failedResult(message: string): ToolResult {
  return { status: 'error', content: textContent(message) };
}

/** The result of a call that the user has stopped. */
export const cancelledResult: ToolResult = {
  status: 'cancelled',
  content: textContent('Cancelled by the user.'),
};
