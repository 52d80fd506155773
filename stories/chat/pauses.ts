/** A turn at its limits. */
import type { Item, PauseState, ReachedLimit } from '../../src/protocol/index.ts';

const usage = { inputTokens: 51_240, outputTokens: 1_730, cost: 124_000 };

function pause(id: string, reached: ReachedLimit, status: PauseState['status']): Item {
  return { kind: 'pause', id, reached, soFar: { steps: 10, calls: 14, usage }, state: { status } };
}

export const pauseItems: readonly Item[] = [
  pause('z1', { kind: 'steps', limit: 10 }, 'continued'),
  pause('z2', { kind: 'turnTokens', limit: 50_000 }, 'alwaysContinued'),
  pause('z3', { kind: 'dayTokens', limit: 2_000_000 }, 'stopped'),
  pause('z4', { kind: 'dayCost', limit: 5_000_000 }, 'open'),
  pause('z5', { kind: 'steps', limit: 10 }, 'open'),
];
