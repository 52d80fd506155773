/** How a tool call is called in the chat: its tool, where that comes from, and how it stands. */
import { t } from '@vscode/l10n';
import type { CallStatus, CallView, StoredStatus, ToolSource } from '../../protocol/index.ts';

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
      return t('built in');
    case 'custom':
      return source.file.split(/[\\/]/).at(-1) ?? source.file;
    case 'unknown':
      return t('no such tool');
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
export function statusLooks(status: CallStatus): { readonly icon: string; readonly label: string } {
  switch (status) {
    case 'pending':
      return { icon: 'circle-large', label: t('Waiting') };
    case 'running':
      return { icon: 'loading', label: t('Running') };
    case 'success':
      return { icon: 'check', label: t('Done') };
    case 'error':
      return { icon: 'error', label: t('Failed') };
    case 'timeout':
      return { icon: 'watch', label: t('Timed out') };
    case 'cancelled':
      return { icon: 'circle-slash', label: t('Cancelled') };
    case 'interrupted':
      return { icon: 'debug-disconnect', label: t('Interrupted') };
  }
}

/** True while the call may still change. */
export function isOpenCall(status: CallStatus): boolean {
  return status === 'pending' || status === 'running';
}

/** What the user can do about a call that went wrong. */
export function adviceFor({ status, source }: CallView): string | undefined {
  if (status !== 'error' && status !== 'timeout') return undefined;
  if (source.kind === 'unknown')
    return t(
      'The model called a tool that is not available. The tool may be disabled, or its server may be disconnected.',
    );
  if (status === 'timeout' && source.kind === 'mcp')
    return t(
      '{0} did not respond in time. Run the call again, or increase "timeout" in the server settings.',
      source.server,
    );
  if (status === 'timeout')
    return t('The call did not finish in time. Run the call again, or have the model request less at once.');
  if (source.kind === 'mcp')
    return t(
      'The model receives this error and can continue. For details, see the log of {0}.',
      source.server,
    );
  return t('The model receives this error and can continue.');
}

/** Every status of a stored call with its name and icon, in the order in which it is offered. */
export function statuses(): Readonly<
  Record<StoredStatus, { readonly label: string; readonly icon: string }>
> {
  return {
    success: statusLooks('success'),
    error: statusLooks('error'),
    timeout: statusLooks('timeout'),
    cancelled: statusLooks('cancelled'),
    interrupted: statusLooks('interrupted'),
    // What is stored does not say whether the call waits or runs.
    pending: { label: t('Pending'), icon: 'loading' },
  };
}
