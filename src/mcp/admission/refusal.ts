/** A server that may not be started, because the machine's policy or the user has not allowed it. */
export class RefusedError extends Error {
  override readonly name = 'RefusedError';
  readonly reason: 'policy' | 'unconfirmed';
  /** What to do about it, in a sentence. */
  readonly next: string;
  constructor(reason: RefusedError['reason'], message: string, next: string) {
    super(message);
    this.reason = reason;
    this.next = next;
  }
}
