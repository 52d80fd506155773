/**
 * Answers in each form in which endpoints and gateways send them, those of other vendors among them. Each is the same
 * however it is cut into packets.
 */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { readAnswer } from '../../../../src/models/answer/answer.ts';
import { ResponsesAssembly } from '../../../../src/models/answer/responsesAssembly.ts';
import { createOpenAiModel, ModelError, type ModelEvent } from '../../../../src/models/index.ts';
import { cases } from '../../../fixtures/cases.ts';
import { apis, rawReply } from '../../../fixtures/endpoint.ts';
import { asking, gather, modelErrorOf, run, tool, useEndpoints, type Gathered } from '../support.ts';
import { contentOf, hello, one, thoughtful, whole, type Wanted } from '../wanted.ts';

type Fields = Readonly<Record<string, unknown>>;

const two: Wanted = { calls: ['read({"path":"x"})', 'read({"path":"y"})'] };

const events = (...values: readonly unknown[]): string =>
  values.map((value) => `data: ${JSON.stringify(value)}\n\n`).join('');
const lines = (...values: readonly unknown[]): string =>
  values.map((value) => `${JSON.stringify(value)}\n`).join('');
const named = (...values: readonly Fields[]): string =>
  values.map((value) => `event: ${String(value['type'])}\r\ndata:${JSON.stringify(value)}\r\n\r\n`).join('');
const choice = (delta: Fields, finish: unknown = null, index = 0): Fields => ({
  index,
  delta,
  finish_reason: finish,
});
const chunk = (delta: Fields, finish: unknown = null): Fields => ({
  object: 'chat.completion.chunk',
  choices: [choice(delta, finish)],
});
const message = (fields: Fields, finish: unknown = null): Fields => ({
  choices: [{ message: { role: 'assistant', ...fields }, finish_reason: finish }],
});
const call = (fields: Fields = {}, fn: Fields = {}): Fields => ({
  index: 0,
  id: 'a',
  type: 'function',
  function: { name: 'read', arguments: '{"path":"x"}', ...fn },
  ...fields,
});
const second = (fields: Fields = {}): Fields => call({ id: 'b', ...fields }, { arguments: '{"path":"y"}' });
const calling = (...calls: readonly unknown[]): string =>
  events(...calls.map((each) => chunk({ tool_calls: each })), chunk({}, 'tool_calls'));

const block = (index: number, delta: Fields): Fields => ({ type: 'content_block_delta', index, delta });
const gemini = (parts: readonly Fields[], more: Fields = {}): Fields => ({
  candidates: [{ content: { role: 'model', parts }, ...more }],
});

const rows: readonly (readonly [name: string, body: string, wanted: Wanted])[] = [
  [
    'Anthropic',
    named(
      { type: 'message_start', message: { role: 'assistant', content: [] } },
      { type: 'ping' },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } },
      block(0, { type: 'thinking_delta', thinking: 'hm' }),
      block(0, { type: 'signature_delta', signature: 'sig' }),
      { type: 'content_block_start', index: 1, content_block: { type: 'text', text: '' } },
      block(1, { type: 'text_delta', text: 'Hel' }),
      block(1, { type: 'text_delta', text: 'lo' }),
      {
        type: 'content_block_start',
        index: 2,
        content_block: { type: 'tool_use', id: 't', name: 'read', input: {} },
      },
      block(2, { type: 'input_json_delta', partial_json: '' }),
      block(2, { type: 'input_json_delta', partial_json: '{"path":' }),
      block(2, { type: 'input_json_delta', partial_json: '"x"}' }),
      { type: 'content_block_stop', index: 2 },
      {
        type: 'message_delta',
        delta: { stop_reason: 'tool_use' },
        usage: { input_tokens: 4, output_tokens: 2 },
      },
      { type: 'message_stop' },
    ),
    { ...thoughtful, ...one, usage: [4, 2] },
  ],
  [
    'Anthropic without a stream',
    JSON.stringify({
      type: 'message',
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm' },
        { type: 'text', text: 'Hello' },
        { type: 'tool_use', id: 't', name: 'read', input: { path: 'x' } },
      ],
      stop_reason: 'tool_use',
      usage: { input_tokens: 4, output_tokens: 2, cache_read_input_tokens: 3 },
    }),
    { ...thoughtful, ...one, usage: [7, 2] },
  ],
  [
    'Gemini',
    events(gemini([{ text: 'hm', thought: true }]), gemini([{ text: 'Hello' }]), {
      ...gemini(
        [
          { functionCall: { name: 'read', args: { path: 'x' } } },
          { functionCall: { name: 'read', args: { path: 'y' } } },
        ],
        { finishReason: 'STOP' },
      ),
      usageMetadata: { promptTokenCount: 4, candidatesTokenCount: 2, totalTokenCount: 6 },
    }),
    { ...thoughtful, ...two, usage: [4, 2] },
  ],
  [
    'Gemini as a list',
    JSON.stringify([gemini([{ text: 'Hel' }]), gemini([{ text: 'lo' }], { finishReason: 'STOP' })], null, 1),
    hello,
  ],
  [
    'Ollama',
    lines(
      { message: { role: 'assistant', content: '', thinking: 'hm' }, done: false },
      { message: { role: 'assistant', content: 'Hello' }, done: false },
      {
        message: { content: '', tool_calls: [{ function: { name: 'read', arguments: { path: 'x' } } }] },
        done: false,
      },
      { message: { content: '' }, done: true, done_reason: 'stop', prompt_eval_count: 4, eval_count: 2 },
    ),
    { ...thoughtful, ...one, usage: [4, 2] },
  ],
  ['Ollama for a prompt', lines({ response: 'Hel', done: false }, { response: 'lo', done: true }), hello],
  ['lines of JSON', lines(chunk({ content: 'Hel' }), chunk({ content: 'lo' }, 'stop')), hello],
  [
    'an answer within a field',
    JSON.stringify({ code: 0, msg: 'ok', data: message({ content: 'Hello' }, 'stop') }),
    hello,
  ],
  [
    'events of the Responses API',
    named(
      { type: 'response.output_text.delta', delta: 'Hello', output_index: 0 },
      { type: 'response.completed', response: { status: 'completed', output: [] } },
    ),
    hello,
  ],
  [
    'several objects in one event',
    `data: ${JSON.stringify(chunk({ content: 'Hel' }))}${JSON.stringify(chunk({ content: 'l' }))}\n\ndata: ${JSON.stringify(chunk({ content: 'o' }))}\ndata: ${JSON.stringify(chunk({}, 'stop'))}\n\n`,
    hello,
  ],
  ['the field name twice', `data: data: ${JSON.stringify(chunk({ content: 'Hello' }, 'stop'))}\n\n`, hello],
  ['a byte order mark', `\uFEFF${events(chunk({ content: 'Hello' }, 'stop'))}`, hello],
  ['tool_calls as an object', calling(call()), one],
  ['tool_calls as an object by index', calling({ 0: call(), 1: second({ index: 1 }) }), two],
  ['tool_calls as a text', calling(JSON.stringify([call()])), one],
  [
    'tool_calls as an object, whole',
    JSON.stringify(message({ content: null, tool_calls: call() }, 'tool_calls')),
    one,
  ],
  ['a single tool_call', events(chunk({ tool_call: call() }), chunk({}, 'tool_calls')), one],
  ['flat calls', calling([{ index: 0, id: 'a', name: 'read', arguments: '{"path":"x"}' }]), one],
  ['flat calls with an input', calling([{ id: 'a', name: 'read', input: { path: 'x' } }]), one],
  [
    'parameters in place of arguments',
    calling([call({}, { arguments: undefined, parameters: { path: 'x' } })]),
    one,
  ],
  ['arguments as an object', calling([call({}, { arguments: { path: 'x' } })]), one],
  [
    'the index as a text',
    calling(
      [call({ index: '0' }, { arguments: '{"pa' })],
      [second({ index: '1' })],
      [{ index: '0', function: { arguments: 'th":"x"}' } }],
    ),
    two,
  ],
  [
    'arguments whole after their pieces',
    calling([call({}, { arguments: '{"pa' })], [{ index: 0, function: { arguments: 'th":"x"}' } }], [call()]),
    one,
  ],
  [
    'arguments so far in each piece',
    calling([call({}, { arguments: '{"pa' })], [call({}, { arguments: '{"path":"' })], [call()]),
    one,
  ],
  [
    'arguments in which an object repeats its beginning',
    calling([call({}, { arguments: '{"a":' })], [{ index: 0, function: { arguments: '{"a":1}}' } }]),
    { calls: ['read({"a":{"a":1}})'] },
  ],
  [
    'the call in another choice',
    events({
      choices: [choice({ content: 'Hello' }, 'stop'), choice({ tool_calls: [call()] }, 'tool_calls', 1)],
    }),
    { ...hello, ...one },
  ],
  [
    'each call in a choice, in pieces, without ids',
    events(
      {
        choices: [
          choice({ tool_calls: [call({ id: undefined }, { arguments: '' })] }),
          choice({ tool_calls: [call({ id: undefined }, { arguments: '' })] }, null, 1),
        ],
      },
      {
        choices: [
          choice({ tool_calls: [{ index: 0, function: { arguments: '{"path":"x"}' } }] }, 'tool_calls'),
          choice({ tool_calls: [{ index: 0, function: { arguments: '{"path":"y"}' } }] }, 'tool_calls', 1),
        ],
      },
    ),
    two,
  ],
  [
    'each call in a choice with its own finish',
    events(
      { choices: [choice({ tool_calls: [call()] }, 'tool_calls')] },
      { choices: [choice({ tool_calls: [second()] }, 'tool_calls', 1)] },
    ),
    two,
  ],
  [
    'a call among the parts of the content',
    events(
      chunk(
        {
          content: [
            { type: 'text', text: 'Hello' },
            { type: 'tool_use', id: 't', name: 'read', input: { path: 'x' } },
          ],
        },
        'tool_use',
      ),
    ),
    { ...hello, ...one },
  ],
  [
    '"null" for no finish',
    events(chunk({ content: 'Hel' }, 'null'), chunk({ content: 'lo' }, 'null'), chunk({}, 'stop')),
    hello,
  ],
  [
    '"None" for no finish, and STOP',
    events(chunk({ content: 'Hel' }, 'None'), chunk({ content: 'lo' }, ''), chunk({}, 'STOP')),
    hello,
  ],
  [
    'messages in place of deltas',
    events(message({ content: 'Hel' }), message({ content: 'lo' }), message({ content: '' }, 'stop')),
    hello,
  ],
  [
    'messages with all of the text so far',
    events(
      message({ content: 'Hel' }, 'null'),
      message({ content: 'Hello' }, 'null'),
      message({ content: 'Hello' }, 'stop'),
    ),
    hello,
  ],
  [
    'a text in the choice',
    events(
      { choices: [{ text: 'Hel', finish_reason: null }] },
      { choices: [{ text: 'lo', finish_reason: 'stop' }] },
    ),
    hello,
  ],
  ['content as one part', events(chunk({ content: { type: 'text', text: 'Hello' } }, 'stop')), hello],
  [
    'text as an object',
    events(chunk({ content: [{ type: 'text', text: { value: 'Hello' } }] }, 'stop')),
    hello,
  ],
  [
    'reasoning in thinking',
    events(chunk({ thinking: 'hm' }), chunk({ content: 'Hello' }, 'stop')),
    thoughtful,
  ],
  [
    'reasoning in an object',
    events(chunk({ reasoning: { content: 'hm' } }), chunk({ content: 'Hello' }, 'stop')),
    thoughtful,
  ],
  [
    'reasoning_details alone',
    events(
      chunk({ reasoning_details: [{ type: 'reasoning.text', text: 'hm' }] }),
      chunk({ content: 'Hello' }, 'stop'),
    ),
    thoughtful,
  ],
  [
    'thinking_blocks beside the same reasoning',
    events(
      chunk({ thinking_blocks: [{ thinking: 'hm' }], reasoning_content: 'hm' }),
      chunk({ content: 'Hello' }, 'stop'),
    ),
    thoughtful,
  ],
  [
    'content_blocks',
    events(
      chunk({ content_blocks: [{ type: 'thinking', thinking: 'hm' }] }),
      chunk({ content_blocks: [{ type: 'text', text: 'Hello' }] }, 'stop'),
    ),
    thoughtful,
  ],
  [
    'content_blocks beside the same text',
    events(chunk({ content: 'Hello', content_blocks: [{ type: 'text', text: 'Hello' }] }, 'stop')),
    hello,
  ],
  [
    'content_blocks with deltas',
    events(
      chunk({ content_blocks: [{ index: 0, delta: { thinking: 'hm' } }] }),
      chunk({ content: '', content_blocks: [{ index: 1, delta: { text: 'Hello' } }] }, 'stop'),
    ),
    thoughtful,
  ],
  [
    'a part with a summary of reasoning',
    events(
      chunk({ content: [{ type: 'reasoning', summary: [{ type: 'summary_text', text: 'hm' }] }] }),
      chunk({ content: [{ type: 'text', text: 'Hello' }] }, 'stop'),
    ),
    thoughtful,
  ],
  [
    'a closing tag of reasoning within a line',
    events(chunk({ content: 'hm</think>Hello' }, 'stop')),
    thoughtful,
  ],
  [
    'messages of gpt-oss',
    events(
      chunk(
        {
          content:
            '<|channel|>analysis<|message|>hm<|end|><|start|>assistant<|channel|>final<|message|>Hello<|return|>',
        },
        'stop',
      ),
    ),
    thoughtful,
  ],
];

/** Reads a body in packets of `size` bytes. `name` keeps apart what is learned of a model. */
async function read(body: string, size: number, name: string): Promise<Gathered> {
  const bytes = new TextEncoder().encode(body);
  const packets = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let at = 0; at < bytes.length; at += size) controller.enqueue(bytes.slice(at, at + size));
      controller.close();
    },
  });
  const target = { baseURL: 'http://models.test/v1', model: `${name} ${size}` };
  const assembly = new ResponsesAssembly({ tools: [tool('read')] }, target);
  const all: ModelEvent[] = [];
  for await (const event of readAnswer(new Response(packets), assembly, target)) all.push(event);
  return gather(all);
}

describe('an answer in the form', () => {
  const start = useEndpoints();

  for (const [name, body, wanted] of rows)
    it(`"${name}" is read, in packets of any length and by either API`, async () => {
      const full = whole(wanted);
      for (const size of [1, 2, 7, 64, 100_000])
        assert.deepEqual(contentOf(await read(body, size, name)), full);
      for (const api of apis) {
        const { baseURL } = await start([rawReply([body])]);
        const model = createOpenAiModel({ api, baseURL, model: `${name} ${api}`, canCallTools: true });
        assert.deepEqual(contentOf(await run(model, asking('Hi', ['read']))), full);
      }
    });

  it('of another vendor keeps no reasoning that would go back, and a call without an id once', async () => {
    const thought = named(block(0, { type: 'thinking_delta', thinking: 'hm' }), {
      type: 'message_delta',
      delta: { stop_reason: 'end_turn' },
    });
    assert.equal((await read(thought, 64, 'thought')).answer.message.echo, undefined);
    const content = [{ type: 'tool_use', name: 'read', input: { path: 'x' } }];
    const answer = await read(
      JSON.stringify({ type: 'message', content, stop_reason: 'tool_use' }),
      64,
      'whole',
    );
    assert.deepEqual(contentOf(answer), whole(one));
  });

  it('of any shape, with the names of all of these, fails only with an explained error', () => {
    const words =
      'choices delta message content tool_calls function arguments index type error errors detail code status msg base_resp Response Error data candidates parts functionCall usageMetadata content_block done response usage';
    const names = fc.constantFrom(...words.split(' '));
    const texts = fc.constantFrom(
      '',
      'text',
      '{"error":{"message":"a"}}',
      'tool_use',
      'content_block_delta',
      '429',
    );
    const { value } = fc.letrec<{ value: unknown }>((tie) => ({
      value: fc.oneof(
        { maxDepth: 5 },
        fc.oneof(texts, fc.constantFrom(null, true, 0, 1, 500, -1)),
        fc.array(tie('value'), { maxLength: 2 }),
        fc.dictionary(names, tie('value'), { maxKeys: 4, noNullPrototype: true }),
      ),
    }));
    fc.assert(
      fc.property(fc.array(value, { maxLength: 3 }), (values) => {
        const target = { baseURL: 'http://models.test/v1', model: 'm' };
        const assembly = new ResponsesAssembly({ tools: [tool('read')] }, target);
        try {
          for (const each of values) assembly.push(each);
          assembly.markDone();
          assembly.end();
        } catch (error) {
          if (!(error instanceof ModelError)) throw error;
          assert.doesNotMatch(error.message, /undefined|\[object/);
        }
      }),
      { numRuns: cases(500, 30_000) },
    );
  });

  it('"null" for a finish is broken where the connection ends', async () => {
    const { baseURL } = await start([rawReply([events(chunk({ content: 'Hel' }, 'null'))], { end: 'cut' })]);
    const model = createOpenAiModel({ baseURL, model: 'm', canCallTools: true });
    assert.equal((await modelErrorOf(run(model))).kind, 'broken-stream');
  });

  it('of Gemini that blocks the prompt says that a filter withheld it', async () => {
    const { baseURL } = await start([rawReply([events({ promptFeedback: { blockReason: 'SAFETY' } })])]);
    const model = createOpenAiModel({ baseURL, model: 'm', canCallTools: true });
    assert.match((await modelErrorOf(run(model))).message, /content filter/);
  });

  it('of nobody’s API says so, also after [DONE]', async () => {
    const { baseURL } = await start([rawReply([`${events({ hello: 'world' })}data: [DONE]\n\n`])]);
    const model = createOpenAiModel({ baseURL, model: 'm', canCallTools: true });
    assert.match((await modelErrorOf(run(model))).message, /not in the form of a model's answer/);
  });
});
