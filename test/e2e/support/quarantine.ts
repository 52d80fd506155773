/**
 * Tests that fail now and then for a reason that is not mended yet. By day they do not run and do not count as passed;
 * at night they count as failed, so that the list gets shorter.
 */
import type { Context } from 'mocha';

/** The full title of each, with the reason. */
const quarantined: Readonly<Record<string, string>> = {};

export const mochaHooks = {
  beforeEach(this: Context): void {
    const test = this.currentTest;
    const reason = test && quarantined[test.fullTitle()];
    if (!test || reason === undefined) return;
    const words = `in quarantine: ${test.fullTitle()}: ${reason}`;
    console.log(`      ${words}`);
    if (!process.env['PATCHBAY_NIGHTLY']) this.skip();
    test.fn = () => {
      throw new Error(words);
    };
  },
};
