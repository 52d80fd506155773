import assert from 'node:assert/strict';
import fc from 'fast-check';
import { wordsOf } from '../../../../src/tools/search/words.ts';
import { WordTable } from '../../../../src/tools/search/wordTable.ts';
import { cases } from '../../../fixtures/cases.ts';

describe('the words of a text, read in place', () => {
  function read(table: WordTable, text: string): string[] {
    const numbers: number[] = [];
    table.read(text, numbers);
    return numbers.map((number) => table.word(number));
  }

  it('are those of the text, in any script and with any signs', () => {
    const letters = Array.from('aBé汉字かกßΩİ9_ -—，。→•(\u0301\u{1f600}ﬁＡ');
    const table = new WordTable();
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 }),
          fc.string({ unit: 'grapheme', maxLength: 12 }),
          fc.string({ unit: 'binary', maxLength: 8 }),
        ),
        (text) => {
          assert.deepEqual(
            read(table, text),
            wordsOf(text).map((word) => word.toLowerCase()),
          );
        },
      ),
      { numRuns: cases(300, 200_000), examples: [['\u2190\u0338'], ['a=\u0338b'], ['\u2017b']] },
    );
  });

  it('are parts of names, where case, digits or the script change', () => {
    const table = new WordTable();
    assert.deepEqual(read(table, 'getHTTPStatus2_ofAPI'), ['get', 'http', 'status', '2', 'of', 'api']);
    assert.deepEqual(read(table, '使用API搜索'), ['使用', 'api', '搜索']);
    assert.deepEqual(read(table, 'naïveTest—now'), ['naive', 'test', 'now']);
  });

  it('have one number each, however many there are', () => {
    const table = new WordTable();
    const words = Array.from({ length: 20_000 }, (_, number) =>
      `w${number.toString(36)}x`.replaceAll(/\d/g, 'q'),
    );
    const distinct = new Set(words);
    assert.deepEqual(read(table, words.join(' ')), words);
    assert.equal(table.size, distinct.size);
    assert.deepEqual(read(table, [...distinct].join(' ').toUpperCase()), [...distinct]);
    assert.equal(table.size, distinct.size);
    table.clear();
    assert.deepEqual(read(table, 'again'), ['again']);
    assert.equal(table.size, 1);
  });
});
