/** What endpoints say of too many tools, and what is learned from it. */
import assert from 'node:assert/strict';
import { knownToolLimit, toolLimitIn } from '../../../../src/models/failures/toolLimit.ts';

describe('the number of tools that an endpoint takes', () => {
  const said: readonly (readonly [words: string, limit: number | undefined])[] = [
    [
      "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 150 instead.",
      128,
    ],
    ['Cannot have more than 64 tools per request.', 64],
    ['This model supports at most 20 tools, but 150 were given.', 20],
    ['The number of tools (150) exceeds the limit of 32', 32],
    ['Too many tools: 150 > 100', 100],
    ['too many functions', 75],
    ['Too many tools: at most 900', 75],
    ['Too many requests, at most 20 a minute', undefined],
    ["Invalid schema for function 'mcp__a__b'", undefined],
    ['', undefined],
  ];
  for (const [words, limit] of said)
    it(`is ${limit ?? 'not'} in: ${words}`, () => assert.equal(toolLimitIn(words, 150), limit));

  it('is not learned of a request that had none', () => {
    assert.equal(toolLimitIn('too many tools', 1), undefined);
  });

  it('is known of a documented host, and of no other whose address only contains its name', () => {
    assert.equal(knownToolLimit('https://api.openai.com/v1'), 128);
    assert.equal(knownToolLimit('https://api.openai.com.example.org/v1'), undefined);
    assert.equal(knownToolLimit('not an address'), undefined);
  });
});
