/** All remaining outcomes, notices and fields, and what is hovered or focused. */
import type { ChatAction, HostMessage, Item, PromptInfo } from '../../src/protocol/index.ts';
import { approvalItems } from './approval.ts';
import { attached, queued, suggested } from './composer.ts';
import { picturePng } from '../png.ts';
import { offered } from './prompts.ts';
import { kindsOfFields, outcomes } from './questions.ts';
import { readingItems } from './reading.ts';
import { samplingOutcomes } from './sampling.ts';
import { assistant, call, goneCall, patch, running, snapshot, text, user, type Story } from './story.ts';

const png = picturePng(240, 90).toString('base64');
const wav = 'UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=';

/** Calls with little to show. */
const bareCalls: readonly Item[] = [
  user('u1', 'Try all of them.'),
  call('nothing', 1, { argsText: '{}', result: [] }),
  call('early', 1, { ...running, argsText: '' }),
  goneCall('gone', 1),
  call('slow', 1, {
    source: { kind: 'native' },
    toolName: 'run_command',
    wireName: 'run_command',
    argsText: '{"command":"npm test"}',
    status: 'timeout',
    durationMs: 120_000,
    result: [text('The command was ended after 120 s.')],
  }),
];

const moreParts: readonly Item[] = [
  user('u1', 'Show me the rest.'),
  call('rest', 1, {
    argsText: JSON.stringify({ text: 'All of it. '.repeat(3_000) }),
    result: [
      text('Lines of a log\n'.repeat(2_500)),
      { type: 'link', uri: 'patchbay-diff:/turn.ts', name: 'turn.ts', title: 'Changes in src/agent/turn.ts' },
      { type: 'resource', uri: 'demo://picture', mimeType: 'image/png', blob: png },
      { type: 'resource', uri: 'demo://sound', mimeType: 'audio/wav', blob: wav },
      { type: 'audio', mimeType: 'audio/x-unknown', data: wav },
    ],
  }),
];

const markdownResult = `# Crash on an empty folder

Reported by **ada** in [#1482](https://example.com/1482).

1. Make a folder.
2. Run \`list_files\` in it.

| version | result |
|---|---|
| 1.2 | crash |
| 1.3 | _works_ |

\`\`\`ts
const files = await list(folder);
\`\`\`
`;
const asMarkdown: readonly Item[] = [
  user('u1', 'What does the issue say?'),
  call('issue', 1, {
    toolName: 'get_issue',
    argsText: '{"number":1482}',
    result: [
      text(markdownResult),
      { type: 'resource', uri: 'docs://notes', mimeType: 'text/markdown', text: '_Notes_: **none**.' },
    ],
  }),
  call('page', 1, {
    source: { kind: 'native' },
    toolName: 'fetch_page',
    title: 'Fetch web page',
    wireName: 'fetch_page',
    argsText: '{"url":"https://docs.example.com/guide/deploy?version=4"}',
    result: [
      {
        type: 'resource',
        uri: 'https://docs.example.com/guide/deploy?version=4',
        mimeType: 'text/markdown',
        text: '# Deploy\n\nSee [the list](https://docs.example.com/list).\n\n- build\n- upload',
      },
    ],
  }),
];

/** Every button of a notice. */
const actions: readonly (readonly ChatAction[])[] = [
  ['setUpModel', 'retry'],
  ['openModelSettings', 'retry'],
  ['setApiKey', 'selectModel', 'retry'],
  ['addServer', 'addSample', 'openServerSettings'],
  ['selectTools', 'showLog', 'continue'],
];
const notices = actions.map((each, index): Item => ({
  kind: 'notice',
  id: `n${index}`,
  level: index % 2 === 0 ? 'error' : 'warning',
  text: 'The endpoint "openrouter" does not know the model "qwen3-coder-30b" (404). Choose another one, or set it up there.',
  actions: each,
}));

const compare: PromptInfo = {
  server: 'git',
  name: 'compare',
  title: 'Compare two branches',
  arguments: [
    { name: 'base', required: true, description: 'What it is held against' },
    { name: 'head', title: 'Branch', required: true },
    { name: 'paths', required: false, description: 'Only these, with a comma between them' },
  ],
};
const offersCompare: HostMessage = { type: 'offer', offer: { hasResources: false, prompts: [compare] } };
const fillsIn = { draft: '/git.compare', keys: ['Enter', 'v', '1', 'Tab', 'v', '2'] } as const;
const offersMany: HostMessage = {
  type: 'offer',
  offer: {
    hasResources: false,
    prompts: Array.from({ length: 60 }, (_, index) => ({
      server: 'library',
      name: `prompt-${index + 1}`,
      arguments: [],
    })),
  },
};

/** Nearly all controls. */
const controls: readonly Item[] = [
  { ...user('u1', 'Look at these.'), attachments: attached.slice(0, 3) } as Item,
  {
    kind: 'assistant',
    id: 'a1',
    text: 'It is in the [documentation](https://example.com), and in `src/agent/turn.ts`:\n\n```ts src/a.ts\nexport const limit = 10;\n```\n',
    reasoning: 'I know it.',
    reasoningMs: 4_200,
    streaming: false,
  },
  call('c1', 1, {}),
  call('c2', 1, {
    result: [
      { type: 'link', uri: 'https://example.com/q3.pdf', name: 'q3.pdf' },
      { type: 'resource', uri: 'demo://blob/7', mimeType: 'application/octet-stream' },
      { type: 'image', mimeType: 'image/png', data: png },
    ],
  }),
  ...approvalItems.slice(1),
  ...outcomes.slice(0, 2),
  ...kindsOfFields.slice(1),
  { kind: 'summary', id: 's1', state: { status: 'done', text: 'Later.' } },
  { kind: 'shortened', id: 'x1', removed: 1, cut: 1, images: 0, tokens: 950, isRefused: true },
  {
    kind: 'notice',
    id: 'n1',
    level: 'warning',
    text: 'The limit of 10 steps was reached.',
    detail: '10',
    actions: ['continue', 'showLog'],
  },
  user('u2', 'And now?'),
  assistant('a2', 'Done.'),
  { kind: 'changes', id: 'f1', turn: 't1', files: ['src/a.ts'], state: { status: 'made' } },
];
const withControls = { messages: [snapshot(controls, {}, 140), ...queued], open: ['c2'] } as const;

export const restStories: readonly Story[] = [
  { ...withControls, name: 'hovered', force: 'hover' },
  { ...withControls, name: 'focused', force: 'focus' },
  {
    name: 'list-hovered',
    messages: [snapshot([])],
    draft: '#',
    answers: [suggested],
    force: 'hover',
  },
  { name: 'markdown-result', messages: [snapshot(asMarkdown)], open: ['issue'] },
  { name: 'read-only', messages: [snapshot(readingItems, { isReadOnly: true })] },
  { name: 'no-prompts', messages: [snapshot([])], draft: '/' },
  { name: 'no-such-prompt', messages: [offered, snapshot([])], draft: '/nothing-like-that' },
  { name: 'many-prompts', messages: [offersMany, snapshot([])], draft: '/prompt' },
  {
    name: 'prompt-running',
    messages: [offersCompare, snapshot([])],
    ...fillsIn,
    press: '.prompt-form .primary',
  },
  {
    name: 'prompt-failed',
    messages: [offersCompare, snapshot([])],
    ...fillsIn,
    press: '.prompt-form .primary',
    last: {
      type: 'promptRan',
      problem: 'The prompt "compare" of "git" failed: fatal: ambiguous argument "v2": unknown revision.',
    },
  },
  {
    name: 'prompt-waits',
    messages: [offersCompare, snapshot([user('u1', 'Write.')], { turn: 'running' })],
    ...fillsIn,
  },
  { name: 'bare-calls', messages: [snapshot(bareCalls)], open: ['nothing', 'early', 'gone', 'slow'] },
  { name: 'more-parts', messages: [snapshot(moreParts)], open: ['rest'] },
  {
    name: 'outcomes',
    messages: [snapshot([user('u1', 'Ask me.'), ...outcomes, ...samplingOutcomes])],
    open: ['o1'],
  },
  { name: 'fields', messages: [snapshot([user('u1', 'Ask me.'), ...kindsOfFields], { turn: 'running' })] },
  { name: 'notice-buttons', messages: [snapshot([user('u1', 'Go on.'), ...notices])] },
  {
    name: 'empty-sample',
    messages: [snapshot([], { servers: { connected: 1, total: 1, tools: 6, sample: true } })],
  },
  {
    name: 'loading-earlier',
    messages: [snapshot(readingItems.slice(2), {}, 140)],
    press: '.earlier button',
  },
  {
    name: 'long-draft',
    messages: [snapshot(readingItems.slice(2))],
    draft: Array.from({ length: 60 }, (_, line) => `${line + 1}. A line of a long message`).join('\n'),
  },
  {
    name: 'picture-enlarged',
    messages: [snapshot(moreParts)],
    open: ['rest'],
    press: '.picture',
    thenKeys: ['+', '+', '+', '+'],
  },
  { name: 'wrapped-code', messages: [snapshot(readingItems)], press: '[data-code=wrap]' },
  {
    name: 'pasted',
    messages: [
      snapshot(readingItems.slice(2), {
        turn: 'idle',
        servers: { connected: 0, total: 3, tools: 0, allTools: 40 },
      }),
      {
        type: 'compose',
        conversation: 'c1',
        text: 'Read it.',
        attachments: [{ kind: 'data', id: 'p1', name: 'Minutes.txt' }],
      },
      patch(1, { op: 'add', item: user('u9', 'And this one.') }),
    ],
  },
];
