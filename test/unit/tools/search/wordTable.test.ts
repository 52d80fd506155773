import assert from 'node:assert/strict';
import fc from 'fast-check';
import { foldedCase } from '../../../../src/tools/search/characters.ts';
import { wordsOf } from '../../../../src/tools/search/words.ts';
import { WordTable } from '../../../../src/tools/search/wordTable.ts';
import { cases } from '../../../fixtures/cases.ts';

describe('the words of a text, read in place', () => {
  function read(table: WordTable, text: string): string[] {
    const numbers: number[] = [];
    table.read(text, numbers);
    return numbers.map((number) => table.wordAt(number));
  }

  it('are those of the text, in any script and with any signs', () => {
    const letters = Array.from('aBé汉字かーกู้ำမြန်မာ가བོད་\u3099\u200Dßﾊﾞ9_ -—，。→•(\u0301\u{1f600}ﬁＡゟヿ');
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
            wordsOf(text).map((word) => foldedCase(word)),
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
    assert.deepEqual(read(table, 'サーバー2を'), ['サー', 'ーバ', 'バー', '2', 'を']);
    assert.deepEqual(read(table, 'naïveTest—now'), ['naive', 'test', 'now']);
  });

  it('are two characters with their marks each, in scripts without spaces', () => {
    const said: Readonly<Record<string, readonly string[]>> = {
      サーバー: ['サー', 'ーバ', 'バー'],
      ｻｰﾊﾞｰ: ['サー', 'ーバ', 'バー'],
      人々: ['人々'],
      ค้นหา: ['ค้น', 'นห', 'หา'],
      မြန်မာစာ: ['မြန်', 'န်မာ', 'မာစာ'],
      ភាសាខ្មែរ: ['ភាសា', 'សាខ្', 'ខ្មែ', 'មែរ'],
    };
    for (const [text, expected] of Object.entries(said)) {
      assert.deepEqual(wordsOf(text), expected);
      assert.deepEqual(read(new WordTable(), text), expected);
    }
  });

  it('are whole where marks, joiners and digits belong to scripts with spaces', () => {
    assert.deepEqual(wordsOf('हिन्दी2 खोज'), ['हिन्दी', '2', 'खोज']);
    assert.deepEqual(wordsOf('می\u200Cخواهم'), ['میخواهم']);
    assert.deepEqual(wordsOf('བོད་ཡིག'), ['བོད', 'ཡིག']);
  });

  it('are no more than it may take, of any script; those that it knows are still read', () => {
    const table = new WordTable();
    read(table, 'one 天气 größe');
    table.limit = 4;
    assert.deepEqual(read(table, 'two 中文 größe three weiß 天气'), ['two', 'große', '天气']);
    table.limit = 10;
    assert.deepEqual(read(table, 'three weiß'), ['three', 'weiß']);
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
