/** What a server wants the model to answer: shown as it is sent, bounded, and answered in the protocol's words. */
import assert from 'node:assert/strict';
import {
  chooseModel,
  modelHints,
  RateLimit,
  samplingOf,
  samplingResult,
  type Sampling,
} from '../../../../src/agent/index.ts';
import type { SamplingParams } from '../../../../src/mcp/index.ts';

type Message = SamplingParams['messages'][number];

const hi = { role: 'user', content: { type: 'text', text: 'Hi' } } as const;
function accepted(params: Partial<SamplingParams>): Sampling {
  const verdict = samplingOf('demo', { messages: [hi], maxTokens: 10, ...params });
  assert.ok(verdict.ok);
  return verdict.sampling;
}
function refused(params: Partial<SamplingParams>): string {
  const verdict = samplingOf('demo', { messages: [hi], maxTokens: 10, ...params });
  assert.ok(!verdict.ok);
  return verdict.why;
}
const look = { name: 'look.up', inputSchema: { type: 'object' as const } };
const called: Message = {
  role: 'assistant',
  content: [{ type: 'tool_use', id: 'any id', name: 'look.up', input: { a: 1 } }],
};
const result: Message = {
  role: 'user',
  content: [{ type: 'tool_result', toolUseId: 'any id', content: [{ type: 'text', text: 'found' }] }],
};

describe("a server's request to the model", () => {
  it('sends what is shown, with the changes of the user', () => {
    const { question, request } = accepted({
      systemPrompt: 'Be\u202E brief',
      messages: [
        {
          role: 'user',
          content: [
            { type: 'text', text: 'Look' },
            { type: 'image', mimeType: 'image/png', data: 'AA==' },
          ],
        },
      ],
      temperature: 9,
      maxTokens: 1e9,
      stopSequences: ['END'],
    });
    const [system, user] = question.messages;
    assert.deepEqual(system?.parts, [{ kind: 'text', name: 'system', text: 'Be brief' }]);
    assert.deepEqual(user?.parts[0], { kind: 'text', name: '0.0', text: 'Look' });
    assert.deepEqual(request(new Map([['0.0', 'See']])), {
      messages: [
        { role: 'system', text: 'Be brief' },
        { role: 'user', text: 'See', content: [{ type: 'image', mimeType: 'image/png', data: 'AA==' }] },
      ],
      tools: [],
      options: { maxTokens: 16_384, temperature: 2, stopSequences: ['END'] },
    });
  });

  it('carries calls and results of the tools it brings, under names and ids that endpoints take', () => {
    const { request, toolNames } = accepted({
      messages: [hi, called, result],
      tools: [look],
      toolChoice: { mode: 'required' },
    });
    const [wire] = toolNames.keys();
    assert.match(wire ?? '', /^[\w-]+$/);
    const { messages, tools, options } = request(new Map());
    assert.deepEqual(messages.slice(1), [
      { role: 'assistant', text: '', calls: [{ id: 'c00000000', name: wire, argsText: '{"a":1}' }] },
      { role: 'tool', callId: 'c00000000', content: [{ type: 'text', text: 'found' }], isError: false },
    ]);
    assert.equal(tools[0]?.name, wire);
    assert.equal(options?.toolChoice, 'required');
  });

  it('carries all tools of the server and none of ours, whatever their names', () => {
    const brought = ['search_tools', ...Array.from({ length: 30 }, (_, index) => `tool_${index}`)];
    const { request, toolNames } = accepted({ tools: brought.map((name) => ({ ...look, name })) });
    assert.deepEqual(
      request(new Map()).tools.map(({ name }) => toolNames.get(name)),
      brought,
    );
  });

  it('is refused when calls and results do not match', () => {
    assert.match(refused({ messages: [hi, called] }), /no results/);
    assert.match(refused({ messages: [hi, called, hi] }), /do not match/);
    assert.match(refused({ messages: [hi, result] }), /do not match/);
    const mixed: Message = { role: 'user', content: [...[result.content].flat(), hi.content] };
    assert.match(refused({ messages: [hi, called, mixed] }), /mixed/);
  });

  it('is refused when it is empty or too large', () => {
    assert.match(refused({ messages: [] }), /no message/);
    assert.match(refused({ messages: Array.from({ length: 101 }, () => hi) }), /messages/);
    assert.match(refused({ systemPrompt: 'x'.repeat(400_001) }), /text/);
    const data = 'A'.repeat(8_000_001);
    const image = { role: 'user', content: { type: 'image', mimeType: 'image/png', data } } as const;
    assert.match(refused({ messages: [image] }), /images/);
    assert.match(refused({ tools: Array.from({ length: 65 }, () => look) }), /tools/);
    assert.match(refused({ maxTokens: 0 }), /maxTokens/);
  });

  it('prefers the first hint that is part of a name, and else the model of the settings', () => {
    const available = ['big-sonnet-4-long', 'Big-Sonnet-4', 'gpt-x'];
    assert.equal(chooseModel(['opus', 'sonnet'], available, 'gpt-x'), 'Big-Sonnet-4');
    assert.equal(chooseModel(['gpt'], available, 'my-gpt'), 'my-gpt');
    assert.equal(chooseModel(['opus'], available, 'gpt-x'), 'gpt-x');
    assert.deepEqual(modelHints({ modelPreferences: { hints: [{}, { name: ' a ' }] } }), ['a']);
  });

  it('gets its answer with the calls in the names of the server', () => {
    const answer = { model: 'm', text: 'Well', calls: [], truncated: true };
    assert.deepEqual(
      samplingResult(answer, new Map(), () => 'id'),
      {
        role: 'assistant',
        model: 'm',
        stopReason: 'maxTokens',
        content: { type: 'text', text: 'Well' },
      },
    );
    const calls = [
      { id: '1', name: 'wire', argsText: '{"a":1}' },
      { id: '2', name: 'wire', argsText: '[' },
    ];
    const made = samplingResult({ ...answer, text: '', calls }, new Map([['wire', 'look.up']]), () => 'id');
    assert.equal(made.stopReason, 'toolUse');
    assert.deepEqual(made.content, [
      { type: 'tool_use', id: 'id', name: 'look.up', input: { a: 1 } },
      { type: 'tool_use', id: 'id', name: 'look.up', input: {} },
    ]);
  });

  it('counts for each server by itself, and again a minute later', () => {
    let now = 0;
    const limit = new RateLimit(
      () => 1,
      () => now,
    );
    assert.deepEqual(
      [limit.take('a'), limit.take('a'), limit.take('a'), limit.take('b')],
      ['within', 'over', 'stillOver', 'within'],
    );
    now = 60_000;
    assert.equal(limit.take('a'), 'within');
  });
});
