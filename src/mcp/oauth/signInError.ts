/** That a server cannot be used before somebody signs in, as an error with the next step. */

/** `needed`: nobody was there for it, or did not want to. `failed`: somebody tried. Holds no secrets. */
export class SignInError extends Error {
  override readonly name = 'SignInError';
  readonly kind: 'needed' | 'failed';
  readonly next: string;

  constructor(kind: SignInError['kind'], message: string, next: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.next = next;
  }
}
