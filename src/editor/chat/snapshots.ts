/** What a chat gets of a transcript at once: its newest items, and those before them on demand. */
import type { HostMessage, Item } from '../../protocol/index.ts';

/** How many items at a time. */
const WINDOW = 200;

type Snapshot = Extract<HostMessage, { type: 'snapshot' }>;

/** The message with the newest of `items`. */
export function snapshotOf(
  items: readonly Item[],
  rest: Pick<Snapshot, 'conversation' | 'seq' | 'status'>,
): Snapshot {
  const earlier = Math.max(0, items.length - WINDOW);
  return { type: 'snapshot', ...rest, items: items.slice(earlier), earlier };
}

/**
 * The message with the items that stand before that one: the nearest of them, or at least all from `through` on.
 * Nothing if it is not there.
 */
export function earlierOf(
  all: readonly Item[],
  conversation: string,
  before: string,
  through?: string,
): HostMessage | undefined {
  const end = all.findIndex(({ id }) => id === before);
  if (end < 0) return undefined;
  const from = through === undefined ? -1 : all.findIndex(({ id }) => id === through);
  const earlier = Math.max(0, (from < 0 ? end : Math.min(from, end)) - WINDOW);
  return { type: 'earlier', conversation, items: all.slice(earlier, end), earlier };
}
