import type { ChatStatus, HostMessage, Item } from '../../src/protocol/index.ts';

const model = 'qwen3-coder-30b-a3b-instruct';

export const summedUp: readonly Item[] = [
  { kind: 'user', id: 'u1', text: 'Which tests are slow?' },
  {
    kind: 'assistant',
    id: 'a1',
    text: 'Three of them: `test/e2e/oauth.test.ts:41`, `recovery` and `teams`. They start a window each.',
    streaming: false,
    took: {
      at: 1_790_000_000_000,
      ms: 12_340,
      model,
      usage: { inputTokens: 18_412, outputTokens: 906, cachedTokens: 16_384, cost: 31_400 },
    },
  },
  { kind: 'user', id: 'u2', text: 'Write a benchmark that shows it.' },
];

const at = (ms: number, quietMs: number) => ({ ms, quietMs, doing: 'asking' as const });

/** The host knows the file that the answer names. */
export const known: HostMessage = { type: 'files', request: 1, names: ['test/e2e/oauth.test.ts:41'] };

export const waiting: Partial<ChatStatus> = { turn: 'running', progress: at(125_300, 8_300) };
export const writing: Partial<ChatStatus> = {
  turn: 'running',
  progress: { ...at(48_300, 300), draft: { tool: 'write_file', length: 12_480 } },
};
export const quiet: Partial<ChatStatus> = { turn: 'running', progress: at(96_300, 92_300) };
