/** Prompts and attachments: offered, run, with resources. */
import type { HostMessage, Item } from '../../src/protocol/index.ts';

/** Three prompts of two servers, one with long texts. */
export const offered: HostMessage = {
  type: 'offer',
  offer: {
    hasResources: true,
    skills: [
      {
        name: 'release-notes',
        description:
          'Writes release notes from the commits since the last tag. Use it when the user asks for a changelog, or what is new.',
      },
      { name: 'pdf', description: 'Fills in forms.' },
    ],
    prompts: [
      {
        server: 'git',
        name: 'review-branch',
        title: 'Review a branch',
        description:
          'Looks at all commits of a branch, and says what is good, what is not, and what is missing.',
        arguments: [{ name: 'branch', required: true, description: 'The branch to look at' }],
      },
      { server: 'git', name: 'release-notes', arguments: [] },
      { server: 'weather', name: 'forecast', title: 'forecast', description: 'For a week.', arguments: [] },
    ],
  },
};

/** A message that could not be sent, back in the composer. */
export const refused: HostMessage = {
  type: 'compose',
  conversation: 'c1',
  text: '',
  attachments: [
    { kind: 'resource', server: 'git', uri: 'git://log', name: 'The log of the last seven days' },
    { kind: 'resource', server: 'git', uri: 'git://status', name: 'status' },
  ],
  problem: '"status" could not be read. Server "git" is not connected. The server was disconnected.',
};

/** A prompt instead of a message, and a message with two resources. */
export const promptItems: readonly Item[] = [
  {
    kind: 'user',
    id: 'p1',
    text: '/git.review-branch\nbranch: feature/prompts',
    prompt: {
      server: 'git',
      name: 'review-branch',
      messages: [
        { role: 'user', content: [{ type: 'text', text: 'Review the branch feature/prompts.' }] },
        { role: 'assistant', content: [{ type: 'text', text: 'I will look at its commits.' }] },
        {
          role: 'user',
          content: [{ type: 'resource', uri: 'git://log', text: 'a1b2c3 First\nd4e5f6 Second' }],
        },
      ],
    },
  },
  { kind: 'assistant', id: 'a1', text: 'Two commits, both small.', streaming: false },
  {
    kind: 'user',
    id: 'u2',
    text: 'And what do these say?',
    attachments: [
      { kind: 'resource', server: 'git', uri: 'git://log', name: 'The log of the last seven days' },
      { kind: 'resource', server: 'git', uri: 'git://status', name: 'status' },
    ],
  },
];
