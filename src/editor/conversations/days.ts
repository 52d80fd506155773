import { t } from '@vscode/l10n';
import type { ConversationRow } from '../../protocol/index.ts';
import { dateLocale } from '../../base/common/locale.ts';

export interface ConversationGroup {
  readonly label: string;
  readonly rows: readonly ConversationRow[];
}

/** Groups the conversations of the workspace by day, after pinned ones and before those of other workspaces. */
export function groupConversations(
  rows: readonly ConversationRow[],
  workspace: string,
  now: number,
): readonly ConversationGroup[] {
  const dayOf = createDayOf(now);
  const groups = new Map<string, ConversationRow[]>();
  const labelOf = (row: ConversationRow): string => {
    if (row.isPinned) return t('Pinned');
    return row.workspace === workspace ? dayOf(row.changedAt) : t('Other workspaces');
  };
  const order = (row: ConversationRow): number => (row.isPinned ? 0 : row.workspace === workspace ? 1 : 2);
  for (const row of rows.toSorted((first, second) => order(first) - order(second))) {
    const label = labelOf(row);
    const group = groups.get(label);
    if (group) group.push(row);
    else groups.set(label, [row]);
  }
  return [...groups].map(([label, members]) => ({ label, rows: members }));
}

/** Shows the time of today and yesterday, the weekday and time of the five days before, and otherwise the date. */
export function whenChanged(at: number, now: number): string {
  const format = (options: Intl.DateTimeFormatOptions): string =>
    new Date(at).toLocaleString(dateLocale(), options);
  const time = { hour: '2-digit', minute: '2-digit' } as const;
  if (at >= daysBefore(now, 0)) return format(time);
  if (at >= daysBefore(now, 1)) return t('Yesterday, {0}', format(time));
  if (at >= daysBefore(now, 6)) return format({ weekday: 'long', ...time });
  return format({ dateStyle: 'medium' });
}

function createDayOf(now: number): (at: number) => string {
  const [today, yesterday, week, month] = [0, 1, 7, 30].map((days) => daysBefore(now, days)) as [
    number,
    number,
    number,
    number,
  ];
  const months = new Intl.DateTimeFormat(dateLocale(), { month: 'long', year: 'numeric' });
  return (at) => {
    if (at >= today) return t('Today');
    if (at >= yesterday) return t('Yesterday');
    if (at >= week) return t('Previous 7 days');
    return at >= month ? t('Previous 30 days') : months.format(at);
  };
}

/** Returns the start of the day. Subtracting 24 hours a day would miss it when the clocks were changed. */
function daysBefore(now: number, days: number): number {
  const date = new Date(now);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() - days).getTime();
}
