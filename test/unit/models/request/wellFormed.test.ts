/** Halves of pairs, wherever they come from, in what goes to an endpoint or to a model of the editor. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Message, ToolDefinition } from '../../../../src/models/index.ts';
import { toPortRequest } from '../../../../src/models/languageModel/request.ts';
import { ChatMessages } from '../../../../src/models/request/messages.ts';
import { requestOf } from '../../../../src/models/request/request.ts';
import { RequestBodies } from '../../../../src/models/request/requestBody.ts';

const texts = fc
  .array(fc.constantFrom('a', ' ', '\ud83d', '\ude00', '😀', '\n', '"', '\\'), {
    minLength: 1,
    maxLength: 12,
  })
  .map((parts) => parts.join(''));
/** A JSON object as a model writes it: half of a pair as an escape, too. */
const argsTexts = texts.map((text) => JSON.stringify({ text }));

const messages: fc.Arbitrary<readonly Message[]> = fc
  .record({
    system: texts,
    user: texts,
    answer: texts,
    args: fc.oneof(argsTexts, texts),
    id: texts,
    result: texts,
    echo: texts,
  })
  .map(({ system, user, answer, args, id, result, echo }) => [
    { role: 'system', text: system },
    {
      role: 'user',
      text: user,
      content: [
        { type: 'text', text: result },
        { type: 'link', uri: echo, name: answer },
      ],
    },
    {
      role: 'assistant',
      text: answer,
      calls: [{ id, name: answer, argsText: args, echo: { extra_content: { [echo]: echo } } }],
      echo: {
        reasoning_content: echo,
        response_items: [
          { model: 'http://m.test/v1 m', type: 'reasoning', id: echo, encrypted_content: echo },
        ],
      },
    },
    {
      role: 'tool',
      callId: id,
      content: [
        { type: 'text', text: result },
        { type: 'json', value: { [result]: [result] } },
        { type: 'resource', uri: echo, text: result },
      ],
      isError: false,
    },
  ]);

const tools: fc.Arbitrary<readonly ToolDefinition[]> = texts.map((text) => [
  {
    name: 'read',
    description: text,
    inputSchema: {
      type: 'object',
      properties: {
        [`p${text}`]: { type: 'string', description: text, enum: [text, 'b'], default: text },
        other: { anyOf: [{ const: text }, { type: 'object', properties: { a: { const: { deep: text } } } }] },
      },
    },
  },
]);

/** All texts of a value, the names in it too, and what a JSON text in it holds. */
function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, each]) => [name, ...textsIn(each)]);
}

for (const api of ['chat', 'responses', 'editor'] as const)
  describe(`a request (${api})`, () => {
    it('is well formed in each of its texts, and in the arguments that it repeats', () => {
      fc.assert(
        fc.property(messages, tools, texts, (all, offered, stop) => {
          const options = {
            baseURL: 'http://m.test/v1',
            model: `m${stop}`,
            api: api === 'editor' ? ('chat' as const) : api,
            canCallTools: true,
            request: { extraBody: { user: stop } },
          };
          const request = { messages: all, tools: offered, options: { stopSequences: [stop] } };
          const made = requestOf(request, options, {}, new ChatMessages());
          const sent: unknown =
            api === 'editor' ? toPortRequest(made.params) : JSON.parse(new RequestBodies().write(made));
          for (const text of textsIn(sent)) assert.ok(text.isWellFormed(), JSON.stringify(text));
          const repeated = made.params.messages.flatMap((message) =>
            message.role === 'assistant' ? (message.tool_calls ?? []) : [],
          );
          assert.equal(repeated.length, 1);
          for (const call of repeated)
            if (call.type === 'function')
              for (const text of textsIn(JSON.parse(call.function.arguments))) assert.ok(text.isWellFormed());
        }),
        { numRuns: 300 },
      );
    });
  });
