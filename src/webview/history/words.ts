/** How the history's page names things. */
import { t } from '@vscode/l10n';
import type { StoredStatus, ToolSource } from '../../protocol/index.ts';

/** Every status with its name and icon, in the order in which it is offered. */
export function statuses(): Readonly<Record<StoredStatus, { readonly name: string; readonly icon: string }>> {
  return {
    success: { name: t('Success'), icon: 'pass' },
    error: { name: t('Error'), icon: 'error' },
    timeout: { name: t('Timeout'), icon: 'watch' },
    cancelled: { name: t('Cancelled'), icon: 'circle-slash' },
    interrupted: { name: t('Interrupted'), icon: 'debug-disconnect' },
    pending: { name: t('Pending'), icon: 'loading' },
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
    unknown: t('No such tool'),
  };
  return Object.hasOwn(names, server) ? (names[server] ?? server) : server;
}

const today = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });
const earlier = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'medium' });

/** The time of day, with the date unless it is today's. */
export function timeText(at: number): string {
  const date = new Date(at);
  return (date.toDateString() === new Date().toDateString() ? today : earlier).format(date);
}
