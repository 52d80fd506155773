/**
 * The answer to `server/discover`, kept as long as it allows: the next connection need not ask (2026-07-28,
 * basic/caching).
 */
import type { DiscoverResult } from '@modelcontextprotocol/client';

/** `until` is in ms since the epoch. */
export interface Offer {
  readonly discover: DiscoverResult;
  readonly until: number;
}

/** In characters of its JSON. */
const MAX_OFFER = 65_536;

/** Undefined if the answer may not be kept. */
export function offerOf(discover: DiscoverResult | undefined): Offer | undefined {
  const ttl = discover?.ttlMs;
  if (!discover || typeof ttl !== 'number' || ttl <= 0) return undefined;
  // It is stored with the editor's state, and asking again costs little.
  if (JSON.stringify(discover).length > MAX_OFFER) return undefined;
  return { discover, until: Date.now() + ttl };
}

export function stillValid(offer: Offer | undefined): Offer | undefined {
  return offer && Date.now() < offer.until ? offer : undefined;
}
