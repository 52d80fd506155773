const MAX_KEPT = 50;
/** Characters; longer messages are not kept, as all are saved with each draft. */
const MAX_LENGTH = 20_000;

export class SentHistory {
  private sent: readonly string[];
  /** 0 is the draft. */
  private back = 0;
  private draft = '';

  constructor(sent: readonly string[] = []) {
    this.sent = sent;
  }

  /** Oldest first. */
  get all(): readonly string[] {
    return this.sent;
  }

  add(text: string): void {
    this.back = 0;
    if (text === '' || text.length > MAX_LENGTH || text === this.sent.at(-1)) return;
    this.sent = [...this.sent, text].slice(-MAX_KEPT);
  }

  /** Returns undefined at either end. `current` is the text in the field. */
  step(direction: -1 | 1, current: string): string | undefined {
    // An edited old message is a new draft.
    if (this.back > 0 && current !== this.sent.at(-this.back)) this.back = 0;
    const to = this.back - direction;
    if (to < 0 || to > this.sent.length) return undefined;
    if (this.back === 0) this.draft = current;
    this.back = to;
    return to === 0 ? this.draft : this.sent.at(-to);
  }

  isBrowsing(current: string): boolean {
    return this.back > 0 && current === this.sent.at(-this.back);
  }
}
