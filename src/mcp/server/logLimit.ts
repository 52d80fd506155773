/** Bounds what a server has written into its log: a flood fills disks, and nobody reads it. */
import type { Clock } from '../../base/common/clock.ts';
import type { ServerLog } from '../common/ports.ts';

/** Lines of the server itself in one second. */
const MAX_LINES = 1_000;
const SECOND_MS = 1_000;

/** A log that leaves out what exceeds the bound, and says how much that was. Patchbay's own lines all go in. */
export function boundedLog(log: ServerLog, clock: Clock): ServerLog {
  let since = -Infinity;
  let lines = 0;
  const append: ServerLog['append'] = (level, from, text) => {
    if (from === 'patchbay') return log.append(level, from, text);
    if (clock.monotonic() - since >= SECOND_MS) {
      since = clock.monotonic();
      lines = 0;
    }
    lines += 1;
    if (lines <= MAX_LINES) return log.append(level, from, text);
    if (lines > MAX_LINES + 1) return;
    clock.after(SECOND_MS, () => {
      log.append(
        'warning',
        'patchbay',
        `Its log was cut: more than ${MAX_LINES} lines came within a second.`,
      );
    });
  };
  return { ...log, append };
}
