/** Detects that the clock was set: things would seem too old. */
import type { StoreClocks } from './sessions.ts';

/** The clocks may differ by so much between two looks, in ms. */
const TOLERANCE_MS = 3_600_000;
/** After so long without anything, in ms, nobody was there, or the clock is wrong. */
const ABSENCE_MS = 30 * 86_400_000;

export class SteadyClock {
  private readonly clocks: StoreClocks;
  private last: { readonly now: number; readonly monotonic: number };
  private isFirst = true;

  constructor(clocks: StoreClocks) {
    this.clocks = clocks;
    this.last = this.read();
  }

  /** `newest`: when something last happened. After a jump the next look goes by the new time. */
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
