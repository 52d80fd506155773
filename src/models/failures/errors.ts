import { LocalizedError, type LocalizedMessage } from '../../base/common/message.ts';

export type ModelErrorKind =
  | 'bad-settings'
  | 'no-model'
  | 'no-key'
  | 'unauthorized'
  | 'forbidden'
  | 'no-credit'
  | 'not-permitted'
  | 'not-found'
  | 'no-tools'
  /** The named tool set that the user chose no longer exists, or has no tools. */
  | 'tool-set'
  | 'rate-limited'
  | 'too-large'
  | 'bad-request'
  | 'server'
  | 'unreachable'
  | 'broken-stream'
  | 'internal';

/** Options of an error. No text in them may contain the key. */
export interface ModelErrorOptions {
  readonly detail?: string | undefined;
  readonly cause?: unknown;
  readonly retryAfter?: number | undefined;
  readonly transient?: LocalizedMessage | undefined;
}

/**
 * An error of a model. `text` says what happened, where, and what to do; `message` is the same in English. Neither
 * contains the key.
 */
export class ModelError extends LocalizedError {
  override readonly name = 'ModelError';
  readonly kind: ModelErrorKind;
  /** Text of the endpoint or the network. */
  readonly detail: string | undefined;

  /** Time in ms after which the endpoint allows another request. */
  readonly retryAfter: number | undefined;

  /** Description without advice. It is set if the same request may succeed in a moment. */
  readonly transient: LocalizedMessage | undefined;

  constructor(kind: ModelErrorKind, text: string | LocalizedMessage, options: ModelErrorOptions = {}) {
    super(text, { cause: options.cause });
    this.kind = kind;
    this.detail = options.detail;
    this.retryAfter = options.retryAfter;
    this.transient = options.transient;
  }
}
