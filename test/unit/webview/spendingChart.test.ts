import assert from 'node:assert/strict';
import type { SpendingRow } from '../../../src/protocol/index.ts';
import { chartOf, OTHERS } from '../../../src/webview/history/spendingChart.ts';

const row = (over: Partial<SpendingRow>): SpendingRow => ({
  day: '2026-03-29',
  model: 'a',
  host: 'h',
  requests: 1,
  unpriced: 0,
  input: 10,
  cached: 0,
  output: 1,
  cost: 100,
  ...over,
});
const shown = (rows: readonly SpendingRow[]) =>
  ({ type: 'spending', days: 7, today: '2026-03-30', rows }) as const;

describe('the chart of spending', () => {
  it('has a bar for each day, also for those without requests and with 23 hours', () => {
    const { days, most } = chartOf(shown([row({}), row({ day: '2026-03-24', cost: 250 })]), 'price');
    assert.deepEqual(
      days.map(({ day }) => day),
      ['24', '25', '26', '27', '28', '29', '30'].map((date) => `2026-03-${date}`),
    );
    assert.deepEqual(
      days.map(({ parts }) => parts[0]),
      [250, 0, 0, 0, 0, 100, 0],
    );
    assert.equal(most, 250);
  });

  it('stacks the models that cost most, in the same order each day, and all others as one', () => {
    const rows = ['a', 'b', 'c', 'd', 'e', 'f', 'g'].map((model, index) => row({ model, cost: index + 1 }));
    const { models, hasOthers, days } = chartOf(shown(rows), 'price');
    assert.deepEqual(
      models.map(({ name }) => name),
      ['g', 'f', 'e', 'd', 'c'],
    );
    assert.equal(hasOthers, true);
    assert.deepEqual(days[5]?.parts, [7, 6, 5, 4, 3, 2 + 1]);
    assert.equal(days[5]?.parts[OTHERS], 3);
  });

  it('names the endpoint where two have a model of one name', () => {
    const rows = [row({}), row({ host: 'other' }), row({ model: 'b' })];
    assert.deepEqual(
      chartOf(shown(rows), 'price').models.map(({ name, host }) => [name, host]),
      [
        ['a', 'h'],
        ['a', 'other'],
        ['b', ''],
      ],
    );
  });

  it('measures tokens, where that is wanted', () => {
    const { models, most } = chartOf(shown([row({}), row({ model: 'b', cost: 0, input: 50 })]), 'tokens');
    assert.deepEqual([models[0]?.name, most], ['b', 62]);
  });
});
