import { t } from '@vscode/l10n';
import type { CallStatus, CallView, HistoryRow, StoredStatus, ToolSource } from '../../protocol/index.ts';

export function callName({
  title,
  toolName,
}: {
  readonly title?: string | undefined;
  readonly toolName: string;
}): string {
  return title?.trim() ? title : toolName;
}

export function sourceName(source: ToolSource): string {
  switch (source.kind) {
    case 'mcp':
      return source.server;
    case 'native':
      return t('built in');
    case 'custom':
      return source.file.split(/[\\/]/).at(-1) ?? source.file;
    case 'extension':
      return source.extension;
    case 'unknown':
      return t('no such tool');
  }
}

export const sourceIcons: Record<ToolSource['kind'], string> = {
  mcp: 'plug',
  native: 'tools',
  custom: 'file-code',
  extension: 'extensions',
  unknown: 'question',
};

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
    case 'denied':
      return { icon: 'workspace-untrusted', label: t('Denied') };
    case 'interrupted':
      return { icon: 'debug-disconnect', label: t('Interrupted') };
  }
}

export function isFailed(status: CallStatus): boolean {
  return status === 'error' || status === 'timeout' || status === 'interrupted';
}

/** Returns how long the call ran, or undefined if it did not: the time until the decision is the user's. */
export function ranForMs(call: {
  readonly status: CallStatus | StoredStatus;
  readonly durationMs?: number | undefined;
  readonly needsTrust?: true | undefined;
}): number | undefined {
  const { status, durationMs, needsTrust } = call;
  const isUnrun = needsTrust || status === 'denied' || (status === 'cancelled' && durationMs === 0);
  return isUnrun ? undefined : durationMs;
}

export function isOpenCall(status: CallStatus): boolean {
  return status === 'pending' || status === 'running';
}

export function adviceFor({ status, source, commandEnd, needsTrust }: CallView): string | undefined {
  if (commandEnd || needsTrust || (status !== 'error' && status !== 'timeout')) return undefined;
  if (source.kind === 'unknown')
    return t(
      'The model called a tool that does not exist or is not available now. It receives this error and can continue.',
    );
  if (status === 'timeout' && source.kind === 'mcp')
    return t(
      '{0} did not respond in time. Run the call again, or increase "timeout" in the server settings.',
      source.server,
    );
  if (status === 'timeout')
    return t('The call timed out. Run it again, or ask the model to request less data.');
  if (source.kind === 'mcp')
    return t(
      'The model receives this error and can continue. For details, see the log of {0}.',
      source.server,
    );
  return t('The model receives this error and can continue.');
}

export function statuses(): Readonly<
  Record<StoredStatus, { readonly label: string; readonly icon: string }>
> {
  return {
    success: statusLooks('success'),
    error: statusLooks('error'),
    timeout: statusLooks('timeout'),
    cancelled: statusLooks('cancelled'),
    denied: statusLooks('denied'),
    interrupted: statusLooks('interrupted'),
    pending: statusLooks('running'),
  };
}

/** Returns the look of a saved call. One that waits for the user has the look that it has in the chat. */
export function storedLook({ status, waits }: Pick<HistoryRow, 'status' | 'waits'>): {
  readonly label: string;
  readonly icon: string;
} {
  return waits === true && status === 'pending' ? statusLooks('pending') : statuses()[status];
}
