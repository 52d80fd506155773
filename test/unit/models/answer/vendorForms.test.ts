/** Answers in further vendors' forms, and in odd forms of Chat Completions. */
import assert from 'node:assert/strict';
import { ModelError } from '../../../../src/models/index.ts';
import { assemble } from '../support.ts';
import { contentOf, hello, one, thoughtful, whole, type Wanted } from '../wanted.ts';

type Fields = Readonly<Record<string, unknown>>;

const used: Wanted = { ...hello, usage: [4, 2] };
const fn = { name: 'read', arguments: '{"path":"x"}' };
const call = { index: 0, id: 'a', function: fn };
const choice = (fields: Fields): Fields => ({ choices: [fields] });
const stop = choice({ delta: {}, finish_reason: 'stop' });
const called = (delta: Fields): Fields => choice({ delta, finish_reason: 'tool_calls' });
const block = (index: number, delta: Fields): Fields => ({
  contentBlockDelta: { delta, contentBlockIndex: index },
});
const cohere = (type: string, message: Fields): Fields => ({ type, index: 0, delta: { message } });

const rows: readonly (readonly [name: string, chunks: readonly unknown[], wanted: Wanted])[] = [
  [
    'Cohere',
    [
      cohere('message-start', { role: 'assistant', content: [] }),
      cohere('tool-plan-delta', { tool_plan: 'hm' }),
      cohere('content-start', { content: { type: 'text', text: '' } }),
      cohere('content-delta', { content: { text: 'Hello' } }),
      { type: 'content-end', index: 0 },
      cohere('tool-call-start', { tool_calls: { id: 'a', function: { name: 'read', arguments: '' } } }),
      cohere('tool-call-delta', { tool_calls: { function: { arguments: '{"path":' } } }),
      cohere('tool-call-delta', { tool_calls: { function: { arguments: '"x"}' } } }),
      { type: 'tool-call-end', index: 0 },
      {
        type: 'message-end',
        delta: { finish_reason: 'TOOL_CALL', usage: { tokens: { input_tokens: 4, output_tokens: 2 } } },
      },
    ],
    { ...thoughtful, ...one, usage: [4, 2] },
  ],
  [
    'Cohere without a stream',
    [
      {
        message: { role: 'assistant', content: [{ type: 'text', text: 'Hello' }] },
        finish_reason: 'COMPLETE',
        usage: { tokens: { input_tokens: 4, output_tokens: 2 } },
      },
    ],
    used,
  ],
  [
    'the first API of Cohere',
    [
      { event_type: 'stream-start' },
      { event_type: 'text-generation', text: 'Hello' },
      { event_type: 'stream-end', finish_reason: 'COMPLETE', response: { text: 'Hello' } },
    ],
    hello,
  ],
  [
    'Bedrock',
    [
      { messageStart: { role: 'assistant' } },
      block(0, { reasoningContent: { text: 'hm' } }),
      block(1, { text: 'Hello' }),
      { contentBlockStop: { contentBlockIndex: 1 } },
      { contentBlockStart: { start: { toolUse: { toolUseId: 't', name: 'read' } }, contentBlockIndex: 2 } },
      block(2, { toolUse: { input: '{"path":"x"}' } }),
      { messageStop: { stopReason: 'tool_use' } },
      { metadata: { usage: { inputTokens: 1, outputTokens: 2, cacheReadInputTokens: 3 } } },
    ],
    { ...thoughtful, ...one, usage: [4, 2] },
  ],
  [
    'Bedrock without a stream',
    [
      {
        stopReason: 'tool_use',
        output: {
          message: {
            content: [{ text: 'Hello' }, { toolUse: { toolUseId: 't', name: 'read', input: { path: 'x' } } }],
          },
        },
        usage: { inputTokens: 4, outputTokens: 2 },
      },
    ],
    { ...used, ...one },
  ],
  [
    'Anthropic with its input at the beginning alone',
    [
      { type: 'message_start', message: { usage: { input_tokens: 4, output_tokens: 1 } } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hello' } },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
    ],
    used,
  ],
  [
    'Anthropic within a field',
    [
      { data: { type: 'content_block_delta', index: 0, delta: { text: 'Hello' } } },
      { data: { type: 'message_stop' } },
    ],
    hello,
  ],
  [
    'Gemini with names in Python’s way',
    [
      {
        candidates: [
          {
            content: { parts: [{ function_call: { name: 'read', args: { path: 'x' } } }] },
            finish_reason: 'STOP',
          },
        ],
        usage_metadata: { prompt_token_count: 4, candidates_token_count: 2 },
      },
    ],
    { ...one, usage: [4, 2] },
  ],
  [
    'Hunyuan',
    [
      { Choices: [{ Delta: { Role: 'assistant', Content: 'Hel' }, FinishReason: '' }] },
      {
        Choices: [{ Delta: { Content: 'lo' }, FinishReason: 'stop' }],
        Usage: { PromptTokens: 4, CompletionTokens: 2 },
      },
    ],
    used,
  ],
  [
    'Spark',
    [
      { header: { code: 0, message: 'Success' }, payload: { choices: { text: [{ content: 'Hello' }] } } },
      { header: { code: 0 }, payload: { choices: { status: 2, text: [] } } },
    ],
    hello,
  ],
  [
    'DashScope',
    [
      { output: { text: 'Hel', finish_reason: 'null' } },
      { output: { text: 'Hello', finish_reason: 'stop' }, usage: { input_tokens: 4, output_tokens: 2 } },
    ],
    used,
  ],
  [
    'Baidu',
    [
      { is_end: false, result: 'Hel' },
      { is_end: true, result: 'lo' },
    ],
    hello,
  ],
  ['Cloudflare', [{ response: 'Hel' }, { response: 'lo', p: 'x' }], hello],
  ['Cloudflare without a stream', [{ result: { response: 'Hello' }, success: true, errors: [] }], hello],
  ['TGI', [{ token: { text: 'Hel' } }, { token: { text: 'lo' }, generated_text: 'Hello' }], hello],
  [
    'llama.cpp',
    [
      { content: 'Hel', stop: false },
      { content: 'lo', stop: true },
    ],
    hello,
  ],
  ['a list of chunks', [[choice({ delta: { content: 'Hello' } }), stop]], hello],
  ['chunks as texts of their JSON', [JSON.stringify(choice({ delta: { content: 'Hello' } }))], hello],
  ['one choice in place of the list', [{ choices: { delta: { content: 'Hello' } } }], hello],
  ['an object in place of the list', [{ choices: { 0: { delta: { content: 'Hello' } } } }], hello],
  ['a text in place of the delta', [choice({ delta: 'Hel' }), choice({ delta: 'lo' })], hello],
  ['a text in place of the message', [choice({ message: 'Hello' })], hello],
  ['a text beside the content', [choice({ delta: { content: null, text: 'Hello' } })], hello],
  ['a message within the delta', [choice({ delta: { message: { content: 'Hello' } } })], hello],
  ['calls beside the delta', [choice({ delta: {}, tool_calls: [call], finish_reason: 'tool_calls' })], one],
  [
    'a message beside an empty delta, with calls beside both',
    [choice({ delta: {}, message: { content: 'Hello' }, tool_calls: [call], finish_reason: 'tool_calls' })],
    { ...hello, ...one },
  ],
  ['calls beside the choices', [{ ...called({ content: '' }), tool_calls: [call] }], one],
  ['toolCalls', [called({ toolCalls: [call] })], one],
  ['a call as JSON', [called({ tool_calls: [JSON.stringify(call)] })], one],
  ['a function as JSON', [called({ tool_calls: [{ ...call, function: JSON.stringify(fn) }] })], one],
  ['a function in a list', [called({ tool_calls: [{ ...call, function: [fn] }] })], one],
  [
    'reasoning beside the delta',
    [choice({ delta: {}, reasoning_content: 'hm' }), choice({ delta: { content: 'Hello' } })],
    thoughtful,
  ],
  ['reasoningContent', [choice({ delta: { reasoningContent: 'hm', content: 'Hello' } })], thoughtful],
];

describe('an answer', () => {
  for (const [name, chunks, wanted] of rows)
    it(`in the form of ${name} is read`, () => {
      assert.deepEqual(contentOf(assemble(chunks, { tools: ['read'] })), whole(wanted));
    });

  const ends: Readonly<Record<string, Fields>> = {
    'in an object': choice({ delta: { content: 'Hello' }, finish_reason: { type: 'stop' } }),
    'as finishReason': choice({ delta: { content: 'Hello' }, finishReason: 'stop' }),
    'as stop_reason': choice({ delta: { content: 'Hello' }, stop_reason: 'end_turn' }),
    'in the delta': choice({ delta: { content: 'Hello', finish_reason: 'stop' } }),
    'beside the choices': { ...choice({ delta: { content: 'Hello' } }), finish_reason: 'stop' },
  };
  for (const [where, chunk] of Object.entries(ends))
    it(`with its finish reason ${where} is complete`, () => {
      assert.equal(assemble([chunk], { done: false }).text, 'Hello');
    });

  it('is not read, and is explained, where there are only lists in lists', () => {
    const deep: unknown = JSON.parse('['.repeat(50_000) + ']'.repeat(50_000));
    assert.throws(() => assemble([{ data: deep }]), ModelError);
  });

  it('may have objects in place of texts and numbers, also some that have no text', () => {
    const odd = { toString: 1, valueOf: 1 };
    const text = choice({ index: odd, delta: { content: 'Hello' } });
    const later = [
      {
        type: 'message_delta',
        delta: { stop_reason: 'end_turn' },
        usage: { input_tokens: 1, cache_read_input_tokens: odd },
      },
      { metadata: { usage: { inputTokens: 1, cacheReadInputTokens: odd } } },
      { type: odd, status: odd },
    ];
    for (const end of later) assert.equal(assemble([text, end]).text, 'Hello');
    for (const error of [{ code: odd }, { message: odd }, { message: 'No', code: odd, status_code: odd }])
      assert.throws(() => assemble([{ error }]), ModelError);
  });

  it('is not taken from a text "response" beside a code', () => {
    assert.throws(() => assemble([{ response: 'No such model', code: 404 }]), /HTTP 200/);
  });
});
