/** Which rows of a long transcript are drawn. */
import assert from 'node:assert/strict';
import { indexesToDraw, RowHeights } from '../../../src/webview/scroll/rowHeights.ts';

const named = (count: number): string[] => Array.from({ length: count }, (_, index) => `r${index}`);

describe('the heights of rows', () => {
  it('are guessed until they are measured', () => {
    const heights = new RowHeights(() => 10);
    heights.order(named(5));
    assert.deepEqual([heights.total, heights.topOf(3)], [50, 30]);
    heights.measure('r1', 40);
    assert.deepEqual([heights.total, heights.topOf(1), heights.topOf(2), heights.topOf(3)], [80, 10, 50, 60]);
  });

  it('stay with the rows when others come before them', () => {
    const heights = new RowHeights(() => 10);
    heights.order(['b', 'c']);
    heights.measure('b', 100);
    heights.order(['a', 'b', 'c']);
    assert.deepEqual([heights.indexOf('b'), heights.topOf(2), heights.total], [1, 110, 120]);
  });

  it('are forgotten with the conversation', () => {
    const heights = new RowHeights(() => 10);
    heights.order(['a']);
    heights.measure('a', 100);
    heights.forget();
    assert.equal(heights.total, 10);
  });

  it('tell which rows a stretch needs, also beyond the ends', () => {
    const heights = new RowHeights(() => 10);
    heights.order(named(10_000));
    assert.deepEqual(heights.between(50_000, 50_025), { first: 5000, last: 5002 });
    assert.deepEqual(heights.between(-100, 5), { first: 0, last: 0 });
    assert.deepEqual(heights.between(99_995, 200_000), { first: 9999, last: 9999 });
  });

  it('agree with adding them up, whatever is measured in whatever order', () => {
    const heights = new RowHeights((id) => id.length);
    const ids = named(300);
    heights.order(ids);
    const known = new Map(ids.map((id) => [id, id.length]));
    for (let round = 1; round <= 50; round++) {
      const id = ids[(round * 37) % 300] ?? '';
      heights.measure(id, round);
      known.set(id, round);
      const at = (round * 91) % 301;
      const sum = ids.slice(0, at).reduce((total, each) => total + (known.get(each) ?? 0), 0);
      assert.equal(heights.topOf(at), sum);
    }
  });
});

describe('the rows to draw', () => {
  it('are the stretch in sight and those that must stay, each once and in order', () => {
    assert.deepEqual(indexesToDraw({ first: 5, last: 7 }, [9, 6, 1]), [1, 5, 6, 7, 9]);
  });
});
