/** Which rows belong together. */
import assert from 'node:assert/strict';
import { rowPlace, type Row } from '../../../src/webview/state/rows.ts';

const call = (id: string, step: number): Row => ({ kind: 'call', id, step, outcome: 'success', ms: 1 });
const answer = (id: string): Row => ({ kind: 'assistant', id, hasText: true });

describe('rows of the chat', () => {
  it('join calls of the same step, and only those that stand together', () => {
    const rows: Row[] = [call('a', 1), call('b', 1), call('c', 2), answer('d'), call('e', 2)];
    const joins = rows.map((_, index) => {
      const { joinsPrevious, joinsNext } = rowPlace(rows, index);
      return `${joinsPrevious ? '<' : '-'}${joinsNext ? '>' : '-'}`;
    });
    assert.deepEqual(joins, ['->', '<-', '--', '--', '--']);
  });

  it('know where an answer ends', () => {
    const rows: Row[] = [answer('a'), call('b', 1), answer('c'), { kind: 'user', id: 'd' }, answer('e')];
    assert.deepEqual(
      rows.map((_, index) => rowPlace(rows, index).endsTurn),
      [false, false, true, false, true],
    );
  });
});
