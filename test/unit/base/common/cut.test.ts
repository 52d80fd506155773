/** Cuts of texts: property tests with characters of many code points, and with halves of pairs. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { headText, placeAfter, placeBefore, tailText, WholePairs } from '../../../../src/base/common/cut.ts';
import { truncate } from '../../../../src/base/common/text.ts';

const characters = [
  'a',
  ' ',
  '\n',
  '\r\n',
  'é',
  'e\u0301',
  '字',
  '한',
  '\u1112\u1161\u11ab',
  '😀',
  '👍🏽',
  '👨‍👩‍👧‍👦',
  '🏴󠁧󠁢󠁥󠁮󠁧󠁿',
  '🇩🇪',
  '1️⃣',
  'नि',
  '𝕏',
];
const texts = fc.array(fc.constantFrom(...characters), { maxLength: 200 }).map((parts) => parts.join(''));
const segmenter = new Intl.Segmenter(undefined, { granularity: 'grapheme' });

function placesIn(text: string): Set<number> {
  return new Set([...[...segmenter.segment(text)].map(({ index }) => index), text.length]);
}

describe('a cut of a text', () => {
  it('is at the nearest place that splits no character, in front and behind', () => {
    fc.assert(
      fc.property(texts, fc.nat(1_500), (text, at) => {
        const places = [...placesIn(text)];
        const place = Math.min(at, text.length);
        assert.equal(placeBefore(text, at), Math.max(...places.filter((each) => each <= place)));
        assert.equal(placeAfter(text, at), Math.min(...places.filter((each) => each >= place)));
      }),
      { numRuns: 2_000 },
    );
  });

  it('leaves a head and a tail of no more than the limit, which together lose less than a character', () => {
    fc.assert(
      fc.property(texts, fc.nat(600), (text, max) => {
        const head = headText(text, max);
        const tail = tailText(text, max);
        assert.ok(head.length <= max && text.startsWith(head) && head.isWellFormed());
        assert.ok(tail.length <= max && text.endsWith(tail) && tail.isWellFormed());
        if (text.length > max) assert.ok(head.length > max - 64 && tail.length > max - 64);
      }),
    );
  });

  it('parts no pair and goes on wherever it is, in a character that never ends too', () => {
    for (const endless of ['a' + '\u0301'.repeat(5_000), '👨\u200d'.repeat(2_000), '🇩'.repeat(3_000)]) {
      for (let at = 1_000; at < 1_100; at++) {
        assert.ok(endless.slice(0, placeBefore(endless, at)).isWellFormed());
        assert.ok(endless.slice(placeAfter(endless, at)).isWellFormed());
        assert.ok(placeBefore(endless, at) > at - 64 && placeAfter(endless, at) < at + 64);
      }
    }
  });

  it('keeps its place beside a lone surrogate that the text already had', () => {
    assert.equal(headText('ab\ud83dcd', 3), 'ab\ud83d');
    assert.equal(headText('ab\ude00cd', 2), 'ab');
    assert.equal(tailText('ab\ude00cd', 3), '\ude00cd');
  });

  it('leaves whole characters before an ellipsis, too', () => {
    assert.equal(truncate('abc😀def', 5), 'abc…');
    assert.equal(truncate('👨‍👩‍👧‍👦👨‍👩‍👧‍👦', 14), '👨‍👩‍👧‍👦…');
    assert.equal(truncate('😀', 2), '😀');
  });
});

describe('pieces of a text', () => {
  it('have whole surrogate pairs, and together are the text, wherever it was cut', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.constantFrom(...characters, '\ud83d', '\ude00'), fc.string({ unit: 'binary' }))),
        fc.infiniteStream(fc.integer({ min: 1, max: 3 })),
        (parts, lengths) => {
          const text = parts.join('');
          const pairs = new WholePairs();
          const given: string[] = [];
          for (let at = 0; at < text.length;) {
            const { value = 1 } = lengths.next();
            given.push(pairs.push(text.slice(at, at + value)));
            at += value;
          }
          given.push(pairs.end());
          assert.equal(given.join(''), text);
          if (text.isWellFormed()) assert.ok(given.every((piece) => piece.isWellFormed()));
        },
      ),
    );
  });
});
