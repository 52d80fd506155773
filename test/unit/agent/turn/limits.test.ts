import assert from 'node:assert/strict';
import { TurnLimits, type Budget } from '../../../../src/agent/index.ts';

const { signal } = new AbortController();

describe('the limits of a turn', () => {
  const usage = { inputTokens: 80, outputTokens: 20, cost: 50 };

  for (const [name, budget] of [
    ['cost', { turnCost: 100 }],
    ['tokens', { turnTokens: 200 }],
  ] satisfies [string, Budget][])
    it(`are reached by the ${name} of all requests together`, async () => {
      const limits = new TurnLimits({ maxSteps: 10, budget });
      limits.spend(usage);
      assert.equal(await limits.endBefore(2, signal), undefined);
      limits.spend(usage);
      assert.ok(await limits.endBefore(3, signal));
    });

  it('allow the same amount again each time the user goes on, counted from what was spent by then', async () => {
    let asked = 0;
    const limits = new TurnLimits({
      maxSteps: 10,
      budget: { turnTokens: 150 },
      ask: () => Promise.resolve(++asked > 0),
    });
    for (const [step, times] of [
      [2, 0],
      [3, 1],
      [4, 1],
      [5, 2],
    ] as const) {
      limits.spend(usage);
      // oxlint-disable-next-line no-await-in-loop -- one step after the other
      await limits.endBefore(step, signal);
      assert.equal(asked, times, `before step ${step}`);
    }
  });

  it('of a day hold before the first request, for what other turns have spent', async () => {
    const limits = new TurnLimits({
      maxSteps: 10,
      budget: { dayCost: 1_000 },
      spentToday: () => ({ cost: 1_000, tokens: 0 }),
    });
    assert.deepEqual(await limits.endBefore(1, signal), { kind: 'dayCost', limit: 1_000 });
  });

  it('of a day allow no more on the next day than on any other, although the user went on the day before', async () => {
    let spent = 0;
    let asked = 0;
    const limits = new TurnLimits({
      maxSteps: 50,
      budget: { dayTokens: 100 },
      spentToday: () => ({ cost: 0, tokens: spent }),
      ask: () => Promise.resolve(++asked > 0),
    });
    for (const [tokens, times] of [
      [900, 1],
      [950, 1],
      // Midnight.
      [0, 1],
      [50, 1],
      [100, 2],
      [199, 2],
      [200, 3],
    ] as const) {
      spent = tokens;
      // oxlint-disable-next-line no-await-in-loop -- one step after the other
      await limits.endBefore(2, signal);
      assert.equal(asked, times, `at ${tokens} tokens`);
    }
  });

  it('let a turn go on for a step when an endpoint reports more than numbers can tell apart', async () => {
    let asked = 0;
    const limits = new TurnLimits({
      maxSteps: 50,
      budget: { turnTokens: 100 },
      ask: () => Promise.resolve(++asked < 5),
    });
    limits.spend({ inputTokens: 1e300, outputTokens: 0 });
    assert.equal(await limits.endBefore(2, signal), undefined);
    assert.equal(asked, 1);
  });

  it('do not count requests without a known price toward a cost', async () => {
    const limits = new TurnLimits({ maxSteps: 10, budget: { turnCost: 1 } });
    limits.spend({ inputTokens: 1_000_000, outputTokens: 0 });
    assert.equal(await limits.endBefore(2, signal), undefined);
  });
});
