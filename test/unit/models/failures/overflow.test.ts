/** Endpoints say in many ways that a request does not fit, and some say by how much. */
import assert from 'node:assert/strict';
import { isOverflow, overflowIn } from '../../../../src/models/failures/overflow.ts';
import { windowOf } from '../../../../src/models/openai/client.ts';

describe('a refusal because of the size', () => {
  const dialects: readonly (readonly [who: string, words: string, limit?: number, requested?: number])[] = [
    [
      'OpenAI',
      "This model's maximum context length is 8192 tokens. However, your messages resulted in 10235 tokens. Please reduce the length of the messages. (context_length_exceeded)",
      8192,
      10_235,
    ],
    [
      'OpenAI, newer',
      'Your input exceeds the context window of this model. Please adjust your input and try again.',
    ],
    [
      'vLLM',
      "This model's maximum context length is 4096 tokens. However, you requested 9000 tokens (8900 in the messages, 100 in the completion).",
      4096,
      9000,
    ],
    [
      'llama.cpp',
      'request (9000 tokens) exceeds the available context size (4096 tokens), try increasing it',
      4096,
      9000,
    ],
    [
      'llama.cpp, older',
      'the request exceeds the available context size. try increasing the context size or enable context shift',
    ],
    ['Anthropic', 'prompt is too long: 210000 tokens > 200000 maximum', 200_000, 210_000],
    [
      'Gemini',
      'The input token count (1200000) exceeds the maximum number of tokens allowed (1048576).',
      1_048_576,
      1_200_000,
    ],
    [
      'xAI',
      "This model's maximum prompt length is 131072 but the request contains 140000 tokens.",
      131_072,
      140_000,
    ],
    [
      'Mistral',
      'Prompt contains 40000 tokens and 0 draft tokens, too large for model with 32768 maximum context length',
      32_768,
      40_000,
    ],
    [
      'TGI',
      '`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4100 `inputs` tokens and 1 `max_new_tokens`',
      4096,
      4100,
    ],
    [
      'OpenRouter',
      "This endpoint's maximum context length is 32,768 tokens. However, you requested about 40,000 tokens (39,000 of text input).",
      32_768,
      40_000,
    ],
    ['Groq', 'Please reduce the length of the messages or completion. (context_length_exceeded)'],
    ['Bedrock', 'Input is too long for requested model.'],
  ];
  for (const [who, words, limit, requested] of dialects) {
    it(`is understood from ${who}`, () => {
      assert.ok(isOverflow(words));
      assert.deepEqual(overflowIn(words), {
        ...(limit !== undefined && { limit }),
        ...(requested !== undefined && { requested }),
      });
    });
  }

  it('is not seen in what is about something else', () => {
    for (const words of [
      'Incorrect API key provided',
      'Rate limit reached: 30000 tokens per minute',
      'Unknown field "stream_options"',
    ])
      assert.equal(isOverflow(words), false, words);
  });
});

describe('the context window in a list of models', () => {
  const cases: readonly (readonly [who: string, body: unknown, window: number | undefined])[] = [
    [
      'vLLM',
      {
        data: [
          { id: 'x', max_model_len: 1 },
          { id: 'm', max_model_len: 32_768 },
        ],
      },
      32_768,
    ],
    [
      'OpenRouter',
      { data: [{ id: 'm', context_length: 200_000, top_provider: { context_length: 131_072 } }] },
      131_072,
    ],
    ['Groq', { data: [{ id: 'm', context_window: 131_072 }] }, 131_072],
    ['LM Studio', { data: [{ id: 'm', max_context_length: 262_144, loaded_context_length: 8_192 }] }, 8_192],
    ['llama.cpp', { data: [{ id: 'm', meta: { n_ctx_train: 131_072, n_ctx: 16_384 } }] }, 16_384],
    ['Gemini', { models: [{ name: 'models/m', inputTokenLimit: 1_048_576 }] }, 1_048_576],
    ['OpenAI, which does not say', { data: [{ id: 'm', object: 'model' }] }, undefined],
    ['a list without the model', { data: [{ id: 'other', context_length: 4_096 }] }, undefined],
    ['nonsense', { data: [{ id: 'm', context_length: 'large' }, null, 7] }, undefined],
    ['no list', 'hello', undefined],
  ];
  for (const [who, body, window] of cases) {
    it(`is read from ${who}`, () => assert.equal(windowOf(body, 'm'), window));
  }
});
