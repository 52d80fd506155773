import assert from 'node:assert/strict';
import fc from 'fast-check';
import { wordsOf } from '../../../../src/tools/search/words.ts';
import { cases } from '../../../fixtures/cases.ts';

describe('the words of a text', () => {
  it('are parts of names, where case, digits or the script change', () => {
    assert.deepEqual(wordsOf('getHTTPStatus2_ofAPI'), ['get', 'HTTP', 'Status', '2', 'of', 'API']);
    assert.deepEqual(wordsOf('使用API搜索'), ['使用', 'API', '搜索']);
    assert.deepEqual(wordsOf('サーバー2を'), ['サー', 'ーバ', 'バー', '2', 'を']);
    assert.deepEqual(wordsOf('naïveTest—now'), ['naive', 'Test', 'now']);
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
    for (const [text, expected] of Object.entries(said)) assert.deepEqual(wordsOf(text), expected);
  });

  it('are whole where marks, joiners and digits belong to scripts with spaces', () => {
    assert.deepEqual(wordsOf('हिन्दी2 खोज'), ['हिन्दी', '2', 'खोज']);
    assert.deepEqual(wordsOf('می\u200Cخواهم'), ['میخواهم']);
    assert.deepEqual(wordsOf('བོད་ཡིག'), ['བོད', 'ཡིག']);
  });

  it('hold letters and digits, and no mark alone, in any text', () => {
    const letters = Array.from('aBé汉字かーกู้ำမြန်မာ가བོད་\u3099\u200Dßﾊﾞ9_ -—，。→•(\u0301\u{1f600}ﬁＡゟヿ');
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 }),
          fc.string({ unit: 'grapheme', maxLength: 12 }),
          fc.string({ unit: 'binary', maxLength: 8 }),
        ),
        (text) => {
          for (const word of wordsOf(text)) assert.match(word, /^[\p{L}\p{N}]/u, `${word} of ${text}`);
        },
      ),
      { numRuns: cases(300, 200_000), examples: [['\u2190\u0338'], ['a=\u0338b'], ['\u2017b']] },
    );
  });
});
