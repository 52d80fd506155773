/** Measures the time in which something waits for the user; what waits at the same time counts once. */
export class WaitClock {
  private readonly waiting = new Set<string>();
  private since = 0;
  private before = 0;

  begin(id: string, now: number): void {
    if (this.waiting.size === 0) this.since = now;
    this.waiting.add(id);
  }

  /** Returns the length of the wait that ends, which is 0 while something else waits. */
  end(id: string, now: number): number {
    if (!this.waiting.delete(id) || this.waiting.size > 0) return 0;
    // The clock may have been set back meanwhile.
    const ms = Math.max(0, now - this.since);
    this.before += ms;
    return ms;
  }

  /** In ms. */
  at(now: number): number {
    return this.before + (this.waiting.size === 0 ? 0 : Math.max(0, now - this.since));
  }
}
