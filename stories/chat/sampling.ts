/** Requests to the model in every state, and the call that one belongs to. */
import { samplingOf } from '../../src/agent/index.ts';
import type { CallView, Item, QuestionState } from '../../src/protocol/index.ts';
import { picturePng } from '../png.ts';

const verdict = samplingOf('release-helper', {
  systemPrompt: 'You write release notes. Be brief, and leave out what users do not notice.',
  messages: [
    {
      role: 'user',
      content: {
        type: 'text',
        text: 'Sum up these commits:\n\n- Fixes the order of the list\n- Adds https://example.com/a-rather-long-address/that-does-not-break\n- Speeds up the start',
      },
    },
    {
      role: 'user',
      content: { type: 'image', mimeType: 'image/png', data: picturePng(240, 90).toString('base64') },
    },
  ],
  maxTokens: 500,
  temperature: 0.2,
  modelPreferences: { hints: [{ name: 'claude' }] },
  tools: [{ name: 'read_commit', description: 'Reads one commit.', inputSchema: { type: 'object' } }],
});
if (!verdict.ok) throw new Error(verdict.why);
const { question } = verdict.sampling;

function item(id: string, state: QuestionState): Item {
  return { kind: 'question', id, callId: 'notes', question, state };
}

const call: CallView = {
  source: { kind: 'mcp', server: 'release-helper' },
  toolName: 'write_notes',
  title: 'Write release notes',
  wireName: 'write_notes',
  argsText: '{"from":"v1.2.0","to":"v1.3.0"}',
  status: 'running',
  awaitsUser: true,
  startedAt: Date.now(),
};

export const samplingOutcomes: readonly Item[] = [
  item('so1', { status: 'accepted', given: [{ label: 'Answer', text: 'Faster.' }] }),
  item('so2', { status: 'declined' }),
  item('so3', { status: 'cancelled' }),
  item('so4', { status: 'withdrawn' }),
  item('so5', { status: 'failed', message: 'The endpoint refused the API key.' }),
];

export const samplingItems: readonly Item[] = [
  { kind: 'call', id: 'notes', step: 1, call },
  item('s1', {
    status: 'accepted',
    given: [
      { label: 'Answer', text: 'The list is in order again, and the start is faster.' },
      { label: 'Model', text: 'gpt-5-mini' },
      { label: 'Tokens', text: '214 in, 17 out' },
    ],
  }),
  item('s2', { status: 'failed', message: 'The endpoint refused the API key.' }),
  item('s3', { status: 'open', problems: [] }),
  item('s4', { status: 'answering', model: 'gpt-5-mini' }),
  item('s5', {
    status: 'review',
    model: 'gpt-5-mini',
    text: 'The list is in order again, and the start is faster.',
    calls: ['read_commit {"id":"4f2c91"}'],
  }),
];
