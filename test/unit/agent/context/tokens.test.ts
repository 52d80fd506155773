/** Tokens are estimated near to what tokenizers count, and cuts keep what they promise. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import {
  countMessage,
  countText,
  countUpTo,
  headEnd,
  MAX_TOKENS_PER_CHARACTER,
  tailStart,
} from '../../../../src/agent/context/tokens.ts';
import { processorTime } from '../../../fixtures/processorTime.ts';

describe('the estimate of tokens', () => {
  // Counted with o200k_base. Each text is small, so that the numbers can be checked by hand with any tokenizer.
  const cases: readonly (readonly [what: string, text: string, tokens: number])[] = [
    ['English', 'The quick brown fox jumps over the lazy dog, and then it sleeps. '.repeat(20), 301],
    ['Russian', 'Съешь ещё этих мягких французских булок, да выпей чаю. '.repeat(20), 361],
    ['Chinese', '这是一个用于测试的中文句子，包含一些标点符号。'.repeat(20), 320],
    ['code', 'export function add(a: number, b: number): number {\n  return a + b;\n}\n\n'.repeat(20), 400],
    [
      'JSON',
      '{"id":1234,"login":"octocat","url":"https://api.github.com/users/octocat","admin":false},'.repeat(20),
      501,
    ],
    ['ids', '6f1c2a9e-7d43-4b8e-9a51-0c3d5e7f9b21 '.repeat(20), 680],
    ['base64', 'aGVsbG8gd29ybGQsIHRoaXMgaXMgYSBsb25nZXIgdGV4dCBpbiBiYXNlNjQ'.repeat(10), 351],
  ];
  for (const [what, text, tokens] of cases) {
    it(`is within 35 % for ${what}`, () => {
      const estimate = countText(text);
      assert.ok(estimate > tokens * 0.65 && estimate < tokens * 1.35, `${estimate} for ${tokens}`);
    });
  }

  it('counts white space, too', () => {
    assert.ok(countText(' '.repeat(160_000)) >= 10_000);
  });

  it('looks no further than it is asked', () => {
    const text = 'word '.repeat(2_000_000);
    const taken = processorTime();
    assert.ok(countUpTo(text, 1_000) > 1_000);
    assert.ok(headEnd(text, 1_000) < 10_000);
    assert.ok(tailStart(text, 1_000) > text.length - 10_000);
    assert.ok(taken() < 300, `${taken()} ms`);
  });

  it('counts images by a fixed number, whatever their size, and audio not as text', () => {
    const count = (data: string, type: 'image' | 'audio', mimeType: string): number =>
      countMessage({ role: 'tool', callId: 'c', isError: false, content: [{ type, mimeType, data }] });
    const [small, large] = ['AAAA', 'A'.repeat(1_000_000)].map((data) => count(data, 'image', 'image/png'));
    assert.ok(small !== undefined && large !== undefined && Math.abs(large - small) < 10 && small > 1_000);
    assert.ok(count('A'.repeat(1_000_000), 'audio', 'audio/wav') < 50);
  });

  it('knows the densest text there is', () => {
    for (const text of ['◻', '◻.', '1a', '😀', '漢'])
      assert.ok(countText(text) <= text.length * MAX_TOKENS_PER_CHARACTER, text);
  });

  it('cuts heads and tails within their budget, and never through a character', () => {
    const texts = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 3_000 }),
      fc
        .array(fc.constantFrom('word ', '\n', '😀', '{"a":1}', '漢字', ' '.repeat(40)), { maxLength: 3_000 })
        .map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, fc.integer({ min: 1, max: 500 }), (text, tokens) => {
        assert.ok(countText(text) <= text.length * MAX_TOKENS_PER_CHARACTER);
        const head = text.slice(0, headEnd(text, tokens));
        const tail = text.slice(tailStart(text, tokens));
        for (const part of [head, tail]) {
          assert.ok(part.isWellFormed() || !text.isWellFormed());
          // Where pieces meet, a word may count twice.
          assert.ok(countText(part) <= tokens * 1.1 + 3, `${countText(part)} of ${tokens}`);
        }
        if (countUpTo(text, tokens) <= tokens) assert.deepEqual([head, tail], [text, text]);
      }),
    );
  });
});
