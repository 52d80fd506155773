import type { Resolve } from '../../base/node/checkedRequest.ts';
import type { Secrets } from './oauthStore.ts';
import { ExplainedError } from '../../base/common/message.ts';

export interface SignInRequest {
  readonly server: string;
  /** `call` means that a tool call waits for the sign-in, so the user is there. */
  readonly occasion: 'connect' | 'call';
}

export interface Redirect {
  /**
   * The address that the browser is sent to in the end: https, or http to this machine (2025-11-25,
   * basic/authorization, "Communication Security").
   */
  readonly url: string;
  /** Resolves with the redirect's query, unchecked. Rejects with a message for the user, or the signal's reason. */
  authorize(url: URL, signal: AbortSignal): Promise<URLSearchParams>;
  /** Ends the wait for the redirect. It has to be called in any case. */
  close(): void;
}

export interface Authorization {
  readonly secrets: Secrets;
  /** An https URL with this client's metadata, for servers that take one in place of a registration (CIMD). */
  readonly clientMetadataUrl?: () => string | undefined;
  readonly resolve?: Resolve;
  /** Resolves with undefined when the user does not want to sign in now. */
  open(request: SignInRequest, signal: AbortSignal): Promise<Redirect | undefined>;
}

/**
 * The error of an operation that a sign-in would allow. It is `needed` if nobody signed in, `failed` if somebody tried.
 * It holds no secrets.
 */
export class SignInError extends ExplainedError {
  override readonly name = 'SignInError';
  readonly kind: 'needed' | 'failed';

  constructor(kind: SignInError['kind'], explanation: ConstructorParameters<typeof ExplainedError>[0]) {
    super(explanation);
    this.kind = kind;
  }
}
