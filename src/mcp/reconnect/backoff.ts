/** How long to wait before a lost server is started again, and how often. */
import type { Launch } from '../definition/definition.ts';

/** Times are ms. */
export interface BackoffPolicy {
  /** The shortest wait. It keeps the reason of the loss in sight for a moment. */
  readonly floorMs: number;
  /** The longest wait before the first attempt; it doubles with each further one. */
  readonly firstMs: number;
  /** No wait is longer. */
  readonly capMs: number;
  /** Attempts in a row, at most. */
  readonly attempts: number;
  /** Up for this long, a server counts as well again, and its next loss as the first. */
  readonly stableMs: number;
}

const common = { floorMs: 500, firstMs: 1_000, capMs: 60_000, stableMs: 60_000 };

/**
 * A process that ends again and again has a fault that starting it does not mend, and each start costs the
 * machine something. A URL costs nothing to ask, and a server or network may be back after hours.
 */
export function backoffPolicy(kind: Launch['kind']): BackoffPolicy {
  return { ...common, attempts: kind === 'stdio' ? 5 : Infinity };
}

/**
 * The wait in ms before attempt number `attempt` (from 1): anywhere between the floor and a ceiling that
 * doubles up to the cap ("full jitter"), so that the clients of a restarted server do not all come at once.
 * `random` gives numbers from 0 to 1.
 */
export function backoffDelay(policy: BackoffPolicy, attempt: number, random: () => number): number {
  const ceiling = Math.min(policy.capMs, policy.firstMs * 2 ** (attempt - 1));
  return Math.round(policy.floorMs + random() * (ceiling - policy.floorMs));
}
