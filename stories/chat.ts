import type { CallView, HostMessage, Item } from '../src/protocol/index.ts';
import {
  approvalEdits,
  approvalItems,
  approvalMoves,
  approvalProtected,
  approvalReasons,
  hidingItems,
  writtenOddly,
} from './chat/approval.ts';
import { noticesOf } from './chat/notices.ts';
import {
  askingCommands,
  hostileCommands,
  hostileNames,
  namedCommands,
  oneCommand,
  runningCommands,
  severalCommands,
  startedServer,
} from './chat/commands.ts';
import { attached, offeredFile, offeredSelection, queued, suggested } from './chat/composer.ts';
import { doingStories } from './chat/doing.ts';
import { happenedStories } from './chat/happened.ts';
import { hardStories } from './chat/hard.ts';
import { picturePng } from './png.ts';
import { offered, promptItems, refused } from './chat/prompts.ts';
import { pauseItems } from './chat/pauses.ts';
import { formItems, questionItems } from './chat/questions.ts';
import { manyItems, readingItems } from './chat/reading.ts';
import { planStories } from './chat/plan.ts';
import { restStories } from './chat/rest.ts';
import { samplingItems } from './chat/sampling.ts';
import {
  assistant,
  call,
  goneCall,
  patch,
  running,
  snapshot,
  text,
  user,
  withoutModel,
  type Story,
} from './chat/story.ts';
import { diagramStories } from './chat/diagrams.ts';
import { tableStories } from './chat/tables.ts';
import { answer, longCode, streamedSoFar } from './chat/texts.ts';
import { known, quiet, summedUp, waiting, writing } from './chat/turn.ts';
import { wordsStories } from './chat/words.ts';

const states: readonly Item[] = [
  user('u1', 'Show me every state a call can have.'),
  assistant('a1', 'I look at several things at once.'),
  call('ok', 1, { result: [text('import type { Turn } from "./events.ts";')] }),
  call('err', 1, {
    toolName: 'write_file',
    argsText: '{"path":"/etc/hosts","content":"127.0.0.1 example"}',
    status: 'error',
    durationMs: 1240,
    result: [
      text("EACCES: permission denied, open '/etc/hosts'\nThe server may only write below /home/me/project."),
    ],
  }),
  call('slow', 1, {
    ...running,
    source: { kind: 'mcp', server: 'everything' },
    toolName: 'trigger-long-running-operation',
    title: 'Trigger long running operation',
    argsText: '{"duration":120,"steps":10}',
    progress: { progress: 4, total: 10, message: 'Step 4 of 10: indexing the repository' },
  }),
  call('endless', 1, {
    ...running,
    source: { kind: 'native' },
    toolName: 'run_command',
    argsText: '{"command":"npm test"}',
    progress: { progress: 3, message: 'Compiling' },
  }),
  call('pending', 1, {
    ...running,
    status: 'pending',
    source: { kind: 'custom', file: '/home/me/.patchbay/tools/deploy-preview.js' },
    toolName: 'deploy_preview',
    argsText: '{}',
  }),
  assistant('a2', 'Two of them took too long or were stopped.'),
  call('late', 2, {
    source: { kind: 'mcp', server: 'a-server-with-quite-a-long-name.example' },
    toolName: 'query_the_whole_warehouse_by_region',
    status: 'timeout',
    durationMs: 65_000,
    argsText: '{"region":"EU","since":"2026-01-01"}',
    result: [text('Tool execution timed out after 65000 ms')],
  }),
  call('stopped', 2, {
    toolName: 'search_files',
    status: 'cancelled',
    durationMs: 802,
    argsText: '{"pattern":"**/*.ts"}',
  }),
  call('lost', 2, {
    toolName: 'run_tests',
    status: 'interrupted',
    argsText: '{"all":true}',
    durationMs: undefined,
  } as unknown as Partial<CallView>),
  goneCall('none', 3),
];

const png = picturePng(360, 140).toString('base64');

const parts: readonly Item[] = [
  user('u1', 'Show me every kind of result.'),
  call('kinds', 1, {
    source: { kind: 'mcp', server: 'everything' },
    toolName: 'annotated-message',
    durationMs: 3_204,
    argsText:
      '{"messageType":"debug","includeImage":true,"ids":[12345678901234567890,2],"nested":{"empty":{},"list":[]}}',
    result: [
      text('Plain text that a tool returned.\n  Its spaces and line ends are kept,   and long lines wrap.'),
      text('{"rows":3,"ok":true,"items":[{"name":"alpha","value":1.50},{"name":"beta","value":null}]}'),
      { type: 'json', value: { temperature: 22.5, conditions: 'Partly cloudy', humidity: 65 } },
      { type: 'image', mimeType: 'image/png', data: png },
      { type: 'image', mimeType: 'image/svg+xml', data: 'PHN2Zy8+' },
      {
        type: 'audio',
        mimeType: 'audio/wav',
        data: 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=',
      },
      {
        type: 'link',
        uri: 'https://example.com/reports/2026/q3.pdf',
        name: 'q3.pdf',
        title: 'Report for the third quarter',
        description: 'Numbers of all regions, with comments.',
        mimeType: 'application/pdf',
      },
      { type: 'link', uri: 'demo://resource/static/document/features.md', name: 'features.md' },
      {
        type: 'resource',
        uri: 'file:///home/me/notes.md',
        mimeType: 'text/markdown',
        text: '# Notes\n\n- one\n- two',
      },
      { type: 'resource', uri: 'demo://blob/7', mimeType: 'application/octet-stream' },
    ],
    cutBytes: 4_212_345,
  }),
  call('err', 1, {
    toolName: 'write_file',
    status: 'error',
    durationMs: 1240,
    argsText: '{"path": "/etc/hosts", "content": oops',
    result: [text('Invalid arguments: Unexpected token o in JSON at position 34')],
  }),
];

const notices: readonly Item[] = [
  user('u1', 'Summarise the open pull requests.'),
  {
    kind: 'assistant',
    id: 'a1',
    text: 'There are **three** of them.',
    reasoning: 'The user wants a summary.',
    streaming: false,
  },
  {
    kind: 'notice',
    id: 'n1',
    level: 'warning',
    text: 'The limit of 10 steps (patchbay.maxIterations) was reached before the answer was complete.',
    actions: ['continue'],
  },
  user(
    'u2',
    `Here is the log:\n${Array.from({ length: 40 }, (_, line) => `12:00:${String(line).padStart(2, '0')} GET /api/items/${line} 200`).join('\n')}`,
  ),
  {
    kind: 'notice',
    id: 'n2',
    level: 'error',
    text: 'The endpoint http://127.0.0.1:11434/v1 refused the key (401). Set the API key of this profile and try again.',
    detail: '{"error":{"message":"Incorrect API key provided: sk-***","type":"invalid_request_error"}}',
    actions: ['setApiKey', 'retry', 'showLog'],
  },
  { kind: 'notice', id: 'n3', level: 'info', text: 'Stopped.', actions: ['continue'] },
];

const summaries: readonly Item[] = [
  user('u1', 'Rename the setting everywhere.'),
  assistant('a1', 'It is used in **14** files. I rename it in all of them.'),
  {
    kind: 'summary',
    id: 's1',
    state: {
      status: 'done',
      text: 'The user wants `foo.bar` renamed to `foo.baz` everywhere.\n\n- 14 files use it; 9 are done (`src/a.ts` … `src/i.ts`).\n- The tests in `test/foo.test.ts` still expect the old name.\n- Open: `README.md`, `package.json`.',
    },
  },
  call('read', 2, { result: [text('export const bar = 1;')] }),
  { kind: 'shortened', id: 'x1', removed: 12, cut: 1, images: 2, tokens: 34_210, isRefused: true },
  { kind: 'shortened', id: 'x2', removed: 0, cut: 3, images: 0, tokens: 812 },
  { kind: 'shortened', id: 'x3', removed: 0, cut: 0, images: 0, tokens: 4_100, isRefused: true },
  { kind: 'shortened', id: 'x4', removed: 0, cut: 0, images: 1, tokens: 0 },
  { kind: 'summary', id: 's2', state: { status: 'done', text: 'Later.' } },
  { kind: 'summary', id: 's3', state: { status: 'failed' } },
  user('u2', 'Go on.'),
  { kind: 'summary', id: 's4', state: { status: 'running' } },
];

const path = '/work/shop/AGENTS.md';
const instructions: readonly Item[] = [
  user('u1', 'Add a discount to the cart.'),
  {
    kind: 'instructions',
    id: 'r1',
    files: [
      { name: '~/.patchbay/AGENTS.md', path, tokens: 84, notes: [] },
      { name: 'AGENTS.md', path, tokens: 1_240, notes: [] },
    ],
  },
  assistant('a1', 'I look at the cart first.'),
  call('read', 1, { result: [text('export const cart = [];')] }),
  {
    kind: 'instructions',
    id: 'r2',
    isNested: true,
    files: [
      {
        name: 'packages/a-name-that-is-longer-than-most/checkout/AGENTS.md',
        path,
        tokens: 8_000,
        hidden: 3,
        notes: [
          'Only the first 8000 tokens are used.',
          '@../../secrets.md is not imported: it is outside of shop.',
        ],
      },
      {
        name: 'packages/CLAUDE.md',
        path,
        notes: ['Not read: the file is a link to a location outside shop.'],
      },
      { name: 'packages/imported/AGENTS.md', tokens: 1, hidden: 1, notes: [] },
    ],
  },
  assistant('a2', 'It is done.'),
  user('u2', 'Thanks.'),
  { kind: 'instructions', id: 'r3', files: [] },
];

const found: HostMessage = {
  type: 'found',
  request: 1,
  places: [{ id: 'u1' }, { id: 'a1' }, { id: 'u2' }, { id: 'a2' }],
};
const added = patch(1, { op: 'add', item: assistant('new1', 'Something new.') });

export const chatStories: readonly Story[] = [
  {
    name: 'empty-new',
    messages: [withoutModel({ connected: 0, total: 0, tools: 0 })],
  },
  { name: 'empty-ready', messages: [snapshot([], { servers: { connected: 2, total: 3, tools: 41 } })] },
  {
    name: 'answer',
    messages: [
      snapshot([user('u1', 'Explain how a turn works, with an example.'), assistant('a1', answer)], {}, 140),
    ],
  },
  {
    name: 'states',
    messages: [snapshot(states, { turn: 'running' })],
    draft: 'And then, please, compare the two results.\nIn a table.',
  },
  { name: 'parts', messages: [snapshot(parts)], open: ['kinds', 'err'] },
  { name: 'form', messages: [snapshot([user('u1', 'Try the form.'), ...formItems], { turn: 'running' })] },
  {
    name: 'questions',
    messages: [snapshot([user('u1', 'Ask me.'), ...questionItems], { turn: 'running' })],
    open: ['q1'],
  },
  {
    name: 'paused',
    messages: [snapshot([user('u1', 'Mend all of it.'), ...pauseItems], { turn: 'running' })],
  },
  {
    name: 'sampling',
    messages: [snapshot([user('u1', 'Write the notes.'), ...samplingItems], { turn: 'running' })],
    open: ['s1'],
  },
  { name: 'approval', messages: [snapshot(approvalItems, { turn: 'running' })] },
  {
    name: 'approval-edits',
    messages: [snapshot(approvalEdits, { turn: 'running', approvalMode: 'changes', effort: 'xhigh' })],
  },
  {
    name: 'approval-reasons',
    messages: [snapshot(approvalReasons, { turn: 'running', approvalMode: 'free' })],
  },
  { name: 'written-oddly', messages: [snapshot(writtenOddly, { turn: 'running' })], open: ['w2'] },
  {
    name: 'text-call',
    messages: [
      snapshot([
        user('u1', 'What does the readme say?'),
        assistant(
          'a1',
          '<tool_call>\n{"name": "read_file", "arguments": {"path": "README.md"}}\n</tool_call>',
        ),
        ...noticesOf(),
      ]),
    ],
  },
  { name: 'approval-moves', messages: [snapshot(approvalMoves, { turn: 'running' })] },
  { name: 'approval-protected', messages: [snapshot(approvalProtected, { turn: 'running' })] },
  { name: 'approval-hiding', messages: [snapshot(hidingItems, { turn: 'running' })] },
  {
    name: 'summaries',
    messages: [snapshot(summaries, { turn: 'running', context: { used: 28_100, window: 32_768 } })],
    open: ['s1 summary'],
  },
  { name: 'instructions', messages: [snapshot(instructions)] },
  { name: 'prompts', messages: [offered, snapshot(promptItems)], open: ['p1'], draft: '/' },
  { name: 'attachments', messages: [offered, snapshot(promptItems), refused], draft: 'Read them.' },
  {
    name: 'composer',
    messages: [
      snapshot([{ kind: 'user', id: 'u1', text: 'Look at these.', attachments: attached }], {
        turn: 'running',
        endpoint: 'openrouter.ai',
        servers: { connected: 2, total: 3, tools: 12, allTools: 40 },
      }),
      ...queued,
      offeredSelection,
    ],
    draft: 'Compare them,\nand say which of them is wrong.',
  },
  { name: 'command-background', messages: [oneCommand, snapshot(startedServer)] },
  {
    name: 'commands-background',
    messages: [severalCommands, snapshot(startedServer, { turn: 'running' })],
  },
  { name: 'commands-named', messages: [snapshot(namedCommands, { turn: 'running' })] },
  { name: 'commands-hostile', messages: [hostileCommands, snapshot(hostileNames, { turn: 'running' })] },
  {
    name: 'commands-asking',
    messages: [askingCommands, snapshot(runningCommands, { turn: 'running' })],
    open: ['r4'],
  },
  {
    name: 'context',
    messages: [
      snapshot([], {
        endpoint: 'openrouter.ai',
        servers: { connected: 2, total: 3, tools: 12, allTools: 40 },
      }),
      offeredFile,
    ],
    draft: 'Compare #',
    answers: [suggested],
  },
  { name: 'notices', messages: [snapshot(notices)], open: ['n2 detail', 'a1 reasoning'] },
  {
    name: 'streaming',
    messages: [
      snapshot([user('u1', 'Write me a retry helper.')], { turn: 'running' }),
      patch(1, {
        op: 'add',
        item: { kind: 'assistant', id: 'a1', text: '', reasoning: 'Exponential', streaming: true },
      }),
      ...[...streamedSoFar.matchAll(/.{1,9}/gs)].map(([piece], index) =>
        patch(index + 2, { op: 'text', id: 'a1', text: piece }),
      ),
    ],
  },
  { name: 'waiting', messages: [snapshot(summedUp, waiting)] },
  { name: 'writing', messages: [snapshot(summedUp, writing)] },
  { name: 'quiet', messages: [snapshot(summedUp, quiet)] },
  { name: 'sums', messages: [snapshot(summedUp.slice(0, -1))], last: known },
  { name: 'reading', messages: [snapshot(readingItems)] },
  {
    name: 'find',
    messages: [snapshot(readingItems)],
    keys: ['Control+f', 'r', 'e', 'p', 'o', 'r', 't'],
    last: found,
  },
  { name: 'shortcuts', messages: [snapshot(readingItems)], keys: ['Control+/'] },
  { name: 'jump', messages: [snapshot(manyItems)], scrollTo: 0.5, last: added },
  { name: 'picture', messages: [snapshot(parts)], open: ['kinds'], press: '.picture' },
  { name: 'code', messages: [snapshot([user('u1', 'Colours?'), assistant('a1', longCode)])] },
  ...doingStories,
  ...happenedStories,
  ...planStories,
  ...hardStories,
  ...wordsStories,
  ...tableStories,
  ...diagramStories,
  ...restStories,
];
