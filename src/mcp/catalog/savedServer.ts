/** What is remembered of a server beyond the session, and how much of it still holds. */
import type { Catalog } from './catalog.ts';
import type { ServerDefinition } from '../definition/definition.ts';
import { fingerprint } from '../definition/describe.ts';
import type { Offer } from './offer.ts';
import { plainLabel, plainText } from '../../base/common/text.ts';

/** A tool as it is remembered while its server is down. */
export interface SavedTool {
  readonly name: string;
  readonly title?: string;
  readonly description?: string;
}

/** What outlives a session for each server. `fingerprint` names the definition it was learnt from. */
export interface SavedServer {
  readonly fingerprint: string;
  readonly era: 'legacy' | 'modern';
  /** When this was learnt, in ms since the epoch. */
  readonly at: number;
  readonly tools: readonly SavedTool[];
  /** What a server of the modern era said of itself, if it may be kept. */
  readonly offer?: Offer;
}

/** Keeps `SavedServer` by server name. */
export interface ServerStorage {
  recall(server: string): SavedServer | undefined;
  remember(server: string, what: SavedServer | undefined): void;
}

/** What is remembered of the texts of a tool, in characters. */
const MAX_TITLE = 120;
const MAX_DESCRIPTION = 500;

/** A verdict on the era is asked for again after this many ms: the server may have been updated since. */
const VERDICT_LIFETIME_MS = 7 * 24 * 60 * 60 * 1_000;

/** What to remember of a server that has just shown its catalog. `at` is in ms since the epoch. */
export function toSavedServer(
  definition: ServerDefinition,
  catalog: Catalog,
  offer: Offer | undefined,
  at: number,
): SavedServer {
  return {
    fingerprint: fingerprint(definition),
    era: catalog.era,
    at,
    ...(offer && { offer }),
    tools: catalog.tools.map(rememberTool),
  };
}

/** What the tree shows of a tool while its server is down: the editor reads its memory whole at each start. */
function rememberTool({ name, title, description }: Catalog['tools'][number]): SavedServer['tools'][number] {
  const shortTitle = plainLabel(title, MAX_TITLE);
  const shortDescription = plainText(description, MAX_DESCRIPTION);
  return {
    name,
    ...(shortTitle !== undefined && { title: shortTitle }),
    ...(shortDescription !== undefined && { description: shortDescription }),
  };
}

/** The era to rely on, if the verdict is young enough at `now` (ms since the epoch). */
export function knownEra(remembered: SavedServer | undefined, now: number): SavedServer['era'] | undefined {
  return remembered && now - remembered.at < VERDICT_LIFETIME_MS ? remembered.era : undefined;
}
