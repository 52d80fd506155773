/**
 * Tests that fail now and then for a reason that is not mended yet. By day they do not run and do not count as passed;
 * at night they count as failed, so that the list gets shorter.
 *
 * By day a test in a window is tried a second time before it counts as failed (.mocharc.e2e.json): the editor gives the
 * keyboard away at moments that tests cannot see. Each that needed it is named: it has a fault. At night nothing is tried
 * twice.
 */
import type { Context } from 'mocha';

/** The full title of each, with the reason. */
const quarantined: Readonly<Record<string, string>> = {};

export const mochaHooks = {
  beforeEach(this: Context): void {
    const test = this.currentTest;
    const reason = test && quarantined[test.fullTitle()];
    if (process.env['PATCHBAY_NIGHTLY']) test?.retries(0);
    if (!test || reason === undefined) return;
    const words = `in quarantine: ${test.fullTitle()}: ${reason}`;
    console.log(`      ${words}`);
    if (!process.env['PATCHBAY_NIGHTLY']) this.skip();
    test.fn = () => {
      throw new Error(words);
    };
  },
  afterEach(this: Context): void {
    const test = this.currentTest as unknown as { currentRetry(): number; state?: string } | undefined;
    if (test && test.currentRetry() > 0 && test.state === 'passed')
      console.log(`      passed at the second attempt: ${this.currentTest?.fullTitle()}`);
  },
};
