/** What went wrong with a model request, in the terms the user can do something about. */
export type ModelErrorKind =
  | 'bad-settings'
  | 'no-model'
  | 'no-key'
  | 'unauthorized'
  | 'forbidden'
  | 'not-permitted'
  | 'not-found'
  | 'no-tools'
  | 'rate-limited'
  | 'too-large'
  | 'bad-request'
  | 'server'
  | 'unreachable'
  | 'broken-stream'
  /** A fault of Patchbay itself. */
  | 'internal';

/** What a ModelError can carry besides its text. Nothing in it may hold the key. */
export interface ModelErrorOptions {
  readonly detail?: string | undefined;
  readonly cause?: unknown;
  readonly retryAfter?: number | undefined;
  readonly transient?: string | undefined;
}

/** A failed model request. `message` says what happened, where, and what to do next; it never holds the key. */
export class ModelError extends Error {
  override readonly name = 'ModelError';
  readonly kind: ModelErrorKind;
  /** The endpoint's own words, or the network error's, for the details. */
  readonly detail: string | undefined;

  /** How long the endpoint wants to be left alone, in milliseconds. */
  readonly retryAfter: number | undefined;

  /**
   * Set when the same request may well succeed in a moment: what happened, as a sentence without advice. A
   * failure that needs the user has none.
   */
  readonly transient: string | undefined;

  constructor(kind: ModelErrorKind, message: string, options: ModelErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.kind = kind;
    this.detail = options.detail;
    this.retryAfter = options.retryAfter;
    this.transient = options.transient;
  }
}
