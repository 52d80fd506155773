/**
 * A whole window on a busy machine is late now and then, so an end-to-end test is tried once more before it
 * counts as failed (.mocharc.e2e.json). It is said here: a test that needs it often has a fault.
 */
import type { Context } from 'mocha';

export const mochaHooks = {
  afterEach(this: Context): void {
    const test = this.currentTest as unknown as { currentRetry(): number; state?: string } | undefined;
    if (test && test.currentRetry() > 0 && test.state === 'passed')
      console.log(`      passed at the second attempt: ${this.currentTest?.fullTitle()}`);
  },
};
