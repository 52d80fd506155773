/** Whatever a conversation holds and whatever is taken out of it: what the model gets is one that endpoints accept. */
import assert from 'node:assert/strict';
import fc from 'fast-check';
import { cutResults } from '../../../../src/agent/context/results.ts';
import {
  wholeContext,
  type ContextState,
  type ToolMessage,
} from '../../../../src/agent/conversation/contextState.ts';
import { countMessage } from '../../../../src/agent/context/tokens.ts';
import {
  planSummary,
  modelView,
  withoutOldResults,
  withReplaced,
  withSummary,
} from '../../../../src/agent/context/view.ts';
import type { Message } from '../../../../src/models/index.ts';
import { cases } from '../../../fixtures/cases.ts';

/** A step: the user's words, an answer, or calls with their results. Numbers are lengths. */
type Step =
  | { readonly kind: 'user' | 'answer'; readonly length: number }
  | { readonly kind: 'calls'; readonly lengths: readonly number[] };

const length = fc.integer({ min: 0, max: 2_000 });
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('user' as const, 'answer' as const), length }),
  fc.record({
    kind: fc.constant('calls' as const),
    lengths: fc.array(length, { minLength: 1, maxLength: 5 }),
  }),
);

/** What happens to the view of it, after each message that a request follows. */
type Change = { readonly kind: 'cut' | 'remove' | 'summarise'; readonly tokens: number };
const change: fc.Arbitrary<Change> = fc.record({
  kind: fc.constantFrom('cut' as const, 'remove' as const, 'summarise' as const),
  tokens: fc.integer({ min: 0, max: 3_000 }),
});

const words = (count: number): string => 'word '.repeat(count / 5);

function messagesOf(part: Step, index: number): Message[] {
  if (!('lengths' in part) && part.kind === 'user')
    return [{ role: 'user', text: `u${index} ${words(part.length)}` }];
  if (!('lengths' in part))
    return [{ role: 'assistant', text: `a${index} ${words(part.length)}`, calls: [] }];
  const calls = part.lengths.map((_, call) => ({
    id: `c${index}-${call}`,
    name: 'mcp__s__t',
    argsText: '{}',
  }));
  return [
    { role: 'assistant', text: '', calls },
    ...part.lengths.map((size, call): Message => ({
      role: 'tool',
      callId: `c${index}-${call}`,
      content: [{ type: 'text', text: words(size) }],
      isError: false,
    })),
  ];
}

function apply(messages: readonly Message[], state: ContextState, { kind, tokens }: Change): ContextState {
  if (kind === 'remove') return withoutOldResults(messages, state, tokens);
  if (kind === 'cut') {
    const results = messages.filter((message): message is ToolMessage => message.role === 'tool');
    return withReplaced(state, 'cut', cutResults(results, { each: tokens, total: tokens * 2 }));
  }
  const until = planSummary(messages, state, tokens);
  return until === undefined
    ? state
    : withSummary(messages, state, `summary until ${until}`, { until, skillTokens: 500 });
}

function assertAcceptable(view: readonly Message[]): void {
  let open: readonly string[] = [];
  for (const message of view) {
    if (message.role === 'tool') {
      assert.ok(open.includes(message.callId), `a result without its call: ${message.callId}`);
      open = open.filter((id) => id !== message.callId);
      continue;
    }
    assert.deepEqual(open, [], 'a call without its result');
    if (message.role === 'assistant') open = message.calls.map(({ id }) => id);
  }
  assert.deepEqual(open, [], 'a call without its result at the end');
}

describe('the view of a conversation', () => {
  it('never parts calls and results, keeps the last words of the user and the newest step, and loses nothing', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(step, fc.array(change, { maxLength: 3 })), { minLength: 1, maxLength: 15 }),
        (steps) => {
          const messages: Message[] = [{ role: 'user', text: 'first' }];
          let state = wholeContext;
          for (const [index, [part, changes]] of steps.entries()) {
            // The conversation itself must not change.
            messages.push(...messagesOf(part, index).map((message) => Object.freeze(message)));
            const before = [...messages];
            for (const each of changes) state = apply(messages, state, each);
            assert.ok(before.length === messages.length && before.every((each, at) => each === messages[at]));
            const view = modelView(messages, state);
            assertAcceptable(view);
            const asked = messages.findLast((message) => message.role === 'user');
            const lastWords = asked?.role === 'user' ? asked.text : '';
            assert.ok(
              view.some((message) => message.role === 'user' && message.text.endsWith(lastWords)),
              'the last words of the user are missing',
            );
            // The newest message is there, cut at most.
            const [newest, shown] = [messages.at(-1), view.at(-1)];
            assert.equal(shown?.role, newest?.role);
            if (newest?.role === 'tool') assert.equal((shown as ToolMessage).callId, newest.callId);
            assert.ok(view.length > 0 && view[0]?.role === 'user', 'some templates want the user to begin');
          }
        },
      ),
      { numRuns: cases(100, 5_000) },
    );
  });

  it('has the skills that were loaded before a summary, the newest whole, and the names of those without space', () => {
    const result = (callId: string, skill: string, text: string): Message[] => [
      { role: 'assistant', text: '', calls: [{ id: callId, name: 'load_skill', argsText: '{}' }] },
      { role: 'tool', callId, content: [{ type: 'text', text }], isError: false, skill },
    ];
    const messages: Message[] = [
      {
        role: 'user',
        text: '/pdf fill',
        content: [
          { type: 'text', text: 'PDF rules.' },
          { type: 'text', text: 'An attachment.' },
        ],
        skill: 'pdf',
      },
      ...result('c1', 'long', 'LONG '.repeat(500)),
      ...result('c2', 'review', 'Review rules.'),
      { role: 'user', text: 'Go on.' },
    ];
    const at = (until: number, before = wholeContext): ContextState =>
      withSummary(messages, before, 'S', { until, skillTokens: 100 });
    const first = at(3);
    assert.deepEqual(first.summary?.skills, [{ name: 'pdf', text: 'PDF rules.' }]);
    const second = at(5, first);
    assert.deepEqual(second.summary?.skills, [
      { name: 'pdf', text: 'PDF rules.' },
      { name: 'review', text: 'Review rules.' },
    ]);
    const all = at(5).summary?.message.text ?? '';
    assert.match(
      all,
      /\n\nSkills that were loaded, whole:\n\nPDF rules\.\n\nReview rules\.\n\nSkills that were loaded, to be loaded again when needed: long\.\n\nGo on\.$/,
    );
    assert.doesNotMatch(all, /LONG|attachment/);
  });

  it('is the same messages again while nothing changes, so that an endpoint finds them in its cache', () => {
    const messages = [
      ...messagesOf({ kind: 'user', length: 10 }, 0),
      ...messagesOf({ kind: 'calls', lengths: [4_000, 4_000] }, 1),
      ...messagesOf({ kind: 'calls', lengths: [4_000] }, 2),
      ...messagesOf({ kind: 'calls', lengths: [4_000] }, 3),
    ];
    const state = withoutOldResults(messages, wholeContext, 500);
    const [first, second] = [modelView(messages, state), modelView(messages, state)];
    assert.ok(first.every((message, index) => message === second[index]));
    const sum = (view: readonly Message[]): number =>
      view.reduce((all, message) => all + countMessage(message), 0);
    assert.ok(sum(first) <= sum(messages) - 500);
    // The oldest only, as long as that is enough.
    assert.deepEqual([...state.replaced.keys()], ['c1-0']);
  });
});
