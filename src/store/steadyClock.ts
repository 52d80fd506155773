/** Tells whether the clock was set: by a clock that is wrong, things would be too old that are not. */
import type { StoreClocks } from './sessions.ts';

/** How far the clocks may come apart between two looks, in ms. */
const TOLERANCE_MS = 3_600_000;
/** If nothing has happened for so long, in ms, then either nobody was there, or the clock is wrong. */
const ABSENCE_MS = 30 * 86_400_000;

export class SteadyClock {
  private readonly clocks: StoreClocks;
  private last: { readonly now: number; readonly monotonic: number };
  private isFirst = true;

  constructor(clocks: StoreClocks) {
    this.clocks = clocks;
    this.last = this.read();
  }

  /**
   * Whether the clock has gone on as time has since the last look, so that ages can be told by it. `newest` is when
   * something happened last. After a jump, or a sleep of the machine, the look after this one goes by the new time:
   * a clock that is wrong is mostly set right within minutes.
   */
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
