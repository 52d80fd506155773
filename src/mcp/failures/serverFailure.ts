import type { LocalizedMessage } from '../../base/common/message.ts';
import type { LauncherCache } from './launcherCache.ts';

/** The failure of a server as the user reads it. It holds no secrets. */
export interface ServerFailure {
  readonly reason:
    | 'variable'
    | 'policy'
    /** The workspace or an extension defines the server, and the user has not confirmed it as it is now. */
    | 'unconfirmed'
    /** The user has denied the server as it is now. */
    | 'denied'
    /** A file of the workspace sets what only the user may set. */
    | 'env-file'
    | 'command-not-found'
    | 'not-executable'
    | 'folder-missing'
    | 'exited'
    /** The launcher has installed the server incompletely. */
    | 'broken-cache'
    | 'setup-timeout'
    | 'install-timeout'
    | 'unreachable'
    | 'certificate'
    | 'unauthorized'
    | 'sign-in'
    | 'http-status'
    | 'protocol'
    | 'other';
  readonly message: LocalizedMessage;
  readonly next: LocalizedMessage;
  /** Text that is too long for a sentence, such as the folders that were searched, one a line. */
  readonly details?: LocalizedMessage | undefined;
  readonly actions: readonly FailureAction[];
}

export type Cause = Omit<ServerFailure, 'actions'>;

export type FailureAction =
  | { readonly kind: 'install'; readonly what: LocalizedMessage; readonly url: string }
  | { readonly kind: 'edit' }
  /** Reads the PATH of the login shell again, and starts the server with it. */
  | { readonly kind: 'login-path' }
  | { readonly kind: 'sign-in' }
  | { readonly kind: 'forget-inputs' }
  | { readonly kind: 'show-policy' }
  | { readonly kind: 'review' }
  | { readonly kind: 'raise-limit'; readonly toMs: number }
  | { readonly kind: 'clear-cache'; readonly cache: LauncherCache }
  | { readonly kind: 'reconnect' }
  | { readonly kind: 'show-log' };
