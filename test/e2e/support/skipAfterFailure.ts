/** For tests of which each goes on where the one before it has ended. */

/**
 * Has the tests of a `describe` left out that come after one that failed. Mocha's own `bail` would end the other files
 * of a parallel run as well.
 */
export function skipAfterFailure(): void {
  let hasFailed = false;
  beforeEach(function () {
    if (hasFailed) this.skip();
  });
  afterEach(function () {
    hasFailed ||= this.currentTest?.state === 'failed';
  });
}
