import type { ContentPart } from '../protocol/index.ts';
import type { ToolResult } from './tool.ts';

export function textContent(text: string): readonly ContentPart[] {
  return [{ type: 'text', text }];
}

export function failedResult(message: string): ToolResult {
  return { status: 'error', content: textContent(message) };
}

export const cancelledResult: ToolResult = {
  status: 'cancelled',
  isUnfinished: true,
  content: textContent('Cancelled by the user.'),
};
