/** Planted defects (docs/testing.md, "Mutation checks", says how to add one). */
import { changeSource, type SourceChange } from '../support/source/change.ts';

/** A change of the source that breaks something for users, and the tests that must notice. */
export interface Defect extends SourceChange {
  /** Words with hyphens, unique. */
  readonly id: string;
  /** A sentence: what happens to the user. */
  readonly harm: string;
  /**
   * Titles of tests, or of a `describe`, as they stand in the test's source. Where the file is does not matter, so that
   * a test can be moved, also to another level. Each of them must fail.
   */
  readonly foundBy: readonly [string, ...string[]];
}

/** The file's text with these defects, which are all of that file. Throws if one of them has no place. */
export function plant(defects: readonly Defect[], file: string, source: string): string {
  try {
    return changeSource(file, source, defects);
  } catch (error) {
    const ids = defects.map(({ id }) => `"${id}"`).join(' or ');
    throw new Error(`The defect ${ids} has no place. ${(error as Error).message}`, { cause: error });
  }
}
