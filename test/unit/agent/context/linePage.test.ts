/** The pages in which the model reads a long text. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  linePage,
  pageExtent,
  placeAt,
  type LinePage,
  type LinePlace,
} from '../../../../src/agent/context/linePage.ts';
import { lineCount, linesOf } from '../../../../src/base/common/lines.ts';

const start: LinePlace = { line: 1, character: 1 };

function pageOf(all: readonly string[], from: LinePlace, tokens: number, isNumbered = true): LinePage {
  const page = linePage(all, { from, lines: 2_000, tokens, isNumbered });
  assert.ok(page);
  return page;
}

describe('the lines of a text', () => {
  it('are counted as an editor numbers those with text', () => {
    for (const [text, count] of [
      ['', 0],
      ['\n', 1],
      ['a', 1],
      ['a\n', 1],
      ['a\nb', 2],
      ['a\n\n', 2],
    ] as const) {
      assert.equal(lineCount(text), count, JSON.stringify(text));
      assert.equal(linesOf(text).length, count, JSON.stringify(text));
    }
  });
});

describe('a page of lines', () => {
  it('ends with a whole line, and says which of how many lines it has and how to go on', () => {
    const all = Array.from({ length: 48_016 }, (_, index) => `const value${index} = ${index};`);
    const page = pageOf(all, start, 1_000);
    const shown = page.text.split('\n');
    assert.equal(shown.at(-1), `${page.lastLine}\t${all[page.lastLine - 1]}`);
    assert.equal(
      pageExtent(all, page),
      `lines 1 to ${page.lastLine} of 48,016; go on with startLine ${page.lastLine + 1}`,
    );
  });

  it('has of a line that is longer than a page a part, and says which', () => {
    const all = ['short', 'word '.repeat(10_000), 'end'];
    const first = pageOf(all, start, 500);
    assert.equal(first.text, '1\tshort');
    const second = pageOf(all, first.next ?? start, 500);
    const next = second.next?.character ?? 0;
    assert.equal(second.text, `2\t${all[1]?.slice(0, next - 1)}`);
    assert.equal(
      pageExtent(all, second),
      `line 2 of 3, characters 1 to ${(next - 1).toLocaleString('en')} of 50,000; go on with startLine 2, startCharacter ${next}`,
    );
    const last = pageOf(all, { line: 2, character: 49_996 }, 500);
    assert.equal(last.text, '2\tword \n3\tend');
    assert.equal(pageExtent(all, last), 'lines 2 to 3 of 3, line 2 from character 49,996');
  });

  it('says only how many lines there are where it has all of them', () => {
    assert.equal(pageExtent(['a'], pageOf(['a'], start, 500)), '1 line');
    assert.equal(pageExtent(['a', 'b'], pageOf(['a', 'b'], start, 500)), '2 lines');
  });

  it('does not say how to go on behind the lines that were asked for', () => {
    const page = linePage(['a', 'b', 'c'], {
      from: { line: 2, character: 1 },
      lines: 1,
      tokens: 500,
      isNumbered: true,
    });
    assert.ok(page);
    assert.equal(page.text, '2\tb');
    assert.equal(pageExtent(['a', 'b', 'c'], page), 'line 2 of 3');
  });

  it('is none behind the end of the text or of the line', () => {
    for (const from of [
      { line: 2, character: 1 },
      { line: 1, character: 3 },
    ])
      assert.equal(linePage(['ab'], { from, lines: 1, tokens: 500, isNumbered: true }), undefined);
  });

  it('follows the one before without a gap, whatever the text and the size', () => {
    const line = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 400 }),
      fc.constant(''),
      fc.constant('x'.repeat(3_000)),
    );
    fc.assert(
      fc.property(
        fc.array(line, { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 400 }),
        (lines, tokens) => {
          const all = lines.map((each) => each.replaceAll('\n', ' '));
          let [text, pages] = ['', 0];
          for (let from: LinePlace | undefined = start; from;) {
            const page: LinePage = pageOf(all, from, tokens, false);
            const joint: string = pages === 0 || from.character > 1 ? '' : '\n';
            text += `${joint}${page.text}`;
            assert.ok(page.text.isWellFormed() || !all.every((each) => each.isWellFormed()));
            assert.ok((pages += 1) < 10_000);
            from = page.next;
          }
          assert.equal(text, all.join('\n'));
        },
      ),
    );
  });
});

describe('the place of a character', () => {
  it('is its line and its place in it, from 1', () => {
    for (const [at, line, character] of [
      [0, 1, 1],
      [1, 1, 2],
      [2, 2, 1],
      [4, 3, 1],
    ] as const)
      assert.deepEqual(placeAt('a\nb\nc', at), { line, character });
  });
});
