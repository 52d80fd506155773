/** What signing in to remote servers needs of whoever embeds the MCP room. */
import type { Resolve } from './checkedRequest.ts';
import type { Secrets } from './oauthStore.ts';
import { ExplainedError } from '../../base/common/message.ts';

/** A sign-in that a server wants. */
export interface SignInRequest {
  /** The server's name. */
  readonly server: string;
  /** `call`: a tool call waits for it, and with it somebody who uses the server at this moment. */
  readonly occasion: 'connect' | 'call';
}

/** The way back from the browser, for one sign-in. */
export interface Redirect {
  /**
   * Where the authorization server sends the browser back to: https, or http to this machine (specification
   * 2025-11-25, basic/authorization, "Communication Security").
   */
  readonly url: string;
  /**
   * Takes the user to `url` and waits for the way back. Resolves with the whole query of the redirect, not
   * looked at. Rejects with a sentence for the user when there is no way back, or with the signal's reason.
   */
  authorize(url: URL, signal: AbortSignal): Promise<URLSearchParams>;
  /** Ends it; to be called in any case. */
  close(): void;
}

/** The user with their browser, and a place for what they bring back. */
export interface Authorization {
  readonly secrets: Secrets;
  /** An https URL with this client's metadata, for servers that take one in place of a registration (CIMD). */
  readonly clientMetadataUrl?: () => string | undefined;
  /** Looks up the names of hosts; as the system does unless given. */
  readonly resolve?: Resolve;
  /** Prepares a sign-in. Resolves with undefined when nobody wants to sign in now. */
  open(request: SignInRequest, signal: AbortSignal): Promise<Redirect | undefined>;
}

/** `needed`: nobody was there for it, or did not want to. `failed`: somebody tried. Holds no secrets. */
export class SignInError extends ExplainedError {
  override readonly name = 'SignInError';
  readonly kind: 'needed' | 'failed';

  constructor(kind: SignInError['kind'], explanation: ConstructorParameters<typeof ExplainedError>[0]) {
    super(explanation);
    this.kind = kind;
  }
}
