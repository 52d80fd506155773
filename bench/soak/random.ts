/** Seeded (mulberry32), so that a run can be repeated. */
export function floatsOf(seed: number): {
  next(): number;
  /** An integer from 0 to `limit` - 1. */
  below(limit: number): number;
  from<T>(values: readonly T[]): T | undefined;
} {
  let state = seed | 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  return { next, below, from: (values) => values[below(values.length)] };
}
