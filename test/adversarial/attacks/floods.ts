/** Servers and endpoints that send too much: items, pages, levels, bytes, questions. */
import type { JSONRPCMessage } from '@modelcontextprotocol/client';
import { RateLimit } from '../../../src/base/common/rateLimit.ts';
import { Conversation } from '../../../src/agent/conversation/conversation.ts';
import { SentTools } from '../../../src/agent/toolSearch/sentTools.ts';
import { samplingOf } from '../../../src/agent/sampling/request.ts';
import { applyEdits } from '../../../src/editor/builtInTools/textEdits.ts';
import { boundedFetch } from '../../../src/mcp/connection/boundedFetch.ts';
import { MessageBounds } from '../../../src/mcp/catalog/messageBounds.ts';
import { errorWords } from '../../../src/models/failures/errorWords.ts';
import { LineBuffer } from '../../../src/base/node/lineBuffer.ts';
import { fieldsOf } from '../../../src/mcp/questions/questionFields.ts';
import { plainText } from '../../../src/base/common/text.ts';
import type { AttackClass, Defence } from '../attack.ts';

const bounds = 'src/mcp/catalog/messageBounds.ts';
const items: Defence = {
  title: 'the number of items taken of a list',
  file: bounds,
  name: 'MessageBounds.take',
  at: 'condition items',
  as: 'false',
};
const itemSize: Defence = {
  title: 'the size of one item of a list',
  file: bounds,
  name: 'sizeOf',
  at: 'if #5/5',
  as: '',
};
const belowSize: Defence = {
  title: 'the size of an item while it is counted',
  file: bounds,
  name: 'sizeOf',
  at: 'if below',
  as: '',
};
const listSize: Defence = {
  title: 'the size of a list',
  file: bounds,
  name: 'MessageBounds.take',
  at: '> walk',
  as: 'false',
};
const itemDepth: Defence = {
  title: 'the depth of one item of a list',
  file: bounds,
  name: 'sizeOf',
  at: 'if depth',
  as: '',
};
const messageDepth: Defence = {
  title: 'the depth of a message',
  file: bounds,
  name: 'prune',
  at: 'condition depth',
  as: 'false',
};
const cursorTwice: Defence = {
  title: 'a cursor is followed once',
  file: bounds,
  name: 'brokenPaging',
  at: 'call has',
  as: 'false',
};
const cursorLength: Defence = {
  title: 'the length of a cursor',
  file: bounds,
  name: 'brokenPaging',
  at: 'condition length',
  as: 'false',
};
const pages: Defence = {
  title: 'the number of pages of a list',
  file: bounds,
  name: 'brokenPaging',
  at: 'condition pages',
  as: 'false',
};
const line: Defence = {
  title: 'the length of a line of stdout',
  file: 'src/base/node/lineBuffer.ts',
  name: 'LineBuffer.hold',
  at: 'if beyond',
  as: '',
};
const lineRemainder: Defence = {
  title: 'the cut of long lines of stderr',
  file: 'src/base/node/lineBuffer.ts',
  name: 'LineBuffer.hold.room',
  as: 'Infinity',
};
const editPlaces: Defence = {
  title: 'the number of places that the edits of a call change',
  file: 'src/editor/builtInTools/textEdits.ts',
  name: 'MAX_PLACES',
  as: 'Infinity',
};
const errorParts: Defence = {
  title: 'the number of parts of an error that are read',
  file: 'src/models/failures/errorWords.ts',
  name: 'MAX_PARTS',
  as: 'Infinity',
};
const body: Defence = {
  title: 'the size of a body or an event over HTTP',
  file: 'src/mcp/connection/boundedFetch.ts',
  name: 'bounded',
  at: 'condition size',
  as: 'true',
};
const refusalBody: Defence = {
  title: 'the size of a refusal over HTTP',
  file: 'src/mcp/connection/boundedFetch.ts',
  name: 'cut.room',
  as: 'Infinity',
};

const samplingSize: Defence = {
  title: 'the size of a sampling request',
  file: 'src/agent/sampling/request.ts',
  name: 'samplingOf',
  at: 'condition text',
  as: 'false',
};
const samplingMedia: Defence = {
  title: 'the size of the images of a sampling request',
  file: 'src/agent/sampling/request.ts',
  name: 'samplingOf',
  at: 'condition media',
  as: 'false',
};
const samplingTokens: Defence = {
  title: 'the most tokens of a sampling answer',
  file: 'src/agent/sampling/request.ts',
  name: 'samplingFrom.maxTokens',
  as: '$2',
};
const samplingRate: Defence = {
  title: 'the rate of sampling requests',
  file: 'src/base/common/rateLimit.ts',
  name: 'RateLimit.take.isOver',
  as: 'false',
};
const formFields: Defence = {
  title: 'the number of fields of a form',
  file: 'src/mcp/questions/questionFields.ts',
  name: 'fieldsOf',
  at: 'condition entries',
  as: 'false',
};
const formOptions: Defence = {
  title: 'the number of options of a field',
  file: 'src/mcp/questions/questionFields.ts',
  name: 'optionsOf',
  at: '> pairs',
  as: '',
};
const textLength: Defence = {
  title: 'the length of plain texts',
  file: 'src/base/common/text.ts',
  name: 'truncate',
  at: 'conditional',
  as: 'text',
};

const times = (count: number, item: object): object[] => Array.from({ length: count }, () => item);
const nested = (levels: number): object => {
  let value: object = {};
  for (let level = 0; level < levels; level += 1) value = { a: value };
  return value;
};
const depthOf = (value: unknown): number => {
  let depth = 0;
  for (let at: unknown = value; typeof at === 'object' && at !== null; depth += 1) [at] = Object.values(at);
  return depth;
};

/** What is left of pages of tools; a page is `[tools, nextCursor]`. */
function taken(...answers: readonly (readonly [tools: readonly unknown[], cursor?: string])[]) {
  const guard = new MessageBounds();
  guard.start();
  return answers.map(([tools, nextCursor]) => {
    const result: Record<string, unknown> = { tools, ...(nextCursor !== undefined && { nextCursor }) };
    guard.apply({ jsonrpc: '2.0', id: 1, result } as unknown as JSONRPCMessage);
    return result as { readonly tools: readonly unknown[]; readonly nextCursor?: string };
  });
}

function sampling(more: object) {
  return samplingOf('s', {
    messages: [{ role: 'user', content: { type: 'text', text: 'a' } }],
    maxTokens: 100,
    ...more,
  });
}

/** How much is taken of an answer that has no end, up to a million bytes, where 1,000 may be. */
async function bytesTaken(status: number, type: string, piece: string): Promise<number> {
  let sent = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      if (sent > 4_000_000) return controller.close();
      sent += piece.length;
      controller.enqueue(new TextEncoder().encode(piece));
    },
  });
  const answer = () => Promise.resolve(new Response(endless, { status, headers: { 'content-type': type } }));
  const response = await boundedFetch(1_000, answer)('http://127.0.0.1/');
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) size += (chunk as Uint8Array).length;
  } catch {
    // It was broken off.
  }
  return size;
}

/** The cost of a conversation where every request is new to the endpoint. */
const order: Defence = {
  title: 'tools stay where they were first sent',
  file: 'src/agent/toolSearch/sentTools.ts',
  name: 'SentTools.ordered',
  at: 'call sent.names.filter',
  as: '[...wanted]',
};

export const attacks: AttackClass = {
  title: 'Floods',
  attacks: [
    {
      title: 'A server lists its tools in another order each time, so that no request is found in a cache',
      defences: [order],
      succeeds: () => {
        const [conversation, sent] = [new Conversation('c'), new SentTools()];
        const basis = { model: 'm', budget: undefined, maxTokens: Infinity };
        const ordered = (...names: string[]) => sent.ordered(conversation, basis, new Set(names)).join(' ');
        return ordered('a', 'b', 'mine') !== ordered('b', 'a', 'mine');
      },
    },
    {
      title: 'A server lists 10,001 tools on one page',
      defences: [items],
      succeeds: () => (taken([times(10_001, { name: 'a' })])[0]?.tools.length ?? 0) > 10_000,
    },
    {
      title: 'A server spreads too many tools over several pages',
      defences: [items],
      succeeds: () => {
        const page = times(6_000, { name: 'a' });
        return taken([page, 'b'], [page]).reduce((sum, { tools }) => sum + tools.length, 0) > 10_000;
      },
    },
    {
      title: 'A server describes a tool with a text of megabytes',
      defences: [itemSize],
      succeeds: () => taken([[{ name: 'a', description: 'x'.repeat(2_000_000) }]])[0]?.tools.length === 1,
    },
    {
      title: 'A server’s tool has a schema with millions of small values',
      defences: [itemSize, belowSize],
      succeeds: () =>
        taken([[{ name: 'a', inputSchema: { enum: Array(1_500_000).fill(0) } }]])[0]?.tools.length === 1,
    },
    {
      title: 'A server’s list is gigabytes of items that are each small enough',
      defences: [listSize],
      succeeds: () => {
        const large = { name: 'a', description: 'x'.repeat(900_000) };
        return (taken([times(50, large)])[0]?.tools.length ?? 0) === 50;
      },
    },
    {
      title: 'A server’s tool has a schema of 200,000 levels, to overflow the stack',
      defences: [itemDepth, messageDepth],
      succeeds: () => depthOf(taken([[{ inputSchema: nested(200_000), name: 'a' }]])[0]?.tools) > 1_000,
    },
    {
      title: 'A tool’s result has 100,000 levels, to overflow the stack',
      defences: [messageDepth],
      succeeds: () => {
        const result = { content: [], structuredContent: nested(100_000) };
        new MessageBounds().apply({ jsonrpc: '2.0', id: 1, result } as unknown as JSONRPCMessage);
        return depthOf(result.structuredContent) > 1_000;
      },
    },
    {
      title: 'A server’s pages go round in a circle',
      defences: [cursorTwice],
      succeeds: () => taken([[], 'a'], [[], 'b'], [[], 'a'])[2]?.nextCursor !== undefined,
    },
    {
      title: 'A server has ever another page',
      defences: [pages],
      succeeds: () =>
        taken(...Array.from({ length: 1_001 }, (_, index) => [[], `${index}`] as const)).every(
          ({ nextCursor }) => nextCursor !== undefined,
        ),
    },
    {
      title: 'A server’s cursor is megabytes long, to be sent back with each request',
      defences: [cursorLength],
      succeeds: () => taken([[], 'x'.repeat(1_000_000)])[0]?.nextCursor !== undefined,
    },
    {
      title: 'A process writes to stdout without ever ending the line',
      defences: [line, lineRemainder],
      succeeds: () => {
        const buffer = new LineBuffer(1_000);
        try {
          for (let index = 0; index < 100; index += 1) buffer.push(Buffer.alloc(1_000, 'a'));
        } catch {
          return false;
        }
        return (buffer.rest()?.length ?? 0) > 1_000;
      },
    },
    {
      title: 'A process writes to stderr without ever ending the line',
      defences: [lineRemainder],
      succeeds: () => {
        const buffer = new LineBuffer(1_000, 'cut');
        for (let index = 0; index < 100; index += 1) buffer.push(Buffer.alloc(1_000, 'a'));
        return (buffer.rest()?.length ?? 0) > 1_000;
      },
    },
    {
      title: 'A model edits each letter of a file, again and again in one call',
      defences: [editPlaces],
      succeeds: () => {
        const edits = Array.from({ length: 30 }, () => ({ oldText: 'a', newText: 'a', all: true }));
        try {
          return applyEdits('a.ts', 'a'.repeat(10_000), edits).after.length > 0;
        } catch {
          return false;
        }
      },
    },
    {
      title: 'An endpoint answers with an error of thousands of texts that are JSON themselves',
      defences: [errorParts],
      succeeds: () => {
        const listOf = (size: number, part: (place: number) => unknown): unknown[] =>
          Array.from({ length: size }, (_, place) => part(place));
        const text = (...places: readonly number[]): string => JSON.stringify({ message: places.join(' ') });
        const error = listOf(16, (a) => listOf(16, (b) => listOf(16, (c) => text(a, b, c))));
        // A text that was not read is shown as it is.
        return !errorWords(error).includes('{');
      },
    },
    {
      title: 'A URL answers with a body that has no end',
      defences: [body],
      succeeds: async () => (await bytesTaken(200, 'application/json', 'x'.repeat(500))) > 100_000,
    },
    {
      title: 'A URL sends one event that has no end, with line ends that end no event',
      defences: [body],
      succeeds: async () =>
        (await bytesTaken(200, 'text/event-stream', `data: ${'x'.repeat(500)}\n`)) > 100_000,
    },
    {
      title: 'A URL refuses with an error page that has no end',
      defences: [refusalBody],
      succeeds: async () => (await bytesTaken(500, 'text/html', 'x'.repeat(5_000))) > 2_000_000,
    },
    {
      title: 'A server has the model read a text of millions of characters at the user’s expense',
      defences: [samplingSize],
      succeeds: () => sampling({ systemPrompt: 'x'.repeat(500_000) }).ok,
    },
    {
      title: 'A server has the model look at images of many megabytes',
      defences: [samplingMedia],
      succeeds: () =>
        sampling({
          messages: [
            { role: 'user', content: { type: 'image', mimeType: 'image/png', data: 'A'.repeat(9_000_000) } },
          ],
        }).ok,
    },
    {
      title: 'A server asks for an answer of a million tokens at the user’s expense',
      defences: [samplingTokens],
      succeeds: () => {
        const verdict = sampling({ maxTokens: 1_000_000 });
        return verdict.ok && (verdict.sampling.request(new Map()).options?.maxTokens ?? 0) > 100_000;
      },
    },
    {
      title: 'A server asks the model again and again within a minute',
      defences: [samplingRate],
      succeeds: () => {
        const limit = new RateLimit(
          () => 3,
          () => 0,
        );
        return Array.from({ length: 20 }, () => limit.take('s')).every((verdict) => verdict === 'within');
      },
    },
    {
      title: 'A server asks the user to fill in a form of thousands of fields',
      defences: [formFields],
      succeeds: () => {
        const fields = Array.from({ length: 5_000 }, (_, index) => [`f${index}`, { type: 'string' }]);
        return fieldsOf({ type: 'object', properties: Object.fromEntries(fields) }).ok;
      },
    },
    {
      title: 'A server’s form has a list of a million options',
      defences: [formOptions],
      succeeds: () =>
        fieldsOf({
          type: 'object',
          properties: {
            a: { type: 'string', enum: Array.from({ length: 100_000 }, (_, index) => `o${index}`) },
          },
        }).ok,
    },
    {
      title: 'A server’s title is so long that it pushes everything else out of view',
      defences: [textLength],
      succeeds: () => (plainText('x'.repeat(239), 120)?.length ?? 0) > 120,
    },
  ],
};
