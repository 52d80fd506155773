/** Detects that the clock was set, which would make entries seem too old. */
import type { StoreClocks } from './sessions.ts';

/** Largest difference in ms between the clocks that counts as steady. */
const TOLERANCE_MS = 3_600_000;
/** Time in ms without any entry, after which either nobody was there, or the clock is wrong. */
const ABSENCE_MS = 30 * 86_400_000;

export class SteadyClock {
  private readonly clocks: StoreClocks;
  private last: { readonly now: number; readonly monotonic: number };
  private isFirst = true;

  constructor(clocks: StoreClocks) {
    this.clocks = clocks;
    this.last = this.read();
  }

  /** `newest` is the time of the newest entry. After a jump, the next check uses the new time. */
  isSteady(newest: number | undefined): boolean {
    const now = this.read();
    const gone = now.now - this.last.now - (now.monotonic - this.last.monotonic);
    const wasAbsent = this.isFirst && newest !== undefined && now.now - newest > ABSENCE_MS;
    this.last = now;
    this.isFirst = false;
    return Math.abs(gone) <= TOLERANCE_MS && !wasAbsent;
  }

  private read(): SteadyClock['last'] {
    return { now: this.clocks.now(), monotonic: this.clocks.monotonic() };
  }
}
