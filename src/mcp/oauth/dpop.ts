/** Keeps the key that tokens are bound to (DPoP, RFC 9449), so that a stolen token is of no use without it. */
import { webcrypto } from 'node:crypto';
import { DpopSession, generateDpopKeyPair, type DpopKeyPair } from '@modelcontextprotocol/client';
import type { Secrets } from './oauthStore.ts';
import { sha256 } from '../../base/node/hash.ts';

export const DPOP_ALGORITHM = 'ES256';

const curve = { name: 'ECDSA', namedCurve: 'P-256' };

export async function openDpopSession(secrets: Secrets, key: string): Promise<DpopSession> {
  const kept = await secrets.get(key);
  if (kept !== undefined) return DpopSession.create({ keyPair: await toKeyPair(kept) });
  const keyPair = await generateDpopKeyPair({ alg: DPOP_ALGORITHM, extractable: true });
  await secrets.store(key, JSON.stringify(await webcrypto.subtle.exportKey('jwk', keyPair.privateKey)));
  return DpopSession.create({ keyPair });
}

async function toKeyPair(text: string): Promise<DpopKeyPair> {
  const jwk = JSON.parse(text) as webcrypto.JsonWebKey;
  const { crv = '', kty = '', x = '', y = '' } = jwk;
  const publicJwk = { crv, kty, x, y };
  return {
    privateKey: await webcrypto.subtle.importKey('jwk', jwk, curve, false, ['sign']),
    publicKey: await webcrypto.subtle.importKey('jwk', publicJwk, curve, true, ['verify']),
    publicJwk,
    // The thumbprint is that of RFC 7638: over the required members, in this order, without white space.
    thumbprint: sha256(JSON.stringify(publicJwk), 'base64url'),
    alg: DPOP_ALGORITHM,
  };
}
