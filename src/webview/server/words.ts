import { t } from '@vscode/l10n';
import type { ServerView, WireRow } from '../../protocol/index.ts';
import { dateFormat } from '../ui/language.ts';

export function stateLook(kind: ServerView['state']['kind']): {
  readonly name: string;
  readonly icon: string;
} {
  switch (kind) {
    case 'connected':
      return { name: t('Connected'), icon: 'pass-filled' };
    case 'connecting':
      return { name: t('Connecting'), icon: 'loading' };
    case 'error':
      return { name: t('Error'), icon: 'error' };
    case 'disconnected':
      return { name: t('Disconnected'), icon: 'circle-outline' };
  }
}

export function kindName(kind: WireRow['kind']): string {
  const names = {
    request: t('Request'),
    result: t('Result'),
    error: t('Error'),
    notification: t('Notification'),
    note: t('Note'),
  };
  return names[kind];
}

// Made once: a list formats hundreds of times.
let clock: Intl.DateTimeFormat | undefined;

export function exactTime(at: number): string {
  clock ??= dateFormat({
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    fractionalSecondDigits: 3,
    hour12: false,
  });
  return clock.format(new Date(at));
}
