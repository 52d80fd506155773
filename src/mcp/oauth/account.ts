/**
 * Finds the name by which an authorization server knows the user. It is only shown: nothing is decided by it, so no
 * signature is checked.
 */
import type { OAuthTokens } from '@modelcontextprotocol/client';
import { jsonObject } from '../../base/common/guards.ts';
import { plainLabel } from '../../base/common/text.ts';

/** Claims of OpenID Connect Core, section 5.1, and those that Entra ID has in their place. */
const claims = ['email', 'preferred_username', 'upn', 'unique_name', 'login', 'username', 'name'];
const MAX_ACCOUNT = 80;
const MAX_TOKEN = 32_768;

/** Returns the name of the account, or undefined if the tokens do not tell it. */
export function accountOf({
  id_token: identity,
  access_token: access,
}: Pick<OAuthTokens, 'id_token' | 'access_token'>): string | undefined {
  for (const token of [identity, access]) {
    const all = claimsOf(token);
    for (const claim of claims) {
      const label = plainLabel(all[claim], MAX_ACCOUNT);
      if (label !== undefined) return label;
    }
  }
  return undefined;
}

function claimsOf(token: string | undefined): Readonly<Record<string, unknown>> {
  const [, payload, ...more] = token !== undefined && token.length <= MAX_TOKEN ? token.split('.') : [];
  if (payload === undefined || more.length !== 1) return {};
  return jsonObject(Buffer.from(payload, 'base64url').toString('utf8')) ?? {};
}
