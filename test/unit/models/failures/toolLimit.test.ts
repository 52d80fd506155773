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
    // OpenAI of 2024, and Azure with it.
    ["[] is too long - 'tools'", 75],
    [
      "Invalid 'tools': array too long. Expected an array with maximum length 128, but got an array with length 150 instead. (array_above_max_length)",
      128,
    ],
    ["'tools' : maximum number of items is 128", 128],
    // Groq, Mistral, Anthropic and Gemini through gateways, Fireworks, Cerebras, and validators of vLLM, LiteLLM and others.
    ["'tools' : array length must be at most 128", 128],
    ['maximum number of items is 128: tools', 128],
    ['tools: List should have at most 64 items after validation, not 150', 64],
    [
      "[{'type': 'too_long', 'loc': ('body', 'tools'), 'msg': 'List should have at most 32 items after validation, not 150', 'input': [1, 2]}]",
      32,
    ],
    [
      '{"detail":[{"loc":["body","tools"],"msg":"ensure this value has at most 20 items","type":"value_error.list.max_items"}]}',
      20,
    ],
    ['The number of function declarations exceeds the maximum of 100.', 100],
    ['Tools are limited to 40 per request', 40],
    ['Maximum tools exceeded: 150/25', 25],
    ['You can provide up to twenty tools.', 20],
    ['A maximum of one hundred and twenty-eight tools is supported', 128],
    ['No more than sixteen functions may be given', 16],
    ['Only 20 tools are allowed', 20],
    ['tool count 150 exceeds limit 30', 30],
    ['Request contains 150 tools which is over the limit (max 128)', 128],
    ['tools must have <= 64 elements', 64],
    ['#/tools: expected maximum item count: 50, found: 150', 50],
    ['Zu viele Tools: höchstens 20', 20],
    ['tools 数量超过限制，最多 20 个', 20],
    ['messages: List should have at most 100 items', undefined],
    ['tools.3.function.name: String should have at most 64 characters', undefined],
    ["'tools.0.function.description' is too long. Maximum length is 1024", undefined],
    ['Rate limit: at most 20 requests with tools per minute', undefined],
    ['This model supports at most 4096 completion tokens; tools were given', undefined],
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
