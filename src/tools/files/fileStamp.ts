/** Whether a file or folder is still the one that was read. */
import type { Stats } from 'node:fs';

/** What was written so recently may be written again without a new time. In ms. */
const RECENT_MS = 2_000;

export function stampOf({ dev, ino, size, mtimeMs, ctimeMs, mode }: Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs, mode].join(':');
}

/** Whether an equal stamp will prove that nothing has changed since `now`. */
export function isSettled({ mtimeMs, ctimeMs }: Stats, now: number): boolean {
  return Math.max(mtimeMs, ctimeMs) < now - RECENT_MS;
}
