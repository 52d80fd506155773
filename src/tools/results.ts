import type { StyledText } from '../base/common/terminalText.ts';
import type { ContentPart } from '../protocol/index.ts';
import type { ToolResult } from './tool.ts';

export function textContent(text: string): readonly ContentPart[] {
  return [{ type: 'text', text }];
}

export function styledText({ text, styles }: StyledText): ContentPart {
  return styles ? { type: 'text', text, styles } : { type: 'text', text };
}

export function failedResult(message: string): ToolResult {
  return { status: 'error', content: textContent(message) };
}

/** Returns the result of a call that was refused before its tool ran. */
export function refusedResult(message: string): ToolResult {
  return { ...failedResult(message), isRefused: true };
}

/** `advice` says what the model can do instead. */
export function notRunText(why: string, advice: string): string {
  return `${why} The tool was not run. ${advice}`.trim();
}

export function unfitResult(problem: string): ToolResult {
  return refusedResult(notRunText(problem, 'Correct the arguments and call it again.'));
}

export const untrustedResult: ToolResult = {
  status: 'error',
  needsTrust: true,
  content: textContent(
    'The workspace is not trusted, so nothing was run in it, and the user was not asked. The user can trust it.',
  ),
};

export const cancelledResult: ToolResult = {
  status: 'cancelled',
  isUnfinished: true,
  content: textContent('Cancelled by the user.'),
};
