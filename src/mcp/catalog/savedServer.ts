import type { Catalog } from './catalog.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { fingerprint } from '../definition/describe.ts';
import type { DiscoverResult } from '@modelcontextprotocol/client';
import { plainLabel, plainText } from '../../base/common/text.ts';

export interface SavedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
}

/**
 * The facts about a server that are kept for the next session. `fingerprint` is that of the definition which they were
 * learnt from; `at` is in ms since the epoch.
 */
export interface SavedServer {
  readonly fingerprint: string;
  readonly era: 'legacy' | 'modern';
  readonly at: number;
  readonly tools: readonly SavedTool[];
  readonly offer?: SavedDiscovery;
}

export interface ServerStorage {
  recall(server: string): SavedServer | undefined;
  remember(server: string, what: SavedServer | undefined): void;
}

const MAX_TITLE = 120;
const MAX_DESCRIPTION = 500;

/**
 * The time in ms for which a saved era counts. The server is asked again afterwards, because it may have been updated.
 */
const VERDICT_LIFETIME_MS = 7 * 24 * 60 * 60 * 1_000;

export function toSavedServer(
  definition: ServerDefinition,
  catalog: Catalog,
  discovery: SavedDiscovery | undefined,
  at: number,
): SavedServer {
  return {
    fingerprint: fingerprint(definition),
    era: catalog.era,
    at,
    ...(discovery && { offer: discovery }),
    tools: catalog.tools.map(rememberTool),
  };
}

/** Shortens the texts of a tool, because the editor reads its whole saved state at each start. */
function rememberTool({ name, title, description }: Catalog['tools'][number]): SavedServer['tools'][number] {
  const shortTitle = plainLabel(title, MAX_TITLE);
  const shortDescription = plainText(description, MAX_DESCRIPTION);
  return {
    name,
    ...(shortTitle !== undefined && { title: shortTitle }),
    ...(shortDescription !== undefined && { description: shortDescription }),
  };
}

/** The saved era, if it is recent enough at `now` (ms since the epoch). */
export function knownEra(remembered: SavedServer | undefined, now: number): SavedServer['era'] | undefined {
  return remembered && now - remembered.at < VERDICT_LIFETIME_MS ? remembered.era : undefined;
}

/** The answer to `server/discover` (2026-07-28, basic/caching). `until` is in ms since the epoch. */
export interface SavedDiscovery {
  readonly discover: DiscoverResult;
  readonly until: number;
}

/** The most characters of JSON that a saved answer may have. */
const MAX_DISCOVERY = 65_536;

/** Returns the answer with its time of expiry, or undefined if it may not be kept or is too large. */
export function discoveryOf(discover: DiscoverResult | undefined): SavedDiscovery | undefined {
  const ttl = discover?.ttlMs;
  if (!discover || typeof ttl !== 'number' || ttl <= 0) return undefined;
  // A large answer is not kept: it is stored with the editor's state, and asking again costs little.
  if (JSON.stringify(discover).length > MAX_DISCOVERY) return undefined;
  return { discover, until: Date.now() + ttl };
}

export function stillValid(discovery: SavedDiscovery | undefined): SavedDiscovery | undefined {
  return discovery && Date.now() < discovery.until ? discovery : undefined;
}
