/** What calls leave: commands with their ends, images, a denied call, folded steps. */
import type { Item } from '../../src/protocol/index.ts';
import { picturePng } from '../png.ts';
import { assistant, call, running, snapshot, text, user, type Story } from './story.ts';

const command = {
  source: { kind: 'native' },
  toolName: 'run_command',
  title: 'Run command',
  wireName: 'run_command',
} as const;

const image = (width: number, height: number) =>
  ({ type: 'image', mimeType: 'image/png', data: picturePng(width, height).toString('base64') }) as const;

const commands: readonly Item[] = [
  user('u1', 'Run the tests.'),
  assistant('a1', 'I run them.'),
  call('green', 1, {
    ...command,
    argsText: '{"command":"git status --short","cwd":"packages/core"}',
    commandEnd: { kind: 'exited', code: 0 },
    result: [text('Exit code 0.\n M src/greet.ts\n?? src/greet.test.ts\n')],
  }),
  call('red', 1, {
    ...command,
    argsText: '{"command":"npm test -- --grep greet"}',
    status: 'error',
    durationMs: 4_210,
    commandEnd: { kind: 'exited', code: 1 },
    result: [
      text(
        'Exit code 1.\n  greet\n    ✔ greets by name\n    1) greets nobody\n\n  1 passing (8ms)\n  1 failing\n\nAssertionError: Expected "Hello" to equal "Hello!"\n',
      ),
    ],
  }),
  call('late', 2, {
    ...command,
    argsText: '{"command":"sleep 600","timeoutSeconds":60}',
    status: 'timeout',
    durationMs: 60_000,
    commandEnd: { kind: 'timedOut' },
    result: [text('Ended after 60 s, the time limit; timeoutSeconds can be higher.\n(no output)')],
  }),
  call('denied', 2, {
    ...command,
    argsText: '{"command":"rm -rf build"}',
    status: 'denied',
    durationMs: 0,
    result: [text('The user did not allow this call. They say: not now')],
  }),
  call('building', 3, {
    ...command,
    ...running,
    argsText: '{"command":"npm run build"}',
    output: '> build\n> node esbuild.mjs\n',
    progress: { progress: 32, message: '> node esbuild.mjs' },
  }),
];

const images: readonly Item[] = [
  user('u1', 'Take pictures of the page.'),
  call('shots', 1, {
    source: { kind: 'mcp', server: 'browser' },
    toolName: 'take_screenshot',
    title: 'Take a screenshot',
    argsText: '{"url":"http://localhost:5173/settings/profile","widths":[300,420,1000]}',
    durationMs: 1_830,
    result: [text('3 pictures'), image(150, 200), image(210, 200), image(500, 200)],
  }),
  assistant('a1', 'The button is cut at 300 px.'),
];

const past = (id: string, level: 'info' | 'warning' | 'error', said: string): Item => ({
  kind: 'notice',
  id,
  level,
  text: said,
  actions: [],
  isPast: true,
});

const pastNotices: readonly Item[] = [
  user('u1', 'Summarise the open pull requests.'),
  past('n1', 'error', 'The endpoint "openrouter" is busy (429). Try again in a minute.'),
  user('u2', 'And now?'),
  assistant('a1', 'There are three of them, and the first'),
  past('n2', 'warning', 'The endpoint truncated the answer at its output limit.'),
  user('u3', 'Continue.'),
  assistant('a2', 'is ready to be merged.'),
  past('n3', 'info', 'Stopped.'),
  user('u4', 'Which one?'),
  assistant('a3', 'The first.'),
];

const steps: readonly Item[] = [
  user('u1', 'Rename the function everywhere.'),
  {
    kind: 'assistant',
    id: 't1',
    text: '',
    reasoning: 'I look for it first.',
    reasoningMs: 900,
    streaming: false,
  },
  ...Array.from({ length: 6 }, (_, index) => call(`read${index}`, index + 1, { durationMs: 140 })),
  call('broken', 7, { status: 'error', durationMs: 60, result: [text('EACCES: permission denied')] }),
  assistant('a1', 'It is used in six files. I rename it in all of them.'),
  ...Array.from({ length: 3 }, (_, index) => call(`write${index}`, index + 8, { toolName: 'edit_file' })),
  call('newest', 11, { toolName: 'edit_file', argsText: '{"path":"src/greet.ts"}' }),
  {
    kind: 'assistant',
    id: 't2',
    text: '',
    reasoning: 'All of them are renamed. The tests should tell whether one was missed, so I run them next.',
    streaming: true,
  },
];

const editing = {
  source: { kind: 'native' },
  toolName: 'edit_file',
  title: 'Edit file',
  wireName: 'edit_file',
  argsText: '{"path":"src/greet.ts","oldText":"Hello","newText":"Hello!"}',
} as const;

const edits: readonly Item[] = [
  user('u1', 'Greet with an exclamation mark.'),
  call('edit', 1, {
    ...editing,
    edit: {
      file: 'packages/core/src/greet.ts',
      shows: ['path', 'oldText', 'newText'],
      diff: {
        added: 2,
        removed: 1,
        hunks: [
          {
            oldStart: 3,
            newStart: 3,
            lines: [
              ' export function greet(name: string): string {',
              "-  return 'Hello ' + name;",
              "+  const mark = '!';",
              '+  return `Hello ${name}${mark}`;',
              ' }',
            ],
          },
        ],
      },
    },
    result: [text('Changed packages/core/src/greet.ts.')],
  }),
];

const native = (toolName: string, title: string, args: object) => ({
  source: { kind: 'native' as const },
  toolName,
  title,
  wireName: toolName,
  argsText: JSON.stringify(args),
});

/** They are folded to what they did. */
const finishedSteps: readonly Item[] = [
  user('u1', 'Round the prices, and run the tests.'),
  call('f1', 1, native('search_text', 'Search text', { query: 'total(' })),
  call('f2', 2, native('read_file', 'Read file', { path: 'src/cart.ts' })),
  ...['src/cart.ts', 'src/order.ts', 'src/invoice/total.ts'].map((path, index) =>
    call(`f${index + 3}`, index + 3, native('edit_file', 'Edit file', { path, oldText: 'a', newText: 'b' })),
  ),
  call('f6', 6, { ...command, argsText: '{"command":"npm test -- --grep total"}', durationMs: 1_240 }),
  assistant('a1', 'Prices are rounded in all three files, and the tests pass.'),
];

/** Nothing runs before the workspace is trusted, and the row says how to do that. */
const notTrusted: readonly Item[] = [
  user('u1', 'Run the tests.'),
  call('n1', 1, {
    ...command,
    argsText: '{"command":"npm test"}',
    status: 'error',
    durationMs: 0,
    needsTrust: true,
    result: [text('The workspace is not trusted, so nothing was run in it, and the user was not asked.')],
  }),
  assistant('a1', 'I cannot run them before you trust the workspace.'),
];

export const happenedStories: readonly Story[] = [
  {
    name: 'commands',
    messages: [snapshot(commands, { turn: 'running' })],
    open: ['green', 'red', 'late', 'denied', 'building'],
  },
  { name: 'thumbnails', messages: [snapshot(images)] },
  { name: 'edits-made', messages: [snapshot(edits)], open: ['edit'] },
  { name: 'steps', messages: [snapshot(steps, { turn: 'running' })] },
  { name: 'steps-folded', messages: [snapshot(finishedSteps)] },
  { name: 'not-trusted', messages: [snapshot(notTrusted, { isUntrusted: true })] },
  { name: 'past-notices', messages: [snapshot(pastNotices)] },
];
