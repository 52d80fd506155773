/** Which rows of finished steps are folded, and what stays in sight (src/webview/state/foldedSteps.ts). */
import assert from 'node:assert/strict';
import { foldSteps } from '../../../src/webview/state/foldedSteps.ts';
import type { CallRow, Row } from '../../../src/webview/state/rows.ts';

const call = (id: string, step: number, outcome: CallRow['outcome'] = 'success', ms = 100): Row => ({
  kind: 'call',
  id,
  step,
  outcome,
  ms,
});
const asked: Row = { kind: 'user', id: 'u' };
const thought = (id: string): Row => ({ kind: 'assistant', id, hasText: false });
const answer = (id: string): Row => ({ kind: 'assistant', id, hasText: true });

describe('finished steps', () => {
  const fold = (
    rows: readonly Row[],
    over: { isRunning?: boolean; unfolded?: string; kept?: string } = {},
  ) => {
    const { isRunning = false, unfolded, kept } = over;
    return foldSteps(rows, {
      isRunning,
      isUnfolded: (id) => id === unfolded,
      isKept: (id) => id === kept,
    });
  };
  const ids = (...args: Parameters<typeof fold>) => fold(...args).rows.map(({ id }) => id);
  const turn = [asked, thought('t'), call('a', 1), call('b', 1), thought('v'), call('c', 2), answer('z')];

  it('give way to one row with the number of calls and their time, those of a step side by side', () => {
    const { rows, heads } = fold([
      asked,
      thought('t'),
      call('a', 1, 'success', 300),
      call('b', 1, 'success', 700),
      call('c', 2, 'success', 50),
      answer('z'),
    ]);
    assert.deepEqual(
      rows.map(({ id }) => id),
      ['u', 'steps t', 'z'],
    );
    assert.deepEqual(rows[1], {
      kind: 'steps',
      id: 'steps t',
      calls: 3,
      failed: 0,
      ms: 750,
      folds: ['t', 'a', 'b', 'c'],
    });
    assert.deepEqual([...heads.keys()], ['t', 'a', 'b', 'c']);
  });

  it('leave in sight what failed or was stopped, what goes on and what the user has opened', () => {
    const rows = [
      call('a', 1),
      call('b', 1, 'failed'),
      call('c', 2),
      call('d', 3),
      call('e', 3, 'open'),
      call('f', 3, 'stopped'),
    ];
    assert.deepEqual(ids([asked, ...rows]), ['u', 'steps a', 'b', 'e', 'f']);
    assert.deepEqual(ids([asked, ...rows], { kept: 'd' }), ['u', 'steps a', 'b', 'd', 'e', 'f']);
  });

  it('stand below their row where the user unfolds it', () => {
    assert.deepEqual(ids(turn, { unfolded: 'steps t' }), ['u', 'steps t', 't', 'a', 'b', 'v', 'c', 'z']);
    assert.equal(fold(turn, { unfolded: 'steps t' }).heads.size, 0);
  });

  it('are folded while the turn runs, but for the newest with its thought', () => {
    assert.deepEqual(ids(turn, { isRunning: true }), ['u', 'steps t', 'v', 'c', 'z']);
    assert.deepEqual(ids(turn), ['u', 'steps t', 'z']);
    assert.deepEqual(ids([...turn, { kind: 'user', id: 'w' }], { isRunning: true }), [
      'u',
      'steps t',
      'z',
      'w',
    ]);
    const open = [asked, call('a', 1), call('b', 1), thought('t')];
    assert.deepEqual(ids(open, { isRunning: true }), ['u', 'a', 'b', 't']);
  });

  it('are left alone where that saves no room, and where there are thoughts alone', () => {
    assert.deepEqual(ids([asked, call('a', 1), answer('z')]), ['u', 'a', 'z']);
    assert.deepEqual(ids([asked, call('a', 1), call('b', 1, 'failed')]), ['u', 'a', 'b']);
    assert.deepEqual(ids([asked, thought('a'), thought('b')]), ['u', 'a', 'b']);
  });
});
