/** conversations: writing an event of a conversation when 100,000 calls of others are stored. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ConversationChange, Item } from '../../src/protocol/index.ts';
import { ConversationStore } from '../../src/store/index.ts';
import { single, type Figure } from '../figure.ts';

const STORED = 100_000;
const CALLS_EACH = 50;
const ROUNDS = 500;

const nothing: ConversationChange = { patches: [], messages: [], results: [], facts: [] };

export async function measureConversations(): Promise<Figure[]> {
  const folder = await mkdtemp(join(tmpdir(), 'patchbay-bench-'));
  const store = new ConversationStore({
    folder,
    workspace: '',
    onProblem: ({ english }) => {
      throw new Error(english);
    },
    now: () => Date.now(),
  });
  try {
    for (let index = 0; index < STORED / CALLS_EACH; index += 1) fill(store, index);
    const value = { kind: 'value', max: 1 } as const;
    const text = (index: number) => `the text of a frame, ${index} `;
    store.write('open', { ...nothing, patches: [{ op: 'add', item: answer('') }] });
    return [
      single(
        { name: 'conversations.text', what: 'a frame of text, 100,000 calls stored', unit: 'ms', aim: value },
        samples((index) =>
          store.write('open', { ...nothing, patches: [{ op: 'text', id: 'i2', text: text(index) }] }),
        ),
      ),
      single(
        {
          name: 'conversations.call',
          what: 'the end of a call with 5 kB, as many stored',
          unit: 'ms',
          aim: value,
        },
        samples((index) =>
          store.write('open', {
            ...nothing,
            patches: [{ op: 'call', id: `c${index}`, change: { status: 'success', durationMs: 5 } }],
            results: [{ callId: `c${index}`, content: [{ type: 'text', text: 'content '.repeat(640) }] }],
          }),
        ),
      ),
      single(
        {
          name: 'conversations.turn',
          what: 'the end of a turn with 20 items',
          unit: 'ms',
          aim: { kind: 'value', max: 10 },
        },
        samples((index) => store.write('open', { ...nothing, settled: items(index) })),
      ),
      single(
        {
          name: 'conversations.search',
          what: 'a word that one conversation in 1,000 has',
          unit: 'ms',
          aim: { kind: 'value', max: 50 },
        },
        samples(() => store.list('group7', 200), 20),
      ),
      single(
        {
          name: 'conversations.common',
          what: 'a word that every conversation has',
          unit: 'ms',
          aim: { kind: 'value', max: 50 },
        },
        samples(() => store.list('question', 200), 20),
      ),
    ];
  } finally {
    store.dispose();
    await rm(folder, { recursive: true, force: true });
  }
}

function samples(work: (index: number) => unknown, rounds = ROUNDS): number[] {
  return Array.from({ length: rounds }, (_, index) => {
    const startedAt = performance.now();
    work(index);
    return performance.now() - startedAt;
  });
}

/** One question, 50 calls and one answer. */
function fill(store: ConversationStore, index: number): void {
  const calls = Array.from({ length: CALLS_EACH }, (_, at) => callItem(`c${at}`));
  const said: Item = { kind: 'user', id: 'i1', text: `Question ${index} of group${index % 1_000}` };
  const all = [said, ...calls, answer(`The answer: ${'some words that say little '.repeat(40)}`)];
  store.write(`filled-${index}`, {
    ...nothing,
    settled: all.map((item) => ({ id: item.id, item })),
    results: calls.map(({ id }) => ({
      callId: id,
      content: [{ type: 'text', text: `The content ${'of it '.repeat(50)}` }],
    })),
    messages: calls.map(({ id }) => ({ message: { role: 'tool', callId: id, isError: false } })),
  });
}

function items(index: number): { id: string; item: Item }[] {
  return Array.from({ length: 20 }, (_, at) => {
    const id = `t${index}-${at}`;
    return { id, item: at % 2 === 0 ? callItem(id) : { ...answer('Words of an answer. '.repeat(20)), id } };
  });
}

function callItem(id: string): Item {
  const names = { toolName: 'read_file', wireName: 'mcp__files__read_file', argsText: '{"path":"src/a.ts"}' };
  return {
    kind: 'call',
    id,
    step: 1,
    call: {
      source: { kind: 'mcp', server: 'files' },
      ...names,
      status: 'success',
      startedAt: 0,
      durationMs: 5,
    },
  };
}

function answer(text: string): Item {
  return { kind: 'assistant', id: 'i2', text, streaming: text === '' };
}
