/** The efforts that endpoints were found to accept, by endpoint and model. */
import { isRecord, recordOf } from '../../base/common/guards.ts';
import { efforts, type Effort } from '../../protocol/index.ts';

interface Learned {
  readonly efforts: readonly Effort[];
  readonly at: number;
}

export type SavedEfforts = Readonly<Record<string, Learned>>;

const MAX_SAVED = 100;
/** Limit in ms, because endpoints and models change. */
const MAX_AGE = 30 * 24 * 3_600_000;

const learned = new Map<string, Learned>();
let save: (all: SavedEfforts) => void = () => undefined;

export function learnedEfforts(key: string): readonly Effort[] | undefined {
  return learned.get(key)?.efforts;
}

export function learnEfforts(key: string, taken: readonly Effort[], now = Date.now()): void {
  learned.delete(key);
  learned.set(key, { efforts: taken, at: now });
  save(Object.fromEntries([...learned].slice(-MAX_SAVED)));
}

/** Loads efforts that an earlier window saved, checks them, and saves new ones from now on. */
export function keepEfforts(saved: unknown, onLearned: (all: SavedEfforts) => void, now = Date.now()): void {
  save = onLearned;
  for (const [key, value] of Object.entries(recordOf(saved)).slice(-MAX_SAVED)) {
    if (!isRecord(value) || learned.has(key)) continue;
    const { efforts: taken, at } = value;
    if (!Array.isArray(taken) || typeof at !== 'number' || at > now || now - at > MAX_AGE) continue;
    learned.set(key, { efforts: efforts.filter((each) => taken.includes(each)), at });
  }
}
