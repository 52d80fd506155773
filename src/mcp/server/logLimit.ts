/** Bounds what a server writes into its log: a flood fills disks. */
import type { Clock } from '../../base/common/clock.ts';
import type { ServerLog } from '../common/ports.ts';

const MAX_LINES = 1_000;
const SECOND_MS = 1_000;

/**
 * Returns a log that takes a limited number of lines in a second, and reports that lines were left out. Patchbay's own
 * lines are never left out.
 */
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
