import assert from 'node:assert/strict';
import fc from 'fast-check';
import { wellFormed, wellFormedJson } from '../../../../src/base/common/wellFormed.ts';

/** Texts with halves of pairs, pairs, and what looks like their escapes. */
const texts = fc
  .array(
    fc.constantFrom(
      'a',
      '\ud83d',
      '\ude00',
      '😀',
      '\\',
      'u',
      'd83d',
      'de00',
      '\\ud83d',
      '\\ude00',
      '"',
      '\n',
    ),
  )
  .map((parts) => parts.join(''));

const isWellFormed = (value: unknown): boolean =>
  typeof value === 'string'
    ? value.isWellFormed()
    : typeof value !== 'object' ||
      value === null ||
      Object.entries(value).every(([name, each]) => name.isWellFormed() && isWellFormed(each));

describe('a JSON text', () => {
  it('gets U+FFFD in place of each lone surrogate, raw or escaped, and is otherwise unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(texts, fc.oneof(texts, fc.array(texts), fc.double())), (value) => {
        const escaped = JSON.stringify(value).replaceAll(
          /[\ud800-\udfff]/gu,
          (half) => `\\u${half.charCodeAt(0).toString(16)}`,
        );
        for (const json of [JSON.stringify(value), escaped]) {
          const made = wellFormedJson(json);
          const read: unknown = JSON.parse(made);
          assert.ok(made.isWellFormed() && isWellFormed(read));
          assert.equal(made.length, json.length);
          if (isWellFormed(value)) assert.equal(made, json);
        }
      }),
    );
  });

  it('keeps what only looks like half of a pair: an escaped backslash, a pair in two escapes', () => {
    for (const json of [
      String.raw`{"a":"\\ud83d"}`,
      String.raw`{"a":"\uD83D\uDE00"}`,
      String.raw`{"a":"\\\\ud83d [\\ud800-\\udbff]"}`,
    ])
      assert.equal(wellFormedJson(json), json);
    assert.equal(wellFormedJson(String.raw`{"a":"\\\ud83d"}`), String.raw`{"a":"\\\ufffd"}`);
    assert.equal(wellFormedJson(String.raw`{"a":"\ud83d\\ude00"}`), String.raw`{"a":"\ufffd\\ude00"}`);
  });
});

describe('a value', () => {
  it('is returned as the same object if all of its texts are well formed, and otherwise as a well-formed copy', () => {
    const value = { role: 'user', content: [{ text: '😀' }] };
    assert.equal(wellFormed(value), value);
    assert.deepEqual(wellFormed({ 'a\ud83d': ['b\ude00', 1, null, true] }), {
      'a\ufffd': ['b\ufffd', 1, null, true],
    });
  });
});
