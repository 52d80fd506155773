/** Planted defects (docs/testing.md, "Mutation checks", says how to add one). */

/** A change of the source that breaks something for users, and the tests that must notice. */
export interface Defect {
  /** Words with hyphens, unique. */
  readonly id: string;
  /** A sentence: what happens to the user. */
  readonly harm: string;
  /** From the root of the repository, e.g. `src/tools/permission.ts`. */
  readonly file: string;
  /** Exact text of the file. It must occur there once. */
  readonly find: string;
  /** What stands there with the defect. It has correct syntax and types. */
  readonly replace: string;
  /**
   * Titles of tests, or of a `describe`, as they stand in the test's source. Where the file is does not matter, so that
   * a test can be moved, also to another level. Each of them must fail.
   */
  readonly foundBy: readonly [string, ...string[]];
}

/** The file's text with the defect in it. Throws if the text is not there as described. */
export function plant({ id, file, find, replace }: Defect, source: string): string {
  const parts = source.split(find);
  if (parts.length !== 2)
    throw new Error(
      `The text of the defect "${id}" occurs ${parts.length - 1} times in ${file}, not once. If the code has moved, move the defect along.`,
    );
  return parts.join(replace);
}
