/** All recorded tasks, with the most that each may cost. */
import type { ModelTask } from './task.ts';
import { feature } from './tasks/feature.ts';
import { rename } from './tasks/rename.ts';
import { tools } from './tasks/tools.ts';

export interface RecordedTask {
  readonly task: ModelTask;
  /** Runs in the night only. */
  readonly nightly?: boolean | undefined;
  readonly most: {
    readonly steps: number;
    readonly inputTokens: number;
    /** Of system message and tools, in each request. */
    readonly fixedTokens: number;
  };
}

/** Of the fixed part, with the built-in tools and those of the demo's two servers. */
const MOST_FIXED = 7_300;

export const tasks: readonly RecordedTask[] = [
  { task: rename, nightly: true, most: { steps: 5, inputTokens: 45_000, fixedTokens: MOST_FIXED } },
  { task: feature, nightly: true, most: { steps: 6, inputTokens: 100_000, fixedTokens: MOST_FIXED } },
  { task: tools, most: { steps: 4, inputTokens: 80_000, fixedTokens: MOST_FIXED } },
];
