/** What was sent before, to be called back with the arrow keys. */

/** Messages that are kept. */
const MAX_KEPT = 50;
/** Longer ones are not: all are saved with each draft. In characters. */
const MAX_LENGTH = 20_000;

export class SentHistory {
  private sent: readonly string[];
  /** How many messages back; 0 is the draft. */
  private back = 0;
  /** What was being written before the first step back. */
  private draft = '';

  constructor(sent: readonly string[] = []) {
    this.sent = sent;
  }

  /** What is kept, oldest first. */
  get all(): readonly string[] {
    return this.sent;
  }

  /** Remembers a message that was sent, and begins anew at the end. */
  add(text: string): void {
    this.back = 0;
    if (text === '' || text.length > MAX_LENGTH || text === this.sent.at(-1)) return;
    this.sent = [...this.sent, text].slice(-MAX_KEPT);
  }

  /** The message before (`-1`) or after (`1`) the one that `current` is; nothing where there is none. */
  step(direction: -1 | 1, current: string): string | undefined {
    // Whoever changes an old message writes a new one.
    if (this.back > 0 && current !== this.sent.at(-this.back)) this.back = 0;
    const to = this.back - direction;
    if (to < 0 || to > this.sent.length) return undefined;
    if (this.back === 0) this.draft = current;
    this.back = to;
    return to === 0 ? this.draft : this.sent.at(-to);
  }

  /** Whether the text is a message that was called back, unchanged. */
  isBrowsing(current: string): boolean {
    return this.back > 0 && current === this.sent.at(-this.back);
  }
}
