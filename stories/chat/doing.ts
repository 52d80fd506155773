/** The user acts: edits, drops a file, refuses, fills in a prompt, searches. */
import type {
  Attachment,
  ChangedFileView,
  ChangesState,
  HostMessage,
  Item,
} from '../../src/protocol/index.ts';
import { approvalItems } from './approval.ts';
import { attached } from './composer.ts';
import { offered } from './prompts.ts';
import { readingItems } from './reading.ts';
import { assistant, call, running, snapshot, text, user, type Story } from './story.ts';

const conversation: readonly Item[] = [
  user('u1', 'Rename the setting everywhere, and say which files you have changed.'),
  {
    kind: 'assistant',
    id: 'a1',
    text: 'It is done. **Three** files use it.',
    streaming: false,
    took: {
      at: Date.UTC(2026, 8, 1, 9, 30),
      ms: 63_000,
      usage: { inputTokens: 18_412, outputTokens: 2_906 },
    },
  },
];

/** Edited arguments that were refused. */
const refusedCall = call('p1', 1, {
  ...running,
  toolName: 'write_file',
  status: 'pending',
  approval: {
    changed: false,
    says: ['destructive'],
    coverages: [{ covers: 'tool' }, { covers: 'source', tools: 12 }],
    problem: 'The arguments must be an object.',
  },
});

const tooLarge: HostMessage = {
  type: 'compose',
  conversation: 'c1',
  text: '',
  attachments: [],
  problem:
    '"Recording of the meeting.mov" is too large (48.2 MB). Up to 5 MB can be attached. To attach a file of the workspace, type #.',
};

/** More than two lines of them. */
const many: readonly Attachment[] = [0, 1, 2].flatMap((round) =>
  attached.map((each) => (each.kind === 'data' ? { ...each, id: `${each.id}${round}` } : each)),
);

const changed = (id: string, files: readonly string[], state: ChangesState) => ({
  kind: 'changes' as const,
  id,
  turn: id,
  files,
  state,
});
const files = ['src/a.ts', 'src/b.ts', 'test/a.test.ts'];
const changedViews: readonly ChangedFileView[] = [
  { label: 'src/a.ts', change: 'edited', standing: 'kept', by: [{ kind: 'tool', title: 'Edit file' }] },
  { label: 'src/b.ts', change: 'deleted', standing: 'undone', by: [{ kind: 'command' }] },
  {
    label: 'test/a.test.ts',
    change: 'created',
    standing: 'made',
    by: [{ kind: 'tool', title: 'Write', server: 'files' }, { kind: 'outside' }],
  },
];

export const doingStories: readonly Story[] = [
  {
    name: 'changes',
    messages: [
      snapshot([
        ...conversation,
        changed('f1', files, { status: 'past', wasUndone: false }),
        user('u2', 'And the tests?'),
        assistant('a2', 'They use it, too.'),
        changed('f2', files, { status: 'undone', left: 1 }),
        user('u3', 'Once more.'),
        assistant('a3', 'Done.'),
        changed('f3', files, { status: 'undone', left: 0 }),
        user('u4', 'Write it down.'),
        call('c4', 1, { toolName: 'write_file', source: { kind: 'native' }, status: 'cancelled' }),
        changed('f4', ['README.md'], { status: 'made' }),
        { kind: 'notice', id: 'n4', level: 'info', text: 'Stopped.', actions: ['continue'] },
        user('u5', 'Go on.'),
        ...conversation.slice(1).map((item) => ({ ...item, id: 'a5' })),
        {
          ...changed('f5', files, { status: 'undone', left: 2 }),
          views: changedViews,
          notCompared: ['data/measurements', 'vendor/a-library-with-quite-a-long-name/generated'],
        },
      ]),
    ],
    open: ['f5'],
  },
  { name: 'editing', messages: [snapshot(conversation)], press: '.user-message .icon-button' },
  { name: 'dropping', messages: [snapshot(conversation)], dragging: true },
  {
    name: 'attaching',
    messages: [
      snapshot([...conversation, { kind: 'user', id: 'u2', text: 'Look at these.', attachments: many }], {
        seesImages: false,
      }),
      { type: 'compose', conversation: 'c1', text: '', attachments: many },
      tooLarge,
    ],
  },
  {
    name: 'nothing-to-attach',
    messages: [snapshot(conversation)],
    draft: 'Compare #nothing-of-that-name',
    answers: [{ type: 'suggestions', request: 1, suggestions: [] }],
  },
  {
    name: 'prompt-form',
    messages: [offered, snapshot(conversation)],
    draft: '/git.review',
    keys: ['Enter'],
    press: '.prompt-form .primary',
  },
  {
    name: 'prompt-values',
    messages: [offered, snapshot(conversation)],
    draft: '/git.review',
    keys: ['Enter'],
    last: {
      type: 'completions',
      request: 1,
      values: ['feature/prompts', 'feature/a-branch-with-quite-a-long-name-that-does-not-fit', 'fix/limits'],
    },
  },
  {
    name: 'refusing',
    messages: [snapshot(approvalItems, { turn: 'running' })],
    press: '.approval .actions .text-button:last-child',
  },
  {
    name: 'allowing-more',
    messages: [snapshot(approvalItems, { turn: 'running' })],
    choose: { from: '.approval-choice', value: 'conversation' },
  },
  {
    name: 'arguments-refused',
    messages: [snapshot([refusedCall], { turn: 'running' })],
    press: '.approval-arguments .text-button',
  },
  {
    name: 'held',
    messages: [
      snapshot([
        ...conversation,
        { kind: 'notice', id: 'n1', level: 'info', text: 'Stopped.', actions: ['continue'] },
      ]),
      {
        type: 'queue',
        messages: [
          { id: 'q1', text: 'Then write the tests for it, and run them.', attachments: [], state: 'held' },
          { id: 'q2', text: '', attachments: attached, state: 'held' },
        ],
      },
    ],
  },
  {
    name: 'stopping',
    messages: [
      snapshot([user('u1', 'Count to a million.'), assistant('a1', 'One, two, three')], { turn: 'stopping' }),
    ],
  },
  {
    name: 'run-again',
    messages: [
      snapshot([
        ...conversation,
        call('again', 2, { byUser: true, result: [text('export const limit = 10;')] }),
        call('late', 3, {
          byUser: true,
          status: 'timeout',
          durationMs: 60_000,
          result: [text('Tool execution timed out after 60000 ms')],
        }),
      ]),
    ],
    open: ['again', 'late'],
  },
  {
    name: 'context-full',
    messages: [snapshot(conversation, { context: { used: 30_940, window: 32_768 } })],
    press: '.status-context',
  },
  {
    name: 'find-nothing',
    messages: [snapshot(readingItems)],
    keys: ['Control+f', 'x', 'y'],
    last: { type: 'found', request: 1, places: [] },
  },
];
