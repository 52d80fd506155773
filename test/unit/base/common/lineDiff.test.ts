import assert from 'node:assert/strict';
import fc from 'fast-check';
import { lineDiff, type LineDiff } from '../../../../src/base/common/lineDiff.ts';

const numbered = (count: number): string[] =>
  Array.from({ length: count }, (_, index) => `line ${index + 1}`);
const text = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;

/** Applies the diff to the old lines, and fails where its numbers or its context are wrong. */
function applied(old: readonly string[], { hunks }: LineDiff): string[] {
  const now: string[] = [];
  let at = 0;
  for (const { oldStart, newStart, lines } of hunks) {
    now.push(...old.slice(at, oldStart - 1));
    at = oldStart - 1;
    assert.equal(now.length, newStart - 1);
    for (const line of lines) {
      if (line.startsWith('+')) now.push(line.slice(1));
      else {
        assert.equal(line.slice(1), old[at]);
        at += 1;
        if (line.startsWith(' ')) now.push(line.slice(1));
      }
    }
  }
  return [...now, ...old.slice(at)];
}

describe('the diff of two texts', () => {
  it('has the changed lines with their numbers, and three lines around them', () => {
    const old = numbered(20);
    const now = old.with(9, 'changed').toSpliced(15, 0, 'added');
    assert.deepEqual(lineDiff(text(...old), text(...now)), {
      added: 2,
      removed: 1,
      hunks: [
        {
          oldStart: 7,
          newStart: 7,
          lines: [
            ' line 7',
            ' line 8',
            ' line 9',
            '-line 10',
            '+changed',
            ' line 11',
            ' line 12',
            ' line 13',
            ' line 14',
            ' line 15',
            '+added',
            ' line 16',
            ' line 17',
            ' line 18',
          ],
        },
      ],
    });
  });

  it('has two parts where changes are far apart', () => {
    const old = numbered(40);
    const diff = lineDiff(text(...old), text(...old.with(1, 'a').with(30, 'b')));
    assert.deepEqual(
      diff?.hunks.map(({ oldStart, newStart, lines }) => [oldStart, newStart, lines.length]),
      [
        [1, 1, 6],
        [28, 28, 8],
      ],
    );
  });

  it('adds every line of a new file, and has nothing for equal texts', () => {
    assert.deepEqual(lineDiff(undefined, 'a\nb\n'), {
      added: 2,
      removed: 0,
      hunks: [{ oldStart: 1, newStart: 1, lines: ['+a', '+b'] }],
    });
    assert.deepEqual(lineDiff('a\n', 'a\n'), { added: 0, removed: 0, hunks: [] });
    assert.deepEqual(lineDiff(undefined, ''), { added: 0, removed: 0, hunks: [] });
  });

  it('shows that only one text ends with a line end', () => {
    assert.deepEqual(lineDiff('a', 'a\n')?.hunks[0]?.lines, [' a', '+']);
    assert.deepEqual(lineDiff('a\n', 'a')?.hunks[0]?.lines, [' a', '-']);
  });

  it('makes the new text of the old one, whatever they are', () => {
    const lines = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 });
    fc.assert(
      fc.property(lines, lines, (old, now) => {
        const diff = lineDiff(text(...old, 'end'), text(...now, 'end'));
        assert.ok(diff);
        assert.deepEqual(applied([...old, 'end'], diff), [...now, 'end']);
        const all = diff.hunks.flatMap((hunk) => hunk.lines);
        assert.equal(all.filter((line) => line.startsWith('+')).length, diff.added);
        assert.equal(all.filter((line) => line.startsWith('-')).length, diff.removed);
      }),
    );
  });

  it('finds few changes in a long text, and gives up where a text or a diff is too long', () => {
    const old = numbered(20_000);
    const few = lineDiff(text(...old), text(...old.with(10, 'x').with(19_000, 'y')));
    assert.deepEqual([few?.added, few?.removed, few?.hunks.length], [2, 2, 2]);
    const others = old.map((line) => `${line}!`);
    assert.equal(lineDiff(text(...old), text(...others)), undefined);
    assert.equal(lineDiff('', 'x'.repeat(2_000_001)), undefined);
    assert.equal(lineDiff('', 'x'.repeat(200_001)), undefined);
    // More edits than are looked for, but few enough lines to show: all count as replaced.
    const some = numbered(2_000);
    const mixed = some.map((line, index) => (index % 2 === 0 ? line : `${line}!`));
    const rough = lineDiff(text(...some), text(...mixed));
    assert.deepEqual(rough && applied(some, rough), mixed);
  });
});
