/** Text that is read from right to left, and characters that turn it around. */
import assert from 'node:assert/strict';
import { mayTurn, showBidi } from '../../../src/webview/markdown/bidi.ts';

describe('characters that turn text around', () => {
  it('are shown by their numbers, and stay in the text', () => {
    assert.equal(showBidi('a\u202Eb'), 'a<span class="bidi" title="U+202E">\u202E</span>b');
    assert.equal(showBidi('\u2066\u2069').match(/class="bidi"/g)?.length, 2);
  });

  it('are no other characters', () => {
    for (const text of ['abc', 'שלום', '\u200F', 'é']) assert.equal(showBidi(text), text);
  });
});

describe('a text that may turn', () => {
  it('has a letter that is read from right to left, or a character that turns it', () => {
    for (const text of ['a ש', 'مرحبا', '\u{1E900}', '\u200F', 'a\u202Eb'])
      assert.equal(mayTurn(text), true, text);
  });

  it('is none of what is read from left to right', () => {
    for (const text of ['', 'abc', 'é ß ж 重要 ท', '🙂 → ✓ …', '1. `x`'])
      assert.equal(mayTurn(text), false, text);
  });
});
