/** Endpoints say in many ways that a request does not fit, and some say by how much. */
import assert from 'node:assert/strict';
import { isOverflow, overflowIn } from '../../../../src/models/failures/overflow.ts';
import { windowOf } from '../../../../src/models/openai/modelList.ts';
import { defined } from '../../defined.ts';

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
    [
      'Anthropic, with the answer',
      'input length and `max_tokens` exceed context limit: 186433 + 20000 > 200000, decrease input length or `max_tokens` and try again',
      200_000,
    ],
    [
      'vLLM, newer',
      "You passed 202753 input tokens and requested 0 output tokens. However, the model's context length is only 202752 tokens, resulting in a maximum input length of 202752 tokens.",
      202_752,
      202_753,
    ],
    [
      'Poolside',
      'Input length 131199 exceeds the maximum allowed input length of 131072 tokens.',
      131_072,
      131_199,
    ],
    [
      'DashScope',
      '<400> InternalError.Algo.InvalidParameter: Range of input length should be [1, 129024]',
      129_024,
    ],
    [
      'Moonshot',
      'Invalid request: Your request exceeded model token limit: 131072 (requested: 140210)',
      131_072,
      140_210,
    ],
    ['Zhipu', 'Prompt exceeds max length (1261)'],
    ['Zhipu, in Chinese', 'Prompt 超长，请缩短后重试'],
    [
      'GitHub Copilot',
      'prompt token count of 135029 exceeds the limit of 128000 (model_max_prompt_tokens_exceeded)',
      128_000,
      135_029,
    ],
    [
      'LM Studio',
      'The number of tokens to keep from the initial prompt is greater than the context length (n_keep: 5200>= n_ctx: 4096). Try to load the model with a larger context length, or provide a shorter input',
      4_096,
      5_200,
    ],
    [
      'LM Studio, which keeps the beginning',
      'Trying to keep the first 9142 tokens when context the overflows. However, the model is loaded with context length of only 4096 tokens, which is not enough.',
      4_096,
      9_142,
    ],
    [
      'Cerebras',
      'Please reduce the length of the messages or completion. Current length is 9160 while limit is 8192',
      8_192,
      9_160,
    ],
    ['MiniMax', 'invalid params, context window exceeds limit (2013)'],
    ['Fireworks', 'The prompt is too long: 143921, model maximum context length: 131071', 131_071, 143_921],
    [
      'Together',
      'Input validation error: `inputs` tokens + `max_new_tokens` must be <= 32769. Given: 40121 `inputs` tokens and 512 `max_new_tokens`',
      32_769,
      40_121,
    ],
    [
      'Cohere',
      'too many tokens: size limit exceeded by 4812 tokens. Try using shorter or fewer inputs. The limit for this model is 128000 tokens.',
      128_000,
    ],
    [
      'SambaNova',
      'Requested generation length 1 is not possible! The provided prompt is 17312 tokens long, so generating tokens requires a sequence length of at least 17313, but the maximum supported sequence length is just 16384!',
      16_384,
      17_312,
    ],
    [
      'Databricks',
      'Input tokens exceed the configured limit of 128000 tokens. Your messages resulted in 131111 tokens. Please reduce the length of the messages.',
      128_000,
      131_111,
    ],
    [
      'SGLang',
      "The input (140210 tokens) is longer than the model's context length (131072 tokens).",
      131_072,
      140_210,
    ],
    ['Ollama', 'input length exceeds maximum context length'],
    ['Volcengine', 'Input length 140210 exceeds the maximum length 131072', 131_072, 140_210],
    ['Baidu, which counts characters', 'the max input characters is 20000, current 24821'],
    [
      'vLLM, with the output',
      "This model's maximum context length is 262144 tokens. However, you requested 0 output tokens and your prompt contains at least 262145 input tokens, for a total of at least 262145 tokens. Please reduce the length of the input prompt or the number of requested output tokens.",
      262_144,
      262_145,
    ],
    [
      'vLLM, of the decoder',
      'The decoder prompt (length 40000) is longer than the maximum model length of 32768. Make sure that `max_model_len` is no smaller than the number of text tokens.',
      32_768,
    ],
    [
      'vLLM, of the input',
      'Input prompt (40000 tokens) is too long and exceeds limit of 32768',
      32_768,
      40_000,
    ],
    [
      'SGLang, of the length',
      'Input length (160062 tokens) exceeds the maximum allowed length (59862 tokens). Use a shorter input or enable --allow-auto-truncate.',
      59_862,
      160_062,
    ],
    [
      'SGLang, of the sum',
      "Requested token count exceeds the model's maximum context length of 131072 tokens. You requested a total of 140000 tokens: 130000 tokens from the input messages and 10000 tokens for the completion.",
      131_072,
      140_000,
    ],
    ['SiliconFlow', 'length of prompt_tokens (68957) must be less than max_seq_len (65536).', 65_536, 68_957],
    [
      'SiliconFlow, of the sum',
      'max_total_tokens (33802) must be less than or equal to max_seq_len (32768)',
      32_768,
      33_802,
    ],
    ['TensorRT-LLM', 'The prompt length (7062) plus max_tokens (1000) exceeds max_seq_len (7500)', 7_500],
    [
      'an engine with max_seq_len',
      'Prompt too long: 5152 tokens exceeds max_seq_len 2048 (leave room for output tokens)',
      2_048,
      5_152,
    ],
    [
      'TGI, of the input',
      'Input validation error: `inputs` must have less than 4095 tokens. Given: 5000',
      4_095,
      5_000,
    ],
    [
      'Cohere, of the prompt',
      'too many tokens: total number of tokens in the prompt cannot exceed 4081 - received 5040. Try using a shorter prompt',
      4_081,
      5_040,
    ],
    [
      'Bedrock, of Titan',
      'Malformed request: Too many input tokens. Max input tokens: 8192, request input token count: 11000',
      8_192,
      11_000,
    ],
    ['Bedrock, of the number', 'Input Tokens Exceeded: Number of input tokens exceeds maximum length'],
    [
      'Vertex AI',
      'Unable to submit request because the input token count is 40000 but model only supports up to 32768. Reduce the input token count and try again.',
      32_768,
      40_000,
    ],
    ['Vertex AI, of bytes', 'Request payload size exceeds the limit: 20971520 bytes.'],
    [
      'GitHub Models',
      'Request body too large for gpt-4o model. Max size: 8000 tokens. (tokens_limit_reached)',
      8_000,
    ],
    ['LM Studio, when it is full', 'Context size has been exceeded.'],
    [
      'LM Studio, in an answer',
      'Reached context length of 4096 tokens with model (arch: qwen2) that does not currently support mid-generation context overflow.',
      4_096,
    ],
    [
      'LM Studio, which cannot cut',
      'Cannot truncate prompt with n_keep (7000) >= n_ctx (4096)',
      4_096,
      7_000,
    ],
    ['llama.cpp, much older', 'Input prompt is too big compared to KV size. Please try increasing KV size.'],
    ['llama-cpp-python', 'Requested tokens (5000) exceed context window of 4096', 4_096, 5_000],
    ['Ollama, in its cloud', 'prompt too long; exceeded max context length by 300 tokens'],
    ['Volcengine, of the messages', 'Total tokens of image and text exceed max message tokens.'],
    ['DashScope, of the messages', 'Total message token length exceed model limit (10000 tokens).'],
    ['Baidu, of tokens', 'Prompt tokens too long, please shorten the messages'],
    ['Kimi', 'Conversation length exceeded. Please start a new session'],
    ['MiniMax, shortly', 'token limit'],
    [
      'Gemini, of the whole',
      "An unexpected error occurred on Google's side. Your input context is too long.",
    ],
    ['LiteLLM', 'litellm.BadRequestError: ContextWindowExceededError: the model refused the request'],
    ['an endpoint in Chinese', '输入长度超过模型最大长度限制'],
    ['an endpoint in Chinese, of the context', '上下文长度超出限制，最大上下文长度为 32768', 32_768],
    ['iFlytek', 'token数量超过上限。对话历史+问题的字数太多，需要精简输入'],
    ['Tencent', 'messages 过长，请减少对话内容'],
    ['an endpoint in traditional Chinese', '輸入內容過長，請縮短後重試'],
  ];
  for (const [who, words, limit, requested] of dialects) {
    it(`is understood from ${who}`, () => {
      assert.ok(isOverflow(words));
      assert.deepEqual(defined(overflowIn(words)), {
        ...(limit !== undefined && { limit }),
        ...(requested !== undefined && { requested }),
      });
    });
  }

  for (const words of [
    'Incorrect API key provided',
    'Unknown field "stream_options"',
    'Rate limit reached: 30000 tokens per minute',
    'Too many tokens, please wait before trying again.',
    'ThrottlingException: Too many tokens per day',
    "This request would exceed your organization's rate limit of 40,000 input tokens per minute",
    'Request too large for model on input tokens per minute (TPM): Limit 6000, Requested 8000',
    'You exceeded your current quota: input token count per day',
    'Prompt tokens limit exceeded: 5000 > 3000. To increase, visit settings/credits and upgrade to a paid account',
    'This request requires more credits. Your prompt is too long for what you can afford.',
    'Your plan does not include the long context window.',
    'max_tokens: 20000 > 8192, which is the maximum allowed number of output tokens',
    'max_tokens is too large: 8192. This model supports at most 4096 completion tokens, whereas you provided 8192.',
    'too many tokens: max tokens must be less than or equal to 4096, the maximum output length for this model - received 8192.',
    'Range of max_tokens should be [1, 8192]',
    'Invalid max_tokens value, the valid range of max_tokens is [1, 8192]',
    'The maximum tokens you requested exceeds the model limit of 8192.',
    '`max_new_tokens` must be strictly positive',
    '`max_new_tokens` must be <= 512',
    'Unrecognized request argument supplied: context_window',
    "Invalid 'tools[0].function.description': string too long. Expected a string with maximum length 1024",
    'Function name length exceeds the maximum length of 64',
    'Input image is too large',
    '请求频率超过限制，请稍后重试',
    '每分钟 token 数超过上限',
    '账户余额不足，tokens 超出套餐',
    '本月 token 用量超过上限',
    '输出 tokens 超过最大限制',
    'max_tokens 超过最大输出长度',
  ])
    it(`is not seen in “${words}”`, () => assert.equal(isOverflow(words), false));
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
    [
      'fields without a usable number, before one with it',
      { data: [{ id: 'm', max_model_len: -1, context_length: 1e300, context_window: 300.5, n_ctx: 8_192 }] },
      8_192,
    ],
    ['OpenAI, which does not say', { data: [{ id: 'm', object: 'model' }] }, undefined],
    ['a list without the model', { data: [{ id: 'other', context_length: 4_096 }] }, undefined],
    ['nonsense', { data: [{ id: 'm', context_length: 'large' }, null, 7] }, undefined],
    ['no list', 'hello', undefined],
  ];
  for (const [who, body, window] of cases) {
    it(`is read from ${who}`, () => assert.equal(windowOf(body, 'm'), window));
  }
});
