/**
 * Mocha's spec reporter; also writes how long each file took to PATCHBAY_TEST_TIMES, and prints the files in which a test
 * or hook failed.
 */
import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import Mocha from 'mocha';
import { FAILED_ELSEWHERE, failedFileLine } from './failures.ts';

/** The ms that tests and hooks of a file took, by its path relative to the working directory. */
export type FileTimes = Readonly<Record<string, number>>;

// oxlint-disable-next-line import/no-default-export -- Mocha takes the default export
export default class Reporter extends Mocha.reporters.Spec {
  constructor(runner: Mocha.Runner, options?: Mocha.MochaOptions) {
    super(runner, options);
    const times: Record<string, number> = {};
    for (const event of ['test end', 'hook end'] as const)
      runner.on(event, ({ file, duration = 0 }: Mocha.Runnable) => {
        const path = file === undefined ? '' : relative('.', file);
        times[path] = (times[path] ?? 0) + duration;
      });
    const failed = new Set<string>();
    // Mocha has no file for a worker that has ended early.
    runner.on('fail', ({ file }: Mocha.Runnable) => {
      failed.add(file === undefined ? FAILED_ELSEWHERE : failedFileLine(relative('.', file)));
    });
    runner.once('end', () => {
      for (const line of failed) console.log(line);
      const path = process.env['PATCHBAY_TEST_TIMES'];
      if (path !== undefined) writeFileSync(path, JSON.stringify(times satisfies FileTimes));
    });
  }
}
