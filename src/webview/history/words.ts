/** How the history's page names things. */
import { t } from '@vscode/l10n';
import type { StoredStatus, ToolSource } from '../../protocol/index.ts';
import { statusLooks } from '../calls/names.ts';
import { dateFormat } from '../language.ts';

/** Every status with its name and icon, in the order in which it is offered: as the chat has them. */
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

/** By what a source is filtered: the server's name, or its kind where that is none. */
export function serverOf(source: ToolSource): string {
  return source.kind === 'mcp' ? source.server : source.kind;
}

/** What a user calls that: Patchbay's own tools come from no server. */
export function serverName(server: string): string {
  const names: Readonly<Record<string, string>> = {
    native: t('Built in'),
    custom: t('Custom tools'),
    unknown: t('No such tool'),
  };
  return Object.hasOwn(names, server) ? (names[server] ?? server) : server;
}

// Made once: a list writes many times, and making them takes longer than writing.
let today: Intl.DateTimeFormat | undefined;
let earlier: Intl.DateTimeFormat | undefined;

/** The time of day, with the date unless it is today's. */
export function timeText(at: number): string {
  const date = new Date(at);
  if (date.toDateString() === new Date().toDateString())
    return (today ??= dateFormat({ timeStyle: 'medium' })).format(date);
  return (earlier ??= dateFormat({ dateStyle: 'medium', timeStyle: 'medium' })).format(date);
}
