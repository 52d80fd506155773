import assert from 'node:assert/strict';
import { DaySpending } from '../../../src/engine/daySpending.ts';

const DAY_MS = 86_400_000;
const usage = { inputTokens: 90, outputTokens: 10, cost: 7 };

describe('what was spent today', () => {
  it('is what all windows have saved', () => {
    const spending = new DaySpending({ spentToday: () => ({ cost: 1_000, tokens: 5_000 }) });
    spending.spend(usage);
    assert.deepEqual(spending.today(), { cost: 1_000, tokens: 5_000 });
  });

  for (const [name, history] of [
    ['is not saved', undefined],
    ['cannot be read', { spentToday: () => undefined }],
    ['was cleared', { spentToday: () => ({ cost: 0, tokens: 0 }) }],
  ] as const)
    it(`is what this window has spent where the history ${name}, and begins anew on the next day`, () => {
      let now = Date.now();
      const spending = new DaySpending(history, () => now);
      spending.spend(usage);
      spending.spend(usage);
      spending.spend(undefined);
      assert.deepEqual(spending.today(), { cost: 14, tokens: 200 });
      now += 2 * DAY_MS;
      assert.deepEqual(spending.today(), { cost: 0, tokens: 0 });
      spending.spend(usage);
      assert.deepEqual(spending.today(), { cost: 7, tokens: 100 });
    });
});
