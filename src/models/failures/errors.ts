import { LocalizedError, type LocalizedMessage } from '../../base/common/message.ts';

export type ModelErrorKind =
  | 'bad-settings'
  | 'no-model'
  | 'no-key'
  | 'unauthorized'
  | 'forbidden'
  | 'not-permitted'
  | 'not-found'
  | 'no-tools'
  /** The named tool set that the user chose is gone, or has no tool. */
  | 'tool-set'
  | 'rate-limited'
  | 'too-large'
  | 'bad-request'
  | 'server'
  | 'unreachable'
  | 'broken-stream'
  | 'internal';

/** Nothing in it may hold the key. */
export interface ModelErrorOptions {
  readonly detail?: string | undefined;
  readonly cause?: unknown;
  readonly retryAfter?: number | undefined;
  readonly transient?: LocalizedMessage | undefined;
}

/** `text` says what happened, where, and what to do, `message` the same in English; neither holds the key. */
export class ModelError extends LocalizedError {
  override readonly name = 'ModelError';
  readonly kind: ModelErrorKind;
  /** In the words of the endpoint or the network. */
  readonly detail: string | undefined;

  /** In ms. */
  readonly retryAfter: number | undefined;

  /** What happened, without advice, if the same request may succeed in a moment. */
  readonly transient: LocalizedMessage | undefined;

  constructor(kind: ModelErrorKind, text: string | LocalizedMessage, options: ModelErrorOptions = {}) {
    super(text, { cause: options.cause });
    this.kind = kind;
    this.detail = options.detail;
    this.retryAfter = options.retryAfter;
    this.transient = options.transient;
  }
}
