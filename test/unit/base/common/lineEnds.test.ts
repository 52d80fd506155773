import assert from 'node:assert/strict';
import fc from 'fast-check';
import { keepLineEnds, lineEndsOf, lineFeeds, withLineEnds } from '../../../../src/base/common/lineEnds.ts';

const mixed = fc
  .array(fc.tuple(fc.constantFrom('a', 'b', 'c', '', 'd d'), fc.constantFrom('\n', '\r\n', '\r')))
  .map((lines) => lines.map(([line, end]) => line + end).join(''))
  // A lone CR before a line feed would be one line end with it.
  .filter((text) => withLineEnds(lineFeeds(text), lineEndsOf(text)) === text);

describe('The line ends of a text', () => {
  it('are restored to the lines of the text', () => {
    for (const text of ['', 'a', 'a\n', 'a\r\nb', '\r', 'a\r\r\nb\n\r', 'a\nb\r\nc\rd'])
      assert.equal(withLineEnds(lineFeeds(text), lineEndsOf(text)), text);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '\r', '\n') }), (text) =>
        assert.equal(withLineEnds(lineFeeds(text), lineEndsOf(text)), text),
      ),
    );
  });

  it('are a single letter if all are alike, whatever their number', () => {
    assert.deepEqual(['', 'a\nb\n', 'a\r\nb\r\n', 'a\rb'].map(lineEndsOf), ['n', 'n', 'w', 'r']);
    assert.equal(lineEndsOf('a\nb\r\nc\r'), 'nwr');
  });

  it('stay with the lines that a change leaves', () => {
    const before = 'a\r\nname = 1\nc\rd';
    const cases: readonly (readonly [string, string])[] = [
      ['a\nname = 2\nc\nd', 'a\r\nname = 2\nc\rd'],
      ['a\nnew\nname = 1\nc\nd', 'a\r\nnew\r\nname = 1\nc\rd'],
      ['name = 1\nc\nd', 'name = 1\nc\rd'],
      ['a\nc\nd\n', 'a\r\nc\rd\r'],
      ['A\nNAME\nC\nD', 'A\r\nNAME\nC\rD'],
      ['', ''],
    ];
    for (const [after, expected] of cases) assert.equal(keepLineEnds(before, after, '\n'), expected);
  });

  it('are as many as the lines if an empty line follows a carriage return', () => {
    assert.equal(keepLineEnds('a\r\n\nb\r', '\n\nc\n', '\n').match(/\r\n?|\n/g)?.length, 3);
    const texts = fc.string({ unit: fc.constantFrom('a', '\r', '\n') });
    fc.assert(
      fc.property(texts, texts.map(lineFeeds), (before, after) =>
        assert.equal(lineFeeds(keepLineEnds(before, after, '\n')), after),
      ),
    );
  });

  it('are those of the editor where the text had none, and all alike where they were', () => {
    assert.equal(keepLineEnds('a', 'a\nb', '\r\n'), 'a\r\nb');
    assert.equal(keepLineEnds('a\r\nb', 'x\ny\nz\n', '\n'), 'x\r\ny\r\nz\r\n');
    assert.equal(keepLineEnds('a\rb', 'x\ny', '\n'), 'x\ry');
  });

  it('are unchanged after a text without a change, and around any single line that changes', () => {
    fc.assert(
      fc.property(mixed, fc.nat(), (before, at) => {
        assert.equal(keepLineEnds(before, lineFeeds(before), '\n'), before);
        const lines = lineFeeds(before).split('\n');
        const line = at % lines.length;
        const after = lines.with(line, 'changed').join('\n');
        const expected = withLineEnds(after, lineEndsOf(before));
        assert.equal(keepLineEnds(before, after, '\n'), expected);
      }),
    );
  });

  it('stay around the lines of a change that is too large to compare', () => {
    const lines = Array.from({ length: 300_000 }, (_, index) => `line ${index}${index % 2 ? '\n' : '\r\n'}`);
    const before = lines.join('');
    const after = lineFeeds(before).replace('line 7\n', 'x\n').replace('line 299990\n', 'y\n');
    const expected = before.replace('line 7\n', 'x\n').replace('line 299990\r\n', 'y\r\n');
    assert.ok(keepLineEnds(before, after, '\n') === expected);
  });
});
