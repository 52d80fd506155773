/** Why a server is in error, and what can be done about it. */
import type { LocalizedMessage } from '../../base/common/message.ts';

/** Why a server is in error: what happened, and what to try next. Holds no secrets. */
export interface ServerFailure {
  readonly reason:
    | 'variable'
    /** The policy of the machine does not let it run. */
    | 'policy'
    /** It is the workspace's, and the user has not allowed it as it is now. */
    | 'unconfirmed'
    /** A file of the workspace sets what only the user may set. */
    | 'env-file'
    | 'command-not-found'
    | 'not-executable'
    | 'folder-missing'
    | 'exited'
    | 'setup-timeout'
    | 'unreachable'
    | 'certificate'
    | 'unauthorized'
    | 'sign-in'
    | 'http-status'
    | 'protocol'
    | 'other';
  readonly message: LocalizedMessage;
  readonly next: LocalizedMessage;
  /** What is too long for a sentence, such as the folders that were searched; one thing a line. */
  readonly details?: LocalizedMessage;
  /** What can be done about it at once, the likeliest first. */
  readonly actions: readonly FailureAction[];
}

/** A failure without what can be done about it. */
export type Cause = Omit<ServerFailure, 'actions'>;

/** A next step that is one click away. */
export type FailureAction =
  /** Get the launcher that is missing: what it comes with, and the page that says how to install that. */
  | { readonly kind: 'install'; readonly what: LocalizedMessage; readonly url: string }
  /** Correct the definition. */
  | { readonly kind: 'edit' }
  /** Ask the login shell for its PATH anew, and start the server with that. */
  | { readonly kind: 'login-path' }
  | { readonly kind: 'sign-in' }
  /** Be asked again for the values of its variables. */
  | { readonly kind: 'forget-inputs' }
  /** See which servers the machine lets run. */
  | { readonly kind: 'show-policy' }
  /** See what the workspace wants to start, and allow it. */
  | { readonly kind: 'review' }
  /** Give it so many ms to come up. */
  | { readonly kind: 'raise-limit'; readonly toMs: number }
  | { readonly kind: 'reconnect' }
  | { readonly kind: 'show-log' };
