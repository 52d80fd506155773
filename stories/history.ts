import type { HistoryCall, HistoryHostMessage, HistoryRow, SpendingRow } from '../src/protocol/index.ts';

/** `press`: a CSS selector, the same in any language, clicked before the last message. */
export interface HistoryStory {
  readonly name: string;
  readonly messages: readonly HistoryHostMessage[];
  readonly press?: string;
  readonly answer?: HistoryHostMessage;
}

const at = Date.UTC(2026, 10, 21, 9, 30);

function row(seq: number, over: Partial<HistoryRow>): HistoryRow {
  return {
    seq,
    at: at - (20 - seq) * 61_000,
    source: { kind: 'mcp', server: 'filesystem' },
    tool: 'read_text_file',
    wireName: 'mcp__filesystem__read_text_file',
    summary: '{"path":"src/agent/turn.ts","head":80}',
    status: 'success',
    durationMs: 12,
    ...over,
  };
}

const failed: HistoryRow = row(18, {
  tool: 'write_file',
  summary: '{"path":"/etc/hosts"}',
  status: 'error',
  durationMs: 1_240,
  error: "EACCES: permission denied, open '/etc/hosts'",
});

const { durationMs: _, ...running } = row(20, {
  source: { kind: 'native' },
  tool: 'run_command',
  summary: '{"command":"npm test"}',
  status: 'pending',
});

const { durationMs: __, ...waiting } = row(21, {
  tool: 'edit_file',
  summary: '{"path":"src/agent/turn.ts"}',
  status: 'pending',
  waits: true,
});

const rows: readonly HistoryRow[] = [
  waiting,
  running,
  row(19, {}),
  failed,
  row(17, {
    source: { kind: 'mcp', server: 'a-server-with-quite-a-long-name.example' },
    tool: 'query_the_whole_warehouse_by_region',
    summary: '{"region":"EU","since":"2026-01-01"}',
    status: 'timeout',
    durationMs: 65_000,
  }),
  row(16, { tool: 'move_file', title: 'Move file', status: 'denied', durationMs: 0 }),
  row(15, { tool: 'search_files', summary: '{"pattern":"**/*.ts"}', status: 'cancelled', durationMs: 802 }),
  row(14, {
    source: { kind: 'custom', file: '/home/me/.patchbay/tools/deploy.tool.mjs' },
    tool: 'deploy',
    status: 'interrupted',
    summary: '{}',
  }),
  ...Array.from({ length: 13 }, (_none, index) => row(13 - index, { durationMs: 9 + index * 3 })),
];

const call: HistoryCall = {
  ...failed,
  conversation: 'c1',
  wireName: 'mcp__filesystem__write_file',
  argsText: '{"path":"/etc/hosts","content":"127.0.0.1 example"}',
  result: [
    {
      type: 'text',
      text: "EACCES: permission denied, open '/etc/hosts'\nThe server may only write below /home/me/project.",
    },
  ],
};

const start: readonly HistoryHostMessage[] = [
  {
    type: 'facets',
    facets: { tools: [{ server: 'filesystem', tool: 'read_text_file' }] },
  },
  // 1 is the page's first request.
  { type: 'rows', id: 1, rows, more: false },
];

const models = [
  ['gpt-5.5', 'api.openai.com', 3],
  ['claude-sonnet-5', 'api.anthropic.com', 5],
  ['deepseek-v4-flash', 'api.deepseek.com', 0.4],
  ['qwen3-coder-480b-a35b-instruct-with-a-long-name', 'openrouter.ai', 1.2],
  ['gemini-3-flash', 'generativelanguage.googleapis.com', 0.8],
  ['gpt-5.5', 'gateway.example', 2],
  ['copilot/gpt-5-mini', '', undefined],
] as const;

/** Some days are quiet, and some prices are not known. */
const spending: readonly SpendingRow[] = Array.from({ length: 30 }, (_none, ago) => ago)
  .filter((ago) => ago % 7 !== 5)
  .flatMap((ago) =>
    models
      .filter((_model, index) => (ago + index) % 3 !== 0)
      .map(([model, host, dollars], index) => {
        const requests = 4 + ((ago * 7 + index * 5) % 23);
        return {
          day: new Date(Date.UTC(2026, 10, 24 - ago)).toISOString().slice(0, 10),
          model,
          host,
          requests,
          unpriced: dollars === undefined ? requests : ago === 3 ? 1 : 0,
          input: requests * 18_400,
          cached: requests * 14_300,
          output: requests * 730,
          cost: Math.round(requests * (dollars ?? 0) * 13_700),
        };
      }),
  );

const spent = (shown: readonly SpendingRow[]): HistoryHostMessage => ({
  type: 'spending',
  days: 30,
  today: '2026-11-24',
  rows: shown,
});

const showSpending = '.page-actions button:nth-of-type(2)';

export const historyStories: readonly HistoryStory[] = [
  { name: 'history', messages: start },
  {
    name: 'history-call',
    messages: start,
    press: '.history-row:has-text("write_file")',
    answer: { type: 'call', call, cut: [] },
  },
  {
    name: 'history-numbers',
    messages: start,
    press: '.page-actions button',
    answer: {
      type: 'statistics',
      tools: [
        { server: 'filesystem', tool: 'read_text_file', calls: 214, errors: 0, p50: 11, p95: 46 },
        { server: 'filesystem', tool: 'write_file', calls: 31, errors: 4, p50: 18, p95: 1_240 },
        { server: 'everything', tool: 'trigger-long-running-operation', calls: 3, errors: 3 },
      ],
    },
  },
  { name: 'history-spending', messages: start, press: showSpending, answer: spent(spending) },
  {
    name: 'history-spending-unknown',
    messages: start,
    press: showSpending,
    answer: spent(spending.map((each) => ({ ...each, unpriced: each.requests, cost: 0 }))),
  },
  { name: 'history-spending-none', messages: start, press: showSpending, answer: spent([]) },
  { name: 'history-empty', messages: [{ type: 'rows', id: 1, rows: [], more: false }] },
];
