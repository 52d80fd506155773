/** Numbers as the chat writes them: durations, sizes, counts. */

/** `12 ms`, `1.2 s`, `1 m 05 s`, `1 h 02 m`. */
export function formatDuration(ms: number): string {
  if (ms < 999.5) return `${Math.max(0, Math.round(ms))} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  return formatSeconds(Math.round(ms / 1000));
}

/** A duration that still counts, in whole seconds: tenths would flicker. */
export function formatRunning(ms: number): string {
  return formatSeconds(Math.max(0, Math.floor(ms / 1000)));
}

function formatSeconds(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const two = (value: number): string => String(value).padStart(2, '0');
  if (seconds < 3600) return `${Math.floor(seconds / 60)} m ${two(seconds % 60)} s`;
  return `${Math.floor(seconds / 3600)} h ${two(Math.floor((seconds % 3600) / 60))} m`;
}

/** `512 B`, `1.3 kB`, `4.2 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`;
  if (bytes < 999_950) return `${(bytes / 1000).toFixed(1)} kB`;
  return `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** `950`, `1.2k`, `15k`, `1.3M`. */
export function formatCount(count: number): string {
  if (count < 1000) return String(count);
  if (count < 9950) return `${(count / 1000).toFixed(1)}k`;
  if (count < 999_500) return `${Math.round(count / 1000)}k`;
  return `${(count / 1_000_000).toFixed(1)}M`;
}

/** `1 server`, `2 servers`. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
