/** The slowest tests of Mocha's output, which gives the time of each that is not quick: `✔ waits (1234ms)`. */

export interface Timed {
  readonly title: string;
  readonly ms: number;
}

/** The `count` slowest of them, slowest first. */
export function slowestTests(output: string, count: number): readonly Timed[] {
  return [...output.matchAll(/^\s*✔ (.+) \((\d+)ms\)$/gm)]
    .map(([, title = '', ms]) => ({ title, ms: Number(ms) }))
    .toSorted((a, b) => b.ms - a.ms)
    .slice(0, count);
}
