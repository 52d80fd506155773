import { t } from '@vscode/l10n';
import type { Authorization } from './authorization.ts';
import { OAuthFetch, type OAuthFetchOptions } from './oauthFetch.ts';
import { OAuthStore, type Grant } from './oauthStore.ts';

/** The outcome of a sign-out. The tokens are forgotten in any case. */
export type SignOut =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'revoked' }
  /** The tokens are not revoked, and expire by themselves. */
  | { readonly kind: 'forgotten'; readonly why: string };

const REVOKE_MS = 5_000;

/** Forgets the tokens, and revokes them if possible. Never throws for an error of the authorization server. */
export async function signOut(
  { secrets, resolve }: Authorization,
  { serverUrl, policy }: Pick<OAuthFetchOptions, 'serverUrl' | 'policy'>,
  server?: string,
): Promise<SignOut> {
  const store = new OAuthStore(secrets, serverUrl, server);
  const requests = new OAuthFetch({ serverUrl, policy, resolve });
  const grant = await store.grant();
  if (!grant) return { kind: 'nothing' };
  await store.dropGrant();
  await secrets.delete(store.dpopKey);
  const { revocationEndpoint: endpoint, tokens } = grant;
  if (endpoint === undefined)
    return { kind: 'forgotten', why: t('its authorization server does not support revoking tokens') };
  try {
    // RFC 7009 section 2.1: revoking the refresh token revokes access tokens, but not at every server.
    if (tokens.refresh_token !== undefined)
      await revoke(endpoint, tokens.refresh_token, 'refresh_token', grant, requests);
    await revoke(endpoint, tokens.access_token, 'access_token', grant, requests);
    return { kind: 'revoked' };
  } catch (error) {
    return {
      kind: 'forgotten',
      why: t('its authorization server could not revoke them: {0}', (error as Error).message),
    };
  }
}

async function revoke(
  endpoint: string,
  token: string,
  hint: 'refresh_token' | 'access_token',
  { client }: Grant,
  requests: OAuthFetch,
): Promise<void> {
  const { client_id: id, client_secret: secret } = client;
  const body = new URLSearchParams({ token, token_type_hint: hint });
  const headers: Record<string, string> = {};
  const method = (client as { token_endpoint_auth_method?: unknown }).token_endpoint_auth_method;
  if (secret === undefined || method === 'client_secret_post' || method === 'none') {
    body.set('client_id', id);
    if (secret !== undefined && method !== 'none') body.set('client_secret', secret);
  } else {
    // RFC 6749 section 2.3.1: both are form-encoded before they become a header.
    const pair = `${encodeURIComponent(id)}:${encodeURIComponent(secret)}`;
    headers['authorization'] = `Basic ${Buffer.from(pair).toString('base64')}`;
  }
  const response = await requests.fetch(endpoint, {
    method: 'POST',
    headers,
    body,
    signal: AbortSignal.timeout(REVOKE_MS),
  });
  if (!response.ok) throw new Error(`HTTP ${response.status}`);
}
