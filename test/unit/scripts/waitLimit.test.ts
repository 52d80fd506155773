/** How long the window tests of a file wait for what does not come. */
import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { poll } from '../../e2e/support/poll.ts';
import { WaitLimit, mochaHooks, waitLimit } from '../../e2e/support/waitLimit.ts';

const passed = { state: 'passed', duration: 70_000 };
const wrong = { state: 'failed', duration: 59_000 };
const inVain = { state: 'failed', duration: 60_010 };

describe('the time that a window test waits', () => {
  const { log } = console;
  beforeEach(() => (console.log = () => undefined));
  afterEach(() => (console.log = log));

  it('is a minute until two tests of a file have waited in vain, and 5 s from then on', () => {
    const limit = new WaitLimit();
    for (const test of [passed, wrong, wrong, inVain, passed]) limit.count(test);
    assert.equal(limit.ms, 60_000);
    limit.count(inVain);
    assert.equal(limit.ms, 5_000);
    limit.count({ state: 'failed', duration: 5_020 });
    assert.equal(limit.ms, 5_000);
  });

  it('is a minute again for the next file', () => {
    const limit = new WaitLimit();
    limit.begin('one.test.ts');
    for (const test of [inVain, inVain]) limit.count(test);
    limit.begin('one.test.ts');
    assert.equal(limit.ms, 5_000);
    limit.begin('two.test.ts');
    assert.equal(limit.ms, 60_000);
    limit.count(inVain);
    assert.equal(limit.ms, 60_000);
  });

  it('holds for the pages that are open, and for none that has closed', () => {
    const limit = new WaitLimit();
    const told: Record<string, number[]> = { open: [], closed: [], late: [] };
    const page = (name: string) => ({ setDefaultTimeout: (ms: number) => told[name]?.push(ms) });
    const closed = page('closed');
    limit.follow(page('open'));
    limit.follow(closed);
    limit.unfollow(closed);
    for (const test of [inVain, inVain]) limit.count(test);
    limit.follow(page('late'));
    assert.deepEqual(told, { open: [60_000, 5_000], closed: [60_000], late: [5_000] });
  });

  it('is that of a poll too, which the hooks of Mocha shorten and give back', async () => {
    mochaHooks.beforeAll();
    for (const test of [inVain, inVain]) mochaHooks.afterEach.call({ currentTest: test } as never);
    try {
      mock.timers.enable({ apis: ['Date'] });
      const ask = () => {
        mock.timers.tick(1_000);
        return Promise.resolve(false);
      };
      await assert.rejects(poll('what does not come', ask), /^Error: Waited 5 s for what does not come\.$/);
    } finally {
      mock.timers.reset();
      mochaHooks.beforeAll();
    }
    assert.equal(waitLimit.ms, 60_000);
  });
});
