/** The composer: suggestions, attachments, queued messages. */
import type { Attachment, HostMessage, Suggestion } from '../../src/protocol/index.ts';
import { picturePng } from '../png.ts';

const file = (path: string): Attachment => ({
  kind: 'file',
  uri: `file:///home/me/project/${path}`,
  name: path.split('/').at(-1) ?? path,
});
const range = { startLine: 11, startCharacter: 0, endLine: 29, endCharacter: 1 };
const selection: Attachment = {
  kind: 'selection',
  uri: 'file:///home/me/project/src/agent/turn.ts',
  name: 'turn.ts:12-30',
  range,
};
const problems: Attachment = { kind: 'problems', name: 'Problems' };
const picture: Attachment = {
  kind: 'data',
  id: 'a',
  name: 'Screenshot of the settings.png',
  thumbnail: `data:image/png;base64,${picturePng(96, 64).toString('base64')}`,
};

/** One of each kind. */
export const attached: readonly Attachment[] = [
  selection,
  {
    ...file('src/agent/context/a-file-with-quite-a-long-name.ts'),
    note: 'The model received the first 900 of 4,000 lines.',
  },
  { kind: 'folder', uri: 'file:///home/me/project/src/agent', name: 'agent/' },
  { kind: 'symbol', uri: 'file:///home/me/project/src/a.ts', name: 'runTurn', range },
  problems,
  { kind: 'server', server: 'git', name: 'git' },
  { kind: 'resource', server: 'git', uri: 'git://log', name: 'The log of the last seven days' },
  picture,
];

const attach = (attachment: Attachment, detail: string): Suggestion => ({
  kind: 'attach',
  attachment,
  detail,
});

/** Suggestions after `#`. */
export const suggested: HostMessage = {
  type: 'suggestions',
  request: 1,
  suggestions: [
    attach(file('src/agent/turn.ts'), 'src/agent/turn.ts'),
    attach(selection, 'Selection'),
    attach(file('src/editor/chat/controller.ts'), 'src/editor/chat/controller.ts'),
    attach(file('README.md'), 'README.md'),
    attach(problems, '3 problems in the workspace'),
    attach({ kind: 'folder', uri: 'file:///home/me/project/src/agent', name: 'agent/' }, 'src/agent'),
    attach(
      { kind: 'resource', server: 'git', uri: 'git://log', name: 'The log of the last seven days' },
      'git',
    ),
    attach({ kind: 'server', server: 'git', name: 'git' }, 'Use only the tools of this server'),
    { kind: 'ask', what: 'file', label: 'File…' },
    { kind: 'ask', what: 'resource', label: 'MCP Resource…' },
  ],
};

export const offeredFile: HostMessage = {
  type: 'editorContext',
  attachment: file('src/agent/context/window.ts'),
};
export const offeredSelection: HostMessage = {
  type: 'editorContext',
  attachment: {
    ...selection,
    name: 'window.ts:40-58',
    uri: 'file:///home/me/project/src/agent/context/window.ts',
  },
};

/** Two queued messages, one held back, and a draft with one of each attachment. */
export const queued: readonly HostMessage[] = [
  {
    type: 'queue',
    messages: [
      {
        id: 'q0',
        text: 'Use the names of the old module.',
        attachments: [],
        state: 'next',
      },
      { id: 'q1', text: 'Then write the tests for it, and run them.', attachments: [], state: 'queued' },
      {
        id: 'q2',
        text: 'And the same for this file, which is rather long.',
        attachments: [problems],
        state: 'queued',
      },
      { id: 'q3', text: 'This one waits for a word.', attachments: [], state: 'held' },
    ],
  },
  { type: 'compose', conversation: 'c1', text: '', attachments: attached },
];
