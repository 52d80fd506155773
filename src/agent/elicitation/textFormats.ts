import { t } from '@vscode/l10n';
import type { TextFormat } from '../../protocol/index.ts';

/** undefined: the text has the format. */
export function formatProblem(format: TextFormat, text: string): string | undefined {
  switch (format) {
    case 'email':
      return /^[^\s@]+@[^\s@.]+(\.[^\s@.]+)+$/.test(text)
        ? undefined
        : t('Enter an email address, such as name@example.com.');
    case 'uri':
      return URL.canParse(text) && !/\s/.test(text)
        ? undefined
        : t('Enter a complete URL, such as https://example.com.');
    case 'date':
      return isDate(text) ? undefined : t('Enter a date as year-month-day, such as 2026-03-31.');
    case 'date-time':
      return isDateTime(text)
        ? undefined
        : t('Enter a date, time and time zone, such as 2026-03-31T09:30:00Z or 2026-03-31T09:30:00+02:00.');
  }
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  // 31 February becomes another day, or none.
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** RFC 3339, as in JSON Schema: seconds and zone are required. */
function isDateTime(text: string): boolean {
  const [, date = '', rest = ''] = /^([\d-]{10})T(.+)$/i.exec(text) ?? [];
  const time = /^([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d+)?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/i;
  return isDate(date) && time.test(rest);
}
