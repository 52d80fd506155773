/** Finds what the list of defects names: the place in the source, and the tests. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plant, type Defect } from './defect.ts';
import { defects } from './defects/index.ts';
import { TestIndex, type Found, type Level } from './levels.ts';

/** A defect with its tests, or why it cannot be tried. */
export interface Row {
  readonly defect: Defect;
  readonly tests: readonly Found[];
  problem?: string | undefined;
}

/** All defects, in their order. */
export function resolveDefects(root: string, levels: readonly Level[]): Row[] {
  const index = new TestIndex(root, levels);
  return defects.map((defect): Row => {
    try {
      if (defects.some((other) => other !== defect && other.id === defect.id))
        throw new Error(`Two defects have the id "${defect.id}".`);
      plant([defect], defect.file, readFileSync(join(root, defect.file), 'utf8'));
      return { defect, tests: defect.foundBy.map((title) => index.find(title)) };
    } catch (error) {
      return { defect, tests: [], problem: (error as Error).message };
    }
  });
}
