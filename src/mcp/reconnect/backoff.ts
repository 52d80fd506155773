import type { Launch } from '../definition/definition.ts';

export interface BackoffPolicy {
  /** It keeps the reason of the loss in sight for a moment. */
  readonly floorMs: number;
  /** The longest wait before the first attempt; it doubles with each further one. */
  readonly firstMs: number;
  readonly capMs: number;
  readonly attempts: number;
  /** A server that was up for so long has recovered: its next loss counts as the first. */
  readonly stableMs: number;
}

const common = { floorMs: 500, firstMs: 1_000, capMs: 60_000, stableMs: 60_000 };

/**
 * A process that ends repeatedly has a fault that restarts do not fix. A URL costs nothing, and may be back after
 * hours.
 */
export function backoffPolicy(kind: Launch['kind']): BackoffPolicy {
  return { ...common, attempts: kind === 'stdio' ? 5 : Infinity };
}

/** In ms; `attempt` from 1. Random ("full jitter"), so that clients of a restarted server do not come at once. */
export function backoffDelay(policy: BackoffPolicy, attempt: number, random: () => number): number {
  const ceiling = Math.min(policy.capMs, policy.firstMs * 2 ** (attempt - 1));
  return Math.round(policy.floorMs + random() * (ceiling - policy.floorMs));
}
