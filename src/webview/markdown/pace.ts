/** Limits how often growing text is drawn: a huge block, such as an endless table, must not block the page. */

/** Ms per frame that are cheap enough to draw at every frame. */
const CHEAP = 12;
/** Rest after an expensive draw, in multiples of its time: it gets a tenth of the time at most. */
const REST = 9;

export class Pace {
  private next = 0;

  /** Ms to wait; 0 means now. */
  wait(now: number): number {
    return Math.max(0, this.next - now);
  }

  took(from: number, to: number): void {
    this.next = to - from <= CHEAP ? 0 : to + (to - from) * REST;
  }
}
