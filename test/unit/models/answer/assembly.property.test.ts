/** However an answer is cut into deltas, and deltas into packets, it is the same answer. */
import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { Assembly } from '../../../../src/models/answer/assembly.ts';
import { WireDecoder, type WireItem } from '../../../../src/models/answer/wire.ts';
import type { ModelEvent } from '../../../../src/models/index.ts';
import { gather, tool, type Gathered } from '../support.ts';
import { cases } from '../../../fixtures/cases.ts';
import { defined } from '../../defined.ts';

const target = { baseURL: 'http://models.test/v1', model: 'm' };
const tools = ['mcp__files__read', 'mcp__files__read_all', 'mcp__mcp__mcp', 'now'];

const call = fc.record({
  id: fc.stringMatching(/^[a-z0-9]{4,9}$/),
  name: fc.constantFrom(...tools),
  args: fc.dictionary(fc.string(), fc.jsonValue(), { maxKeys: 3 }).map((value) => JSON.stringify(value)),
});
const answer = fc.record({
  text: fc.string({ unit: 'binary', maxLength: 40 }),
  reasoning: fc.string({ maxLength: 20 }),
  calls: fc.uniqueArray(call, { selector: ({ id }) => id, maxLength: 4 }),
});
/** The same in short: ten thousand of them are made. */
const shortAnswer = fc.record({
  text: fc.string({ maxLength: 8 }),
  reasoning: fc.string({ maxLength: 3 }),
  calls: fc.uniqueArray(
    fc.record({
      id: fc.stringMatching(/^[a-z]{4}$/),
      name: fc.constantFrom(...tools),
      args: fc.constantFrom('{}', '{"a":[1,{"b":"}"}]}', '{"path":"ü\\n"}'),
    }),
    { selector: ({ id }) => id, maxLength: 2 },
  ),
});
/** How long pieces are, used in turn. */
const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 });
const habits = fc.record({
  repeatsId: fc.boolean(),
  repeatsName: fc.boolean(),
  splitsName: fc.boolean(),
  numbering: fc.constantFrom('right', 'zero', 'none'),
  finish: fc.constantFrom('stop', 'tool_calls', undefined),
});

function cut(text: string, lengths: readonly number[]): string[] {
  const pieces: string[] = [];
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = lengths[turn % lengths.length] ?? 1;
    pieces.push(text.slice(at, at + size));
    at += size;
  }
  return pieces;
}

type Habits = typeof habits extends fc.Arbitrary<infer T> ? T : never;
type Answer = typeof answer extends fc.Arbitrary<infer T> ? T : never;

function chunksOf({ text, reasoning, calls }: Answer, lengths: readonly number[], how: Habits): unknown[] {
  const deltas: unknown[] = [
    ...cut(reasoning, lengths).map((piece) => ({ reasoning_content: piece })),
    ...cut(text, lengths).map((content) => ({ content })),
  ];
  calls.forEach(({ id, name, args }, position) => {
    const index = { right: { index: position }, zero: { index: 0 }, none: {} }[how.numbering];
    const names = how.splitsName ? cut(name, lengths) : [name];
    names.forEach((part, turn) => {
      const sentId = turn === 0 || how.repeatsId ? id : '';
      deltas.push({
        tool_calls: [{ ...index, id: sentId, type: 'function', function: { name: part, arguments: '' } }],
      });
    });
    for (const part of cut(args, lengths)) {
      const later = {
        id: how.repeatsId ? id : '',
        function: { name: how.repeatsName ? name : '', arguments: part },
      };
      deltas.push({ tool_calls: [{ ...index, ...later }] });
    }
  });
  const chunks: unknown[] = deltas.map((delta) => ({ choices: [{ index: 0, delta, finish_reason: null }] }));
  return [...chunks, { choices: [{ delta: {}, finish_reason: how.finish ?? null }] }];
}

function assembled(chunks: readonly unknown[]): Gathered {
  const assembly = new Assembly({ tools: tools.map(tool), takesTextCalls: () => true }, target);
  const events = chunks.flatMap((chunk) => assembly.push(chunk));
  assembly.markDone();
  return gather([...events, ...assembly.end()]);
}

/** The answer that these packets bring, with its texts joined: pieces are cut where packets are. */
function answerOf(packets: readonly Uint8Array[]): Omit<Gathered, 'events'> {
  const decoder = new WireDecoder();
  const assembly = new Assembly({ tools: tools.map(tool), takesTextCalls: () => true }, target);
  const events: ModelEvent[] = [];
  const take = (items: readonly WireItem[]): void => {
    for (const item of items) {
      if (item.kind === 'value') events.push(...assembly.push(item.value));
      else if (item.kind === 'done') assembly.markDone();
      else assert.fail(item.kind);
    }
  };
  for (const packet of packets) take(decoder.push(packet));
  take(decoder.end());
  const { text, reasoning, answer: last } = gather([...events, ...assembly.end()]);
  return { text, reasoning, answer: last };
}

describe('stream assembly, for any answer', () => {
  it('gives the same answer however it is cut, numbered and repeated', () => {
    fc.assert(
      fc.property(answer, sizes, habits, (wanted, lengths, how) => {
        const { text, reasoning, answer: got } = assembled(chunksOf(wanted, lengths, how));
        assert.equal(text, wanted.text);
        assert.equal(got.message.text, wanted.text);
        assert.equal(reasoning, wanted.reasoning);
        assert.deepEqual(
          defined(got.message.calls),
          wanted.calls.map(({ id, name, args }) => ({ id, name, argsText: args })),
        );
      }),
      { numRuns: cases(200, 20_000) },
    );
  });

  it('survives chunks of any shape without an error of its own', () => {
    const shapes = fc.anything({ withNullPrototype: true });
    const choices = fc.array(fc.record({ delta: shapes, finish_reason: shapes, usage: shapes }), {
      maxLength: 2,
    });
    const pieces = fc.array(fc.record({ index: shapes, id: shapes, function: shapes }), { maxLength: 3 });
    const inside = pieces.map((calls) => [{ delta: { tool_calls: calls } }]);
    fc.assert(
      fc.property(
        fc.array(fc.record({ choices: fc.oneof(choices, inside, shapes), usage: shapes })),
        (chunks) => {
          const { message } = assembled(chunks).answer;
          assert.equal(typeof message.text, 'string');
          for (const { id, name, argsText } of message.calls) {
            for (const field of [id, name, argsText]) assert.equal(typeof field, 'string');
          }
        },
      ),
      { numRuns: cases(50, 3_000) },
    );
  });

  it('gives the same answer however the bytes of one stream are cut into packets', () => {
    const written = fc.constantFrom(
      '\n<tool_call>{"name":"now","arguments":{}}</tool_call>',
      '\n<function=now></function>',
      '<tool_call>',
      '```\n',
      'Grüße 👋🏽 ',
    );
    const streams = fc.record({
      wanted: shortAnswer,
      inText: fc.array(written, { maxLength: 3 }).map((parts) => parts.join('')),
      deltas: fc.array(fc.integer({ min: 3, max: 20 }), { minLength: 1, maxLength: 3 }),
      how: habits,
      eol: fc.constantFrom('\n', '\r\n', '\r'),
      done: fc.boolean(),
    });
    fc.assert(
      fc.property(streams, sizes, ({ wanted, inText, deltas, how, eol, done }, packets) => {
        const full = { ...wanted, text: wanted.text + inText };
        const finish = { ...how, finish: done ? how.finish : 'stop' } as const;
        const lines = chunksOf(full, deltas, finish).map(
          (each) => `: alive${eol}data: ${JSON.stringify(each)}${eol}${eol}`,
        );
        const bytes = new TextEncoder().encode(`${lines.join('')}${done ? `data: [DONE]${eol}${eol}` : ''}`);
        const whole = answerOf([bytes]);
        const pieces: Uint8Array[] = [];
        for (let at = 0, turn = 0; at < bytes.length; turn++) {
          // Packets are larger than pieces of a text, but cut as badly.
          const size = 7 * (packets[turn % packets.length] ?? 1) - 6;
          pieces.push(bytes.subarray(at, at + size));
          at += size;
        }
        assert.deepEqual(answerOf(pieces), whole);
        if (wanted.calls.length > 0) assert.equal(whole.answer.message.calls.length, wanted.calls.length);
      }),
      { numRuns: cases(1_000, 100_000) },
    );
  });

  it('reads the same events from any packets, with any line ends', () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: 'binary', maxLength: 12 }), { maxLength: 6 }),
        fc.constantFrom('\n', '\r\n', '\r'),
        sizes,
        (texts, eol, lengths) => {
          const lines = texts.map(
            (content) => `: keep-alive${eol}data: ${JSON.stringify({ content })}${eol}${eol}`,
          );
          const bytes = new TextEncoder().encode(`\uFEFF${lines.join('')}data: [DONE]${eol}${eol}`);
          const decoder = new WireDecoder();
          const items: WireItem[] = [];
          for (let at = 0, turn = 0; at < bytes.length; turn++) {
            const size = lengths[turn % lengths.length] ?? 1;
            items.push(...decoder.push(bytes.subarray(at, at + size)));
            at += size;
          }
          items.push(...decoder.end());
          const wanted = JSON.parse(JSON.stringify(texts)) as string[];
          assert.deepEqual(items, [
            ...wanted.map((content) => ({ kind: 'value', value: { content } })),
            { kind: 'done' },
          ]);
        },
      ),
      { numRuns: cases(50, 3_000) },
    );
  });
});
