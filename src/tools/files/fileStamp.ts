/** Recognises whether a file or folder is still the one that was read. */
import type { Stats } from 'node:fs';

/** Time in ms within which a file may be written again and keep its time. */
const RECENT_MS = 2_000;

export function stampOf({ dev, ino, size, mtimeMs, ctimeMs, mode }: Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs, mode].join(':');
}

/** An equal stamp will prove that nothing has changed since `now`. */
export function isSettled({ mtimeMs, ctimeMs }: Stats, now: number): boolean {
  return Math.max(mtimeMs, ctimeMs) < now - RECENT_MS;
}
