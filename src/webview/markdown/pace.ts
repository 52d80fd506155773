/**
 * How often text that grows is drawn. Mostly that costs a millisecond, and every frame will do. A block that has
 * become huge, such as an endless table, costs more each time, and then it must not take the page for itself.
 */

/** What may be spent at every frame, in ms. */
const CHEAP = 12;
/** What was dear is done again after so many times what it took: it takes a tenth of the time at most. */
const REST = 9;

export class Pace {
  private next = 0;

  /** How long to wait at this time, in ms; 0: now is fine. */
  wait(now: number): number {
    return Math.max(0, this.next - now);
  }

  /** It was drawn, from then to then. */
  took(from: number, to: number): void {
    this.next = to - from <= CHEAP ? 0 : to + (to - from) * REST;
  }
}
