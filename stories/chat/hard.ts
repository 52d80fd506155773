/** What is hard to show: failures half-way, endless words, many at once, deep nesting. */
import type { CallView, Item, TurnProgress } from '../../src/protocol/index.ts';
import { assistant, call, running, snapshot, text, user, withoutModel, type Story } from './story.ts';
import { nested } from './texts.ts';

const path = `/home/me/${'a-folder-with-a-long-name/'.repeat(4)}and-a-file-with-an-even-longer-name.configuration.ts`;
const url = `https://accounts.example.com/oauth/authorize?client_id=${'0123456789abcdef'.repeat(6)}`;
const longAnswer = `## Donaudampfschifffahrtselektrizitätenhauptbetriebswerkbauunterbeamtengesellschaft

See <${url}>, \`${path}\` and **${'x'.repeat(120)}**.

| Path | Size |
|---|--:|
| \`${path}\` | 12 kB |
`;
const longServer = 'com.example.internal.model-context-protocol.warehouse-analytics-production';
const longTool = 'query_the_whole_warehouse_by_region_and_quarter_with_forecast_and_confidence';

const longWords: readonly Item[] = [
  user('u1', `Open ${path} and ${url}, please.`),
  {
    kind: 'assistant',
    id: 'a1',
    text: longAnswer,
    reasoning: `First ${path}.`,
    reasoningMs: 125_000,
    streaming: false,
  },
  {
    kind: 'notice',
    id: 'n1',
    level: 'error',
    text: `The endpoint ${url} is not reachable. Is it running?`,
    detail: `connect ECONNREFUSED ${path}`,
    actions: ['retry', 'openModelSettings'],
  },
];

const longNames: readonly Item[] = [
  user('u1', 'Ask the warehouse.'),
  call('ok', 1, {
    source: { kind: 'mcp', server: longServer },
    toolName: longTool,
    wireName: `mcp__${longServer}__${longTool}`,
    argsText: JSON.stringify({ [longTool]: url }),
    durationMs: 1_234_567,
    result: [text(path), { type: 'link', uri: url, name: longTool, mimeType: 'application/octet-stream' }],
  }),
  call('asks', 1, {
    ...running,
    source: { kind: 'mcp', server: longServer },
    toolName: longTool,
    argsText: JSON.stringify({ path }),
    status: 'pending',
    approval: {
      changed: true,
      says: ['readOnly', 'openWorld'],
      coverages: [{ covers: 'tool' }, { covers: 'readOnly', tools: 5 }, { covers: 'source', tools: 12 }],
    },
  }),
  {
    kind: 'question',
    id: 'q1',
    question: {
      kind: 'url',
      server: longServer,
      message: `Sign in for ${longTool}.`,
      url,
      host: 'accounts.example.com',
    },
    state: { status: 'open', problems: [] },
  },
];

const sources: readonly Partial<CallView>[] = [
  { source: { kind: 'mcp', server: 'git' }, toolName: 'log', argsText: '{}' },
  {
    source: { kind: 'mcp', server: 'weather-for-all-of-europe' },
    toolName: 'get_forecast_for_the_week',
    argsText: '{"city":"Reykjavík","days":7}',
  },
  { source: { kind: 'native' }, toolName: 'search_text', argsText: '{"pattern":"TODO","glob":"**/*.ts"}' },
  {
    source: { kind: 'custom', file: '/home/me/.patchbay/tools/deploy-preview.js' },
    toolName: 'deploy_preview',
    argsText: '{}',
  },
];
const states: readonly Partial<CallView>[] = [
  { durationMs: 40 },
  { durationMs: 61_700 },
  running,
  { status: 'error', durationMs: 8_500 },
  { ...running, progress: { progress: 0.3, total: 1 } },
  { ...running, status: 'pending' },
  { ...running, awaitsCall: true },
];

/** Fourteen in parallel, of four sources. */
const parallelItems: readonly Item[] = [
  user('u1', 'Look at everything at once.'),
  assistant('a1', 'I ask all of them in parallel.'),
  ...Array.from({ length: 14 }, (_, index) =>
    call(`c${index}`, 1, { ...sources[index % sources.length], ...states[index % states.length] }),
  ),
];

const thinking: Item = {
  kind: 'assistant',
  id: 'a1',
  text: '',
  reasoning:
    'The user wants to know how a turn works. I look at `turn.ts` first:\n\n1. the request\n2. the calls\n\nThen I compare it with the specification, which says that results',
  streaming: true,
};

const crashed: readonly Item[] = [
  user('u1', 'Run all tests and mend what fails.'),
  {
    kind: 'assistant',
    id: 'a1',
    text: 'I run them first, then I look at what',
    reasoning: 'Tests first.',
    reasoningMs: 3_100,
    streaming: false,
  },
  call('lost', 1, { ...running, toolName: 'run_tests', status: 'interrupted', argsText: '{"all":true}' }),
  call('asked', 1, {
    ...running,
    toolName: 'write_file',
    status: 'interrupted',
    argsText: '{"path":"src/agent/turn.ts"}',
  }),
  {
    kind: 'notice',
    id: 'n1',
    level: 'warning',
    text: 'Interrupted: the window was reloaded or closed.',
    actions: ['continue'],
  },
  user('u2', 'Go on.'),
];

const retrying: TurnProgress = {
  ms: 24_000,
  quietMs: 300,
  doing: 'asking',
  retry: {
    why: 'The endpoint openrouter.ai limits the rate of requests (429).',
    leftMs: 12_000,
    attempt: 2,
    attempts: 4,
  },
};

const noServers = { connected: 0, total: 0, tools: 0 };

export const hardStories: readonly Story[] = [
  {
    name: 'empty-no-model',
    messages: [withoutModel({ connected: 1, total: 1, tools: 3 })],
  },
  { name: 'empty-no-servers', messages: [snapshot([], { servers: noServers })] },
  { name: 'crashed', messages: [snapshot(crashed, { turn: 'running', progress: retrying })], open: ['lost'] },
  {
    name: 'thinking',
    messages: [snapshot([user('u1', 'How does a turn work?'), thinking], { turn: 'running' })],
  },
  {
    name: 'thinking-open',
    messages: [snapshot([user('u1', 'How does a turn work?'), thinking], { turn: 'running' })],
    open: ['a1 reasoning'],
  },
  { name: 'long-words', messages: [snapshot(longWords, { model: `org/${longTool}` })], open: ['n1 detail'] },
  { name: 'long-names', messages: [snapshot(longNames, { turn: 'running' })], open: ['ok'] },
  {
    name: 'silent',
    messages: [
      snapshot([user('u1', 'Think hard.')], {
        turn: 'running',
        progress: { ms: 192_000, quietMs: 75_000, doing: 'asking' },
      }),
    ],
  },
  {
    name: 'drafting',
    messages: [
      snapshot(
        [
          user('u1', 'Write the file.'),
          { kind: 'assistant', id: 'a1', text: 'I write it.', streaming: true },
        ],
        {
          turn: 'running',
          progress: {
            ms: 42_000,
            quietMs: 0,
            doing: 'asking',
            draft: { tool: longTool, length: 12_840 },
          },
        },
      ),
    ],
  },
  { name: 'nested', messages: [snapshot([user('u1', 'Everything, please.'), assistant('a1', nested)])] },
  { name: 'parallel', messages: [snapshot(parallelItems, { turn: 'running' })] },
];
