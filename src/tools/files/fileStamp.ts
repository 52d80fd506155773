/** Recognises whether a file or folder is still the one that was read. */
import type { Stats } from 'node:fs';

/** Time in ms within which a file may be written again and keep its time. */
const RECENT_MS = 2_000;

export function stampOf({ dev, ino, size, mtimeMs, ctimeMs, mode }: Stats): string {
  return [dev, ino, size, mtimeMs, ctimeMs, mode].join(':');
}

/** Compares as equal stamps do, without a text for each of thousands of files. */
export function isSameStamp(one: Stats, other: Stats): boolean {
  return (
    one.mtimeMs === other.mtimeMs &&
    one.ctimeMs === other.ctimeMs &&
    one.size === other.size &&
    one.ino === other.ino &&
    one.mode === other.mode &&
    one.dev === other.dev
  );
}

/** An equal stamp will prove that nothing has changed since `now`. */
export function isSettled({ mtimeMs, ctimeMs }: Stats, now: number): boolean {
  return Math.max(mtimeMs, ctimeMs) < now - RECENT_MS;
}
