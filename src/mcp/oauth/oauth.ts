// OAuth 2.1 (2025-11-25 and 2026-07-28, basic/authorization). The SDK does discovery, registration, PKCE, resource
// indicators, `iss`, scopes and refreshing. Transports get an `Authorizer`, which uses and refreshes tokens without the
// user; when it notes that these are not enough, `withAuthorization` runs a `SignIn`.
import {
  UnauthorizedError,
  type DpopSession,
  type FetchLike,
  type OAuthClientInformationContext,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { msg } from '../../base/common/message.ts';
import { type Authorization, type Redirect, type SignInRequest, SignInError } from './authorization.ts';
import type { ClientRegistration } from '../definition/definition.ts';
import type { StartChecks } from '../startPolicy/startPolicy.ts';
import { DPOP_ALGORITHM, openDpopSession } from './dpop.ts';
import { OAuthFetch, SharedRefresh } from './oauthFetch.ts';
import { isSameIssuer, OAuthStore } from './oauthStore.ts';
import type { Notices } from '../reading/notices.ts';
import { regularAnswers } from './regularAnswers.ts';
import { accountOf } from './account.ts';
import { preregisteredFor, SignIn } from './signIn.ts';
import { untilAborted } from '../../base/common/abort.ts';

/** The number of sign-ins for one operation after which the server's refusal counts. */
const MAX_AUTHORIZATIONS = 2;

/** The redirect URL outside of a sign-in, which is sent nowhere. */
const NO_REDIRECT = 'http://127.0.0.1/';

/**
 * Runs an operation, and repeats it after each sign-in that it needs. The user's time counts against no limit of it.
 * @throws SignInError
 */
export async function withAuthorization<T>(
  authorizer: Authorizer | undefined,
  occasion: SignInRequest['occasion'],
  signal: AbortSignal | undefined,
  operation: () => Promise<T>,
): Promise<T> {
  for (let authorizations = 0; ; authorizations++) {
    const since = authorizer?.signIns;
    try {
      return await operation();
    } catch (error) {
      if (!authorizer || !wantsAuthorization(error) || authorizations === MAX_AUTHORIZATIONS) throw error;
      await authorizer.authorize(occasion, signal ?? new AbortController().signal, since);
    }
  }
}

function wantsAuthorization(error: unknown): boolean {
  if (error instanceof UnauthorizedError) return true;
  return error instanceof Error && error.cause !== undefined && wantsAuthorization(error.cause);
}

interface Wanted {
  readonly scope: string | undefined;
  readonly discovery: OAuthDiscoveryState | undefined;
}

export interface AuthorizerOptions {
  /** Reports what was odd in answers. */
  readonly notices?: Notices | undefined;
  /** The `fetch` for requests to the server itself. */
  readonly fetch?: FetchLike | undefined;
}

export class Authorizer implements OAuthClientProvider {
  private readonly refreshes: SharedRefresh;
  readonly fetch: FetchLike;
  readonly redirectUrl = NO_REDIRECT;
  /** This metadata is not sent anywhere, because only a `SignIn` registers a client. */
  readonly clientMetadata: OAuthClientMetadata = {
    redirect_uris: [NO_REDIRECT],
    grant_types: ['authorization_code', 'refresh_token'],
  };
  private readonly server: string;
  private readonly serverUrl: string;
  private readonly registration: ClientRegistration | undefined;
  private readonly authorization: Authorization;
  private readonly hide: (secret: string, shown: string) => void;
  private readonly store: OAuthStore;
  private readonly requests: OAuthFetch;
  private readonly notices: Notices | undefined;
  private discovered: OAuthDiscoveryState | undefined;
  private wanted: Wanted | undefined;
  private signingIn: Promise<void> | undefined;
  private latest = { count: 0, outcome: Promise.resolve() };
  private dpopSession: Promise<DpopSession> | undefined;
  private hasTokens = false;
  private accountName: string | undefined;

  constructor(
    server: string,
    serverUrl: string,
    registration: ClientRegistration | undefined,
    authorization: Authorization,
    hide: (secret: string, shown: string) => void,
    policy: StartChecks['policy'],
    { notices, fetch: base = fetch }: AuthorizerOptions = {},
  ) {
    this.requests = new OAuthFetch({ serverUrl, policy, resolve: authorization.resolve });
    this.notices = notices;
    this.refreshes = new SharedRefresh(
      regularAnswers(
        this.requests.transportFetch(
          (url, init) => base(url, init),
          (url) => this.isKnown(url),
        ),
        serverUrl,
        notices,
      ),
    );
    this.fetch = this.refreshes.fetch;
    this.server = server;
    this.serverUrl = serverUrl;
    this.registration = registration;
    this.authorization = authorization;
    this.hide = hide;
    this.store = new OAuthStore(authorization.secrets, serverUrl, server);
  }

  get signedIn(): boolean {
    return this.hasTokens;
  }

  /** The user's name at the authorization server, if its tokens tell it. */
  get account(): string | undefined {
    return this.accountName;
  }

  get signIns(): number {
    return this.latest.count;
  }

  /**
   * Signs in, once for all operations that wait. An operation that began when `since` sign-ins had ended, and was
   * refused after another one, shares the outcome of that one: a user who declined it has declined for all. @throws
   * SignInError, or the signal's reason
   */
  async authorize(
    occasion: SignInRequest['occasion'],
    signal: AbortSignal,
    since = this.signIns,
  ): Promise<void> {
    if (!this.signingIn && this.signIns !== since) return this.latest.outcome;
    const signingIn = (this.signingIn ??= this.begin(occasion, signal));
    await untilAborted(signingIn, signal);
  }

  private begin(occasion: SignInRequest['occasion'], signal: AbortSignal): Promise<void> {
    const outcome = this.signIn(occasion, signal).finally(() => {
      this.signingIn = undefined;
      this.wanted = undefined;
      // A sign-in that was stopped with its operation has no outcome for others.
      if (!signal.aborted) this.latest = { count: this.latest.count + 1, outcome };
    });
    // The operation that began the sign-in may end earlier, and then nobody else handles the rejection.
    outcome.catch(() => undefined);
    return outcome;
  }

  private async signIn(occasion: SignInRequest['occasion'], signal: AbortSignal): Promise<void> {
    const { wanted } = this;
    // Another operation has just been authorized.
    if (!wanted) return;
    const redirect = await this.open(occasion, signal);
    if (!redirect) {
      throw new SignInError('needed', {
        message: msg('{0} requires you to sign in.', new URL(this.serverUrl).origin),
        next: msg('Run "Patchbay: Sign In…", or click the key icon of the server.'),
      });
    }
    try {
      const clientMetadataUrl = this.authorization.clientMetadataUrl?.();
      await new SignIn({
        serverUrl: this.serverUrl,
        scope: this.scopeFor(wanted, await this.tokens()),
        resourceMetadataUrl: wanted.discovery?.resourceMetadataUrl,
        redirect,
        store: this.store,
        registration: this.registration,
        requests: this.requests,
        notices: this.notices,
        ...(clientMetadataUrl !== undefined && { clientMetadataUrl }),
        dpop: (discovery) => this.dpopFor(discovery),
      }).run(signal);
    } finally {
      redirect.close();
    }
  }

  /** Returns true if the origin of `url` gave the tokens, or refreshes them. */
  private async isKnown(url: URL): Promise<boolean> {
    const issuer = await this.store.latestIssuer();
    if (issuer === undefined || !(await this.store.grant(issuer))) return false;
    const metadata = this.discovered?.authorizationServerMetadata;
    const endpoint = metadata && isSameIssuer(metadata.issuer, issuer) ? metadata.token_endpoint : undefined;
    return [issuer, endpoint].some((each) => each !== undefined && new URL(each).origin === url.origin);
  }

  /** Opens the redirect of a sign-in. One that is ready only after the operation ended is closed. */
  private async open(
    occasion: SignInRequest['occasion'],
    signal: AbortSignal,
  ): Promise<Redirect | undefined> {
    const opening = this.authorization.open({ server: this.server, occasion }, signal);
    try {
      return await untilAborted(opening, signal);
    } catch (error) {
      opening.then(
        (redirect) => redirect?.close(),
        () => undefined,
      );
      throw error;
    }
  }

  get hasBegun(): boolean {
    return this.discovered !== undefined;
  }

  /**
   * Returns the scopes to request. The user's own replace those that the server proposes first; scopes that it wants
   * later, when there are tokens, are added.
   */
  private scopeFor({ scope }: Wanted, tokens: StoredOAuthTokens | undefined): string | undefined {
    const own = this.registration?.scopes;
    if (!own) return scope;
    return tokens ? [...new Set([...own, ...(scope?.split(' ') ?? [])])].join(' ') : own.join(' ');
  }

  async clientInformation(
    context?: OAuthClientInformationContext,
  ): Promise<StoredOAuthClientInformation | undefined> {
    if (!context) return undefined;
    const { issuer } = context;
    const own = preregisteredFor(this.registration, issuer);
    // A client that is not registered lets the SDK reach `redirectToAuthorization`; no request is made with it.
    return own ?? (await this.store.grant(issuer))?.client ?? { client_id: 'unregistered', issuer };
  }

  async tokens(context?: OAuthClientInformationContext): Promise<StoredOAuthTokens | undefined> {
    const grant = await this.store.grant(context?.issuer);
    const usable =
      grant !== undefined &&
      // Tokens are worth nothing to another client.
      (this.registration === undefined ||
        grant.redirectUrl !== undefined ||
        grant.client.client_id === this.registration.clientId);
    this.hasTokens = usable;
    this.accountName = usable ? accountOf(grant.tokens) : undefined;
    if (usable) {
      const { access_token: access, refresh_token: refresh } = grant.tokens;
      this.hide(access, '(access token)');
      if (refresh !== undefined) this.hide(refresh, '(refresh token)');
    }
    return usable ? grant.tokens : undefined;
  }

  /** Saves refreshed tokens, unless the user has signed out meanwhile. */
  async saveTokens(tokens: StoredOAuthTokens, context?: OAuthClientInformationContext): Promise<void> {
    const grant = context && (await this.store.grant(context.issuer));
    if (grant) await this.store.saveGrant(context.issuer, { ...grant, tokens });
  }

  async dpop(): Promise<DpopSession | undefined> {
    return this.dpopFor(this.discovered);
  }

  /**
   * Returns the session for DPoP if the authorization server supports it, or if the tokens are bound to a key already.
   */
  private async dpopFor(discovery: OAuthDiscoveryState | undefined): Promise<DpopSession | undefined> {
    // The member is that of RFC 9449, section 5.1. The SDK keeps it, but its type lacks it.
    const metadata: object = discovery?.authorizationServerMetadata ?? {};
    const { dpop_signing_alg_values_supported: offered } = metadata as Record<string, unknown>;
    const binds = Array.isArray(offered) && offered.includes(DPOP_ALGORITHM);
    if (!binds && (await this.tokens())?.token_type.toLowerCase() !== 'dpop') return undefined;
    this.dpopSession ??= openDpopSession(this.authorization.secrets, this.store.dpopKey);
    return this.dpopSession;
  }

  saveDiscoveryState(state: OAuthDiscoveryState): void {
    this.discovered = state;
  }

  redirectToAuthorization(url: URL): void {
    // An operation that is refused during a sign-in waits for it.
    if (this.signingIn) return;
    this.wanted = { scope: url.searchParams.get('scope') ?? undefined, discovery: this.discovered };
  }

  /** The verifier belongs to a URL that is never opened; a `SignIn` makes its own. */
  saveCodeVerifier(): void {}

  codeVerifier(): string {
    throw new Error('No sign-in is under way.');
  }

  /**
   * Drops what the authorization server has refused. Tokens that a sign-in brought since the refused request was sent
   * stay.
   */
  async invalidateCredentials(scope: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): Promise<void> {
    const grant = await this.store.grant();
    if (!grant || !this.refreshes.wasRefused(grant.tokens.refresh_token)) return;
    if (scope === 'all' || scope === 'client') {
      const issuer = await this.store.latestIssuer();
      const { redirectUrl } = grant;
      if (issuer !== undefined && redirectUrl !== undefined) await this.store.dropClient(issuer, redirectUrl);
    }
    if (scope === 'all' || scope === 'tokens') await this.store.dropGrant();
  }
}
