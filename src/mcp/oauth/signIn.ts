import { randomBytes } from 'node:crypto';
import {
  auth,
  type OAuthError,
  StreamableHTTPClientTransport,
  type DpopSession,
  type FetchLike,
  type OAuthClientInformationContext,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { LocalizedError, msg } from '../../base/common/message.ts';
import type { Redirect } from './authorization.ts';
import type { ClientRegistration } from '../definition/definition.ts';
import type { OAuthFetch } from './oauthFetch.ts';
import type { Notices } from '../reading/notices.ts';
import { AS_WRITTEN } from '../reading/oauthRules.ts';
import { recordOf } from '../../base/common/guards.ts';
import { regularAnswers } from './regularAnswers.ts';
import { isSameIssuer, type OAuthStore } from './oauthStore.ts';
import { SignInError } from './authorization.ts';
import { explainSignIn } from './signInFailures.ts';

export interface SignInParts {
  readonly serverUrl: string;
  readonly scope: string | undefined;
  readonly resourceMetadataUrl: string | undefined;
  readonly redirect: Redirect;
  readonly store: OAuthStore;
  readonly registration: ClientRegistration | undefined;
  readonly requests: OAuthFetch;
  readonly notices: Notices | undefined;
  readonly clientMetadataUrl?: string;
  readonly dpop: (discovery: OAuthDiscoveryState | undefined) => Promise<DpopSession | undefined>;
}

/** Returns the client registered by hand if it is for the issuer, because it is shown to no other. */
export function preregisteredFor(
  registration: ClientRegistration | undefined,
  issuer: string,
): StoredOAuthClientInformation | undefined {
  if (!registration) return undefined;
  const { clientId, clientSecret, issuer: own } = registration;
  if (own !== undefined && !isSameIssuer(own, issuer)) return undefined;
  return { client_id: clientId, issuer, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
}

/** Codes of errors for a client that the server does not know (RFC 6749, sections 4.1.2.1 and 5.2). */
const unknownClient = /^(invalid_client|unauthorized_client)$/;

export class SignIn implements OAuthClientProvider {
  readonly redirectUrl: string;
  readonly clientMetadata: OAuthClientMetadata;
  readonly clientMetadataUrl: string;
  private readonly parts: SignInParts;
  private url: URL | undefined;
  private verifier = '';
  private discovery: OAuthDiscoveryState | undefined;
  private issuer = '';
  private client: StoredOAuthClientInformation | undefined;
  private source: 'preregistered' | 'kept' | 'new' = 'new';
  private evicted = false;

  constructor(parts: SignInParts) {
    this.parts = parts;
    this.redirectUrl = parts.redirect.url;
    this.clientMetadataUrl = parts.clientMetadataUrl ?? '';
    this.clientMetadata = {
      client_name: 'Patchbay',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    };
  }

  /**
   * Signs in. Registers again, once, if the server no longer knows the client. @throws SignInError, or the signal's
   * reason
   */
  async run(signal: AbortSignal): Promise<void> {
    try {
      await this.attempt(signal).catch((error: unknown) => {
        if (!this.evicted) throw error;
        return this.attempt(signal);
      });
    } catch (error) {
      signal.throwIfAborted();
      throw error instanceof SignInError ? error : explainSignIn(error);
    }
  }

  private async attempt(signal: AbortSignal): Promise<void> {
    const { serverUrl, scope, resourceMetadataUrl, redirect, requests, notices } = this.parts;
    this.evicted = false;
    this.discovery = undefined;
    const send: FetchLike = (url, init) => requests.fetch(url, { ...init, signal });
    const fetchFn = regularAnswers(send, serverUrl, notices);
    await auth(this, {
      serverUrl,
      forceReauthorization: true,
      fetchFn,
      ...(scope !== undefined && { scope }),
      ...(resourceMetadataUrl !== undefined && { resourceMetadataUrl: new URL(resourceMetadataUrl) }),
    });
    const { url } = this;
    if (!url) throw new LocalizedError(msg('The authorization server was not found.'));
    requests.check(url);
    const query = await redirect.authorize(url, signal).catch(async (error: unknown) => {
      // A client that the server no longer knows is reported in the browser only. A kept client is dropped, so that the
      // next sign-in registers another.
      if (this.source === 'kept') await this.evict();
      this.evicted = false;
      throw error;
    });
    signal.throwIfAborted();
    if (query.get('state') !== url.searchParams.get('state')) {
      throw new SignInError('failed', {
        message: msg('The sign-in response was ignored because its "state" does not match the request.'),
        next: msg('Sign in again. If this happens again, somebody may be tampering with the connection.'),
      });
    }
    try {
      // The answer may have the issuer as the server writes it, with the slash that reading has left out. No other
      // issuer is accepted (RFC 9207, section 2.4).
      const { [AS_WRITTEN]: written } = recordOf(this.discoveryState()?.authorizationServerMetadata);
      if (written !== undefined && query.get('iss') === written) query.set('iss', this.issuer);
      // The SDK gets the whole query, because it checks `iss` before it looks at the code or at an error.
      const options = { authProvider: this, fetch: fetchFn };
      await new StreamableHTTPClientTransport(new URL(serverUrl), options).finishAuth(query);
    } catch (error) {
      if (unknownClient.test((error as Partial<OAuthError>).code ?? '')) await this.evict();
      throw error;
    }
  }

  private async evict(): Promise<void> {
    if (this.source === 'preregistered') return;
    await this.parts.store.dropClient(this.issuer, this.redirectUrl);
    this.evicted = true;
  }

  state(): string {
    return randomBytes(32).toString('base64url');
  }

  async clientInformation(
    context?: OAuthClientInformationContext,
  ): Promise<StoredOAuthClientInformation | undefined> {
    if (!context) return undefined;
    this.issuer = context.issuer;
    const own = preregisteredFor(this.parts.registration, context.issuer);
    const known = own ?? (await this.parts.store.client(context.issuer, this.redirectUrl));
    if (own) this.source = 'preregistered';
    // A new registration is read again for the code, and is new all the same.
    else if (known?.client_id !== this.client?.client_id) this.source = 'kept';
    this.client = known;
    return known;
  }

  async saveClientInformation(
    client: StoredOAuthClientInformation,
    context?: OAuthClientInformationContext,
  ): Promise<void> {
    if (!context) return;
    this.client = client;
    this.source = 'new';
    await this.parts.store.saveClient(context.issuer, this.redirectUrl, client);
  }

  /** Returns none, because the tokens that exist were not enough. */
  tokens(): undefined {
    return undefined;
  }

  async saveTokens(tokens: StoredOAuthTokens, context?: OAuthClientInformationContext): Promise<void> {
    if (!context || !this.client) return;
    // Both kinds of metadata may have this member (RFC 8414), but the SDK's types name it for one.
    const metadata = (this.discovery?.authorizationServerMetadata ?? {}) as {
      readonly revocation_endpoint?: string;
    };
    const { revocation_endpoint: revocationEndpoint } = metadata;
    await this.parts.store.saveGrant(context.issuer, {
      tokens,
      client: this.client,
      ...(this.source !== 'preregistered' && { redirectUrl: this.redirectUrl }),
      ...(revocationEndpoint !== undefined && { revocationEndpoint }),
    });
  }

  dpop(): Promise<DpopSession | undefined> {
    return this.parts.dpop(this.discovery);
  }

  saveCodeVerifier(verifier: string): void {
    this.verifier = verifier;
  }

  codeVerifier(): string {
    return this.verifier;
  }

  redirectToAuthorization(url: URL): void {
    this.url = url;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovery = state;
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.discovery;
  }

  /** Drops a client that is refused. Existing tokens stay, because they may still be good for other scopes. */
  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    if (scope === 'all' || scope === 'client') await this.evict();
  }
}
