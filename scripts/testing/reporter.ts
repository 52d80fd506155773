/** Mocha's spec reporter; also writes the results of each file to PATCHBAY_TEST_RESULTS. */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import Mocha from 'mocha';

/** By the test file's path, relative to the working directory. */
export type FileResults = Readonly<Record<string, FileResult>>;

export interface FileResult {
  readonly passed: number;
  /** Full titles of failed tests and hooks. */
  readonly failed: readonly string[];
  /** How long its tests and hooks took, in ms. */
  readonly ms: number;
}

// oxlint-disable-next-line import/no-default-export -- Mocha takes the default export
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const files: Record<string, { passed: number; readonly failed: string[]; ms: number }> = {};
    const resultOf = ({ file }: Pick<Mocha.Runnable, 'file'>) =>
      (files[file === undefined ? '' : relative('.', file)] ??= { passed: 0, failed: [], ms: 0 });
    runner.on('pass', (test) => (resultOf(test).passed += 1));
    runner.on('fail', (test) => resultOf(test).failed.push(test.fullTitle()));
    for (const event of ['test end', 'hook end'] as const)
      runner.on(event, (test: Mocha.Runnable) => (resultOf(test).ms += test.duration ?? 0));
    runner.once('end', () => {
      const path = process.env['PATCHBAY_TEST_RESULTS'];
      if (path !== undefined) writeFileSync(path, JSON.stringify(files satisfies FileResults));
    });
  }
}
