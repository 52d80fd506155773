/** Which rows belong together. */
import assert from 'node:assert/strict';
import { placeOf, type Row } from '../../../src/webview/state/rows.ts';

const call = (id: string, step: number): Row => ({ kind: 'call', id, step });

describe('rows', () => {
  it('join calls of the same step, and only those that stand together', () => {
    const rows: Row[] = [
      call('a', 1),
      call('b', 1),
      call('c', 2),
      { kind: 'assistant', id: 'd' },
      call('e', 2),
    ];
    const joins = rows.map((_, index) => {
      const { joinsPrevious, joinsNext } = placeOf(rows, index);
      return `${joinsPrevious ? '<' : '-'}${joinsNext ? '>' : '-'}`;
    });
    assert.deepEqual(joins, ['->', '<-', '--', '--', '--']);
  });

  it('know where an answer ends', () => {
    const rows: Row[] = [
      { kind: 'assistant', id: 'a' },
      call('b', 1),
      { kind: 'assistant', id: 'c' },
      { kind: 'user', id: 'd' },
      { kind: 'assistant', id: 'e' },
    ];
    assert.deepEqual(
      rows.map((_, index) => placeOf(rows, index).endsTurn),
      [false, false, true, false, true],
    );
  });
});
