import { t } from '@vscode/l10n';
import { dateFormat, oneDecimal } from './language.ts';

/** `12 ms`, `1.2 s`, `1 m 05 s`, `1 h 02 m`. */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return t('{0} ms', Math.max(0, Math.round(ms)));
  if (ms < 59_950) return t('{0} s', oneDecimal(ms / 1000));
  return formatSeconds(Math.round(ms / 1000));
}

/** Whole seconds: tenths would flicker. */
export function formatRunning(ms: number): string {
  return formatSeconds(Math.max(0, Math.floor(ms / 1000)));
}

function formatSeconds(seconds: number): string {
  if (seconds < 60) return t('{0} s', seconds);
  const two = (value: number): string => String(value).padStart(2, '0');
  if (seconds < 3600) return t('{0} m {1} s', Math.floor(seconds / 60), two(seconds % 60));
  return t('{0} h {1} m', Math.floor(seconds / 3600), two(Math.floor((seconds % 3600) / 60)));
}

/** `512 B`, `1.3 KB`, `4.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return t('{0} B', bytes);
  if (bytes < 999_950) return t('{0} KB', oneDecimal(bytes / 1000));
  return t('{0} MB', oneDecimal(bytes / 1_000_000));
}

/** `950`, `1.2k`, `15k`, `1.3M`. */
export function formatCount(count: number): string {
  if (count < 1000) return String(count);
  if (count < 9950) return t('{0}k', oneDecimal(count / 1000));
  if (count < 999_500) return t('{0}k', Math.round(count / 1000));
  return t('{0}M', oneDecimal(count / 1_000_000));
}

// Made once: making a formatter takes longer than formatting.
let today: Intl.DateTimeFormat | undefined;
let earlier: Intl.DateTimeFormat | undefined;

export function timeText(at: number): string {
  const date = new Date(at);
  if (date.toDateString() === new Date().toDateString())
    return (today ??= dateFormat({ timeStyle: 'medium' })).format(date);
  return (earlier ??= dateFormat({ dateStyle: 'medium', timeStyle: 'medium' })).format(date);
}
