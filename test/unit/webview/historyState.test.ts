/** How the history's page follows the store (src/webview/history/state.ts). */
import assert from 'node:assert/strict';
import { dispatch } from '../../../src/protocol/index.ts';
import type { HistoryPageMessage, HistoryRow } from '../../../src/protocol/index.ts';
import { HistoryState } from '../../../src/webview/history/state.ts';

const row = (seq: number): HistoryRow => ({
  seq,
  at: 0,
  source: { kind: 'native' },
  tool: 'search',
  wireName: 'search',
  summary: '{}',
  status: 'success',
});

describe("the history's page", () => {
  let said: HistoryPageMessage[];
  let state: HistoryState;
  beforeEach(() => {
    said = [];
    state = new HistoryState((message) => said.push(message));
    state.start();
  });

  /** Answers the newest question for rows. */
  function answer(seqs: readonly number[], more: boolean): void {
    const query = said.findLast((message) => message.type === 'query');
    dispatch(state.handlers, { type: 'rows', id: query?.id ?? -1, rows: seqs.map(row), more });
  }
  const shown = () => state.rows.value?.map(({ seq }) => seq);

  it('gets older calls once, below those that are there', () => {
    answer([9, 8], true);
    state.showMore();
    state.showMore();
    assert.deepEqual(
      said.flatMap((message) => (message.type === 'query' ? [message.before] : [])),
      [undefined, 8],
    );
    answer([7, 6], false);
    assert.deepEqual(shown(), [9, 8, 7, 6]);
    assert.equal(state.more.value, false);
  });

  it('puts new calls on top and keeps the older ones that were fetched', () => {
    answer([9, 8], true);
    state.showMore();
    answer([7, 6], true);
    dispatch(state.handlers, { type: 'changed' });
    answer([10, 9], true);
    assert.deepEqual(shown(), [10, 9, 8, 7, 6]);
  });

  it('goes back to the calls, also when statistics come that were asked for before', () => {
    state.show('statistics');
    dispatch(state.handlers, { type: 'statistics', tools: [] });
    assert.deepEqual(state.statistics.value, []);
    dispatch(state.handlers, { type: 'changed' });
    assert.equal(said.filter(({ type }) => type === 'statistics').length, 2);
    state.show('calls');
    dispatch(state.handlers, { type: 'statistics', tools: [] });
    assert.equal(state.statistics.value, undefined);
    state.show('statistics');
    assert.equal(said.filter(({ type }) => type === 'statistics').length, 3);
  });

  it('shows spending in place of statistics, of the days that were chosen', () => {
    state.show('statistics');
    dispatch(state.handlers, { type: 'statistics', tools: [] });
    state.show('spending');
    assert.equal(state.statistics.value, undefined);
    state.setDays(7);
    state.setDays(8);
    assert.deepEqual(
      said.flatMap((message) => (message.type === 'spending' ? [message.days] : [])),
      [30, 7, 30],
    );
    dispatch(state.handlers, { type: 'spending', days: 7, today: '2026-11-24', rows: [] });
    assert.equal(state.spending.value?.days, 7);
    dispatch(state.handlers, { type: 'statistics', tools: [] });
    assert.equal(state.statistics.value, undefined);
    state.show('calls');
    dispatch(state.handlers, { type: 'spending', days: 7, today: '2026-11-24', rows: [] });
    assert.equal(state.spending.value, undefined);
  });

  it('leaves no gap when more calls are new than fit on a page', () => {
    answer([9, 8], true);
    state.showMore();
    answer([7, 6], false);
    dispatch(state.handlers, { type: 'changed' });
    answer([20, 19], true);
    assert.deepEqual(shown(), [20, 19]);
    assert.equal(state.more.value, true);
  });

  it('shows nothing that belongs to an older search', () => {
    state.setFilter({ text: 'a' });
    const old = said.findLast((message) => message.type === 'query');
    state.setFilter({ text: 'ab' });
    dispatch(state.handlers, { type: 'rows', id: old?.id ?? -1, rows: [row(1)], more: false });
    assert.equal(shown(), undefined);
    answer([2], false);
    assert.deepEqual(shown(), [2]);
  });

  it('closes a call when everything was deleted', () => {
    answer([1], false);
    state.setFilter({ text: 'a' });
    state.setFilter({ text: '' });
    state.select(1);
    dispatch(state.handlers, { type: 'changed' });
    answer([], false);
    assert.equal(state.selected.value, undefined);
    assert.deepEqual(shown(), []);
  });
});
