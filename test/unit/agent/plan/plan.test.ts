/** The plan that the model keeps: what the tool takes, and where the plan stays (features.md, E8). */
import assert from 'node:assert/strict';
import { observableValue } from '../../../../src/base/common/observable.ts';
import { Conversation, toMarkdown, Transcript, type TurnEvent } from '../../../../src/agent/index.ts';
import { wholeContext } from '../../../../src/agent/conversation/contextState.ts';
import { planTool } from '../../../../src/agent/plan/planTool.ts';
import { withSummary } from '../../../../src/agent/context/view.ts';
import { Engine } from '../../../../src/engine.ts';
import { createOpenAiModel, type Message } from '../../../../src/models/index.ts';
import { planOf, type Plan } from '../../../../src/protocol/index.ts';
import { callsReply, startEndpoint, textReply } from '../../../fixtures/endpoint.ts';
import { bareEngine } from '../../../fixtures/bareEngine.ts';

const plan = (...statuses: Plan[number]['status'][]): Plan =>
  statuses.map((status, index) => ({ title: `Step ${index + 1}`, status }));

async function call(args: Readonly<Record<string, unknown>>): Promise<{ status: string; text: string }> {
  const context = { signal: new AbortController().signal, onProgress: () => undefined, approved: [] };
  const { status, content } = await planTool().call(args, context);
  const [part] = content;
  return { status, text: part?.type === 'text' ? part.text : '' };
}

const called = (id: string, steps: unknown, status: 'success' | 'error' = 'success'): TurnEvent[] => [
  {
    type: 'callStart',
    id,
    step: 1,
    source: { kind: 'native' },
    toolName: 'update_plan',
    wireName: 'update_plan',
    argsText: JSON.stringify({ steps }),
  },
  { type: 'callEnd', id, result: { status, content: [] }, durationMs: 1 },
];

function transcriptOf(...events: TurnEvent[]): Transcript {
  const transcript = new Transcript(() => undefined);
  transcript.beginTurn(0, 'm');
  for (const event of events) transcript.apply(event, 0);
  return transcript;
}

describe('the tool for plans', () => {
  it('says how far the plan is, needs no approval, and takes an empty list away', async () => {
    assert.deepEqual(await call({ steps: plan('done', 'in_progress', 'pending') }), {
      status: 'success',
      text: 'The plan is shown to the user: 1 of 3 done.',
    });
    assert.equal((await call({ steps: [] })).text, 'The plan was removed.');
    assert.equal((await planTool().approvalNeed({})).kind, 'free');
  });

  it('says in words what a call has wrong, and refuses it', async () => {
    const wrong: readonly (readonly [Readonly<Record<string, unknown>>, RegExp])[] = [
      [{}, /takes steps\. steps is missing/],
      [
        { steps: [{ title: 'a', status: 'completed' }] },
        /steps\[0\]\.status must be one of: pending, in_progress, done\./,
      ],
      [{ steps: [{ title: 'a' }] }, /steps\[0\]\.status is missing/],
      [
        { steps: [{ title: 'x'.repeat(201), status: 'done' }] },
        /steps\[0\]\.title must have at most 200 characters/,
      ],
      [
        { steps: plan(...Array.from({ length: 31 }, () => 'done' as const)) },
        /steps must have at most 30 entries/,
      ],
      [
        { steps: plan('in_progress', 'done', 'in_progress', 'in_progress') },
        /^Only two steps can be in_progress, and these are: 1, 3, 4\./,
      ],
      [{ steps: [{ title: '\u200b \u202e', status: 'done' }] }, /no title that can be shown/],
    ];
    for (const [args, expected] of wrong) {
      const { status, text } = await call(args);
      assert.equal(status, 'error', text);
      assert.match(text, expected);
    }
  });

  it('shows titles in one line, without hidden and control characters', () => {
    const title = 'Delete\u202e\u0007\n\nnothing\u200b at all';
    assert.deepEqual(planOf(JSON.stringify({ steps: [{ title, status: 'done' }] })), [
      { title: 'Delete nothing at all', status: 'done' },
    ]);
  });

  it('shows nothing for arguments that are not a plan', () => {
    const texts = ['', 'null', '[]', '{"steps":{}}', '{"steps":[null]}', '{"steps":[{"title":5}]}', '{'];
    for (const text of texts) assert.equal(planOf(text), undefined, text);
    const many = JSON.stringify({ steps: plan('in_progress', 'in_progress', 'in_progress') });
    for (const text of [many, `{"steps":[${' '.repeat(200_000)}]}`]) assert.equal(planOf(text), undefined);
  });
});

describe('the plan of a conversation', () => {
  it('is that of the newest call that succeeded, until one removes it', () => {
    const first = called('c1', plan('pending'));
    const second = called('c2', plan('done', 'in_progress'));
    assert.deepEqual(transcriptOf(...first, ...second).plan, plan('done', 'in_progress'));
    assert.deepEqual(transcriptOf(...first, ...called('c2', plan('done'), 'error')).plan, plan('pending'));
    assert.equal(transcriptOf(...first, ...called('c2', [])).plan, undefined);
    const foreign = called('c2', plan('done')).map((event) =>
      event.type === 'callStart' ? { ...event, source: { kind: 'mcp', server: 's' } as const } : event,
    );
    assert.deepEqual(transcriptOf(...first, ...foreign).plan, plan('pending'));
  });

  it('goes on in the next turn unless all of it is done, and is there after a restart', () => {
    const open = transcriptOf(...called('c1', plan('done', 'pending')));
    const done = transcriptOf(...called('c1', plan('done', 'done')));
    assert.deepEqual(done.plan, plan('done', 'done'));
    for (const [before, expected] of [
      [open, plan('done', 'pending')],
      [done, undefined],
    ] as const) {
      const restored = new Transcript(() => undefined, { items: before.items, results: new Map() });
      assert.deepEqual(restored.plan, before.plan);
      for (const transcript of [before, restored]) {
        transcript.beginTurn(1, 'm');
        assert.deepEqual(transcript.plan, expected);
      }
    }
  });

  it('is sent to the model again if a summary removes its call while a step is open', () => {
    const planned = (id: string, steps: Plan, isError = false): Message[] => [
      {
        role: 'assistant',
        text: '',
        calls: [{ id, name: 'update_plan', argsText: JSON.stringify({ steps }) }],
      },
      { role: 'tool', callId: id, content: [], isError },
    ];
    const summary = (until: number, ...messages: Message[]): string =>
      withSummary(messages, wholeContext, 'S', { until, skillTokens: 100 }).summary?.message.text ?? '';
    const asked: Message = { role: 'user', text: 'Go on.' };
    const first = [asked, ...planned('a', plan('in_progress', 'pending'))];
    const said =
      'Your plan, as you last gave it to update_plan:\n- [done] Step 1\n- [in_progress] Step 2\n\nGo on.';
    const second = planned('b', plan('done', 'in_progress'));
    const refused = planned('c', plan('done', 'done'), true);
    assert.ok(summary(7, ...first, ...second, ...refused, asked).endsWith(said));
    // The call is still among the messages.
    assert.doesNotMatch(summary(3, ...first, ...second), /Your plan/);
    assert.doesNotMatch(summary(3, asked, ...planned('a', plan('done')), asked), /Your plan/);
    assert.doesNotMatch(summary(5, ...first, ...planned('b', []), asked), /Your plan/);
  });

  it('is a list of its steps in an exported conversation', () => {
    const { items } = transcriptOf(...called('c1', plan('done', 'in_progress', 'pending')));
    const text = toMarkdown({ id: 'a', items, patches: [], messages: [], results: [], facts: [] }, 'Title');
    assert.match(text, /\*\*Plan\*\*\n\n- \[x\] Step 1\n- \[ \] Step 2 \(in progress\)\n- \[ \] Step 3\n/);
  });
});

describe('a turn with a plan', () => {
  it('has the tool and its rules in the request only while the setting is on', async () => {
    const replies = [
      callsReply([{ id: 'a', name: 'update_plan', args: { steps: plan('in_progress', 'pending') } }]),
      textReply('Done.'),
      textReply('Done.'),
    ];
    const endpoint = await startEndpoint(() => replies.shift() ?? textReply('?'));
    const isOn = observableValue(true);
    const engine = new Engine({
      ...bareEngine(),
      plan: isOn,
    });
    try {
      const conversation = new Conversation('c');
      const transcript = new Transcript(() => undefined);
      const turn = async (): Promise<void> => {
        conversation.append({ role: 'user', text: 'Do it.' });
        transcript.beginTurn(0, 'm');
        await engine.turns.run({
          conversation,
          model: createOpenAiModel({ baseURL: endpoint.baseURL, model: 'scripted', canCallTools: true }),
          maxIterations: 5,
          graceMs: 0,
          maxResultTokens: 10_000,
          approve: async (tool, args) => ({
            kind: 'allowed',
            approved: (await tool.approvalNeed(args)).reasons,
          }),
          signal: new AbortController().signal,
          onEvent: (event) => transcript.apply(event, 0),
        });
      };
      await turn();
      assert.deepEqual(transcript.plan, plan('in_progress', 'pending'));
      isOn.set(false);
      await turn();
      const sent = endpoint.requests
        .filter(({ method }) => method === 'POST')
        .map(({ body }) => [
          ((body.tools ?? []) as { function: { name: string } }[]).map((tool) => tool.function.name),
          /\n# Plan\n/.test((body.messages as { content: string }[])[0]?.content ?? ''),
        ]);
      assert.deepEqual(sent, [
        [['update_plan', 'read_result'], true],
        [['update_plan', 'read_result'], true],
        [[], false],
      ]);
    } finally {
      await engine.dispose();
      await endpoint.close();
    }
  });
});
