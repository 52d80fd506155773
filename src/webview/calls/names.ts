/** How a tool call is called in the chat: its tool, where that comes from, and how it stands. */
import type { CallStatus, CallView, ToolSource } from '../../protocol/index.ts';

/** The tool's title, or else its own name. */
export function callName({ title, toolName }: Pick<CallView, 'title' | 'toolName'>): string {
  return title?.trim() ? title : toolName;
}

/** Where the tool comes from, in a word or two. */
export function sourceName(source: ToolSource): string {
  switch (source.kind) {
    case 'mcp':
      return source.server;
    case 'native':
      return 'built in';
    case 'custom':
      return source.file.split(/[\\/]/).at(-1) ?? source.file;
    case 'unknown':
      return 'no such tool';
  }
}

/** The codicon of each source. */
export const sourceIcons: Record<ToolSource['kind'], string> = {
  mcp: 'plug',
  native: 'tools',
  custom: 'file-code',
  unknown: 'question',
};

/** The codicon and the word of each state. */
export const statusLooks: Record<CallStatus, { readonly icon: string; readonly label: string }> = {
  pending: { icon: 'circle-large', label: 'Waiting' },
  running: { icon: 'loading', label: 'Running' },
  success: { icon: 'check', label: 'Done' },
  error: { icon: 'error', label: 'Failed' },
  timeout: { icon: 'watch', label: 'Timed out' },
  cancelled: { icon: 'circle-slash', label: 'Cancelled' },
  interrupted: { icon: 'debug-disconnect', label: 'Interrupted' },
};

/** True while the call may still change. */
export function isOpenCall(status: CallStatus): boolean {
  return status === 'pending' || status === 'running';
}

/** What the user can do about a call that went wrong. */
export function adviceFor({ status, source }: CallView): string | undefined {
  if (status !== 'error' && status !== 'timeout') return undefined;
  if (source.kind === 'unknown')
    return 'The model asked for a tool that is not there. Its server may be disconnected, or the tool switched off.';
  if (status === 'timeout' && source.kind === 'mcp')
    return `${source.server} did not answer in time. Run it again, or give the server a longer "timeout" in its settings.`;
  if (status === 'timeout')
    return 'It did not end in time. Run it again, or let the model ask for less at once.';
  if (source.kind === 'mcp')
    return `The model reads this and can go on. If it should not fail, look at what ${source.server} wrote to its log.`;
  return 'The model reads this and can go on.';
}
