/** What the user is told of a turn that runs (src/agent/transcript/turnProgressTracker.ts), and of one that has ended. */
import assert from 'node:assert/strict';
import { Transcript, TurnProgressTracker, type TurnEvent } from '../../../../src/agent/index.ts';

const step: TurnEvent = { type: 'stepStart', step: 1, tools: 0 };
const draft = (length: number): TurnEvent => ({ type: 'callDraft', tool: 'write_file', length });

describe('the progress of a turn', () => {
  it('says how long the turn has run, how long nothing was received, and what it waits for', () => {
    const watch = new TurnProgressTracker(1_000);
    const quiet = { draft: undefined, retry: undefined };
    assert.deepEqual(watch.at(1_500), { ms: 500, quietMs: 500, doing: 'preparing', ...quiet });
    assert.equal(watch.handle(step, 2_000), true);
    assert.deepEqual(watch.at(2_300), { ms: 1_300, quietMs: 300, doing: 'asking', ...quiet });
    assert.equal(watch.handle({ type: 'text', text: 'So' }, 3_000), false);
    assert.deepEqual(watch.at(3_000), { ms: 2_000, quietMs: 0, doing: 'asking', ...quiet });
    assert.equal(watch.handle({ type: 'stepEnd', step: 1 }, 3_100), true);
    assert.equal(watch.at(3_100).doing, 'preparing');
  });

  it('reports a call that is being written when it begins, at intervals while it grows, and when it is complete', () => {
    const watch = new TurnProgressTracker(0);
    watch.handle(step, 0);
    const told = [draft(0), draft(10), draft(900), draft(910), { type: 'stepEnd', step: 1 } as const].map(
      (event, index) => watch.handle(event, 100 + index * 150),
    );
    assert.deepEqual(told, [true, false, true, false, true]);
    assert.equal(watch.at(900).draft, undefined);
  });

  it('says until when a request waits for its retry, until something else is received', () => {
    const watch = new TurnProgressTracker(0);
    watch.handle(step, 0);
    const retrying = { type: 'retrying', why: 'h is busy.', waitMs: 3_600, attempt: 2, attempts: 4 } as const;
    assert.equal(watch.handle(retrying, 1_000), true);
    const retry = { why: 'h is busy.', leftMs: 2_600, attempt: 2, attempts: 4 };
    assert.deepEqual(watch.at(2_000).retry, retry);
    assert.equal(watch.at(9_000).retry?.leftMs, 0);
    assert.equal(watch.handle({ ...retrying, attempt: 3 }, 5_000), true);
    assert.equal(watch.at(5_000).retry?.attempt, 3);
    assert.equal(watch.handle({ type: 'text', text: 'So' }, 6_000), true);
    assert.equal(watch.at(6_000).retry, undefined);
  });
});

describe('the summary of a turn', () => {
  it('counts a time of zero, not less, if the clock was set back during the turn', () => {
    const transcript = new Transcript(() => undefined);
    transcript.beginTurn(3_600_000, 'm');
    transcript.apply({ type: 'text', text: 'A' }, 100);
    transcript.apply({ type: 'turnEnd', end: { why: 'answered' } }, 100);
    const last = transcript.items.at(-1);
    assert.equal(last?.kind === 'assistant' && last.took?.ms, 0);
  });

  it('is shown at the last answer: end time, model, and the tokens of this turn only', () => {
    const transcript = new Transcript(() => undefined);
    const usage = { inputTokens: 10, outputTokens: 2 };
    const turn = (since: number, model: string): void => {
      transcript.beginTurn(since, model);
      transcript.apply({ type: 'text', text: 'A' }, since + 50);
      transcript.spend(usage);
      transcript.apply({ type: 'stepEnd', step: 1 }, since + 90);
      transcript.apply({ type: 'turnEnd', end: { why: 'answered' } }, since + 100);
    };
    turn(1_000, 'one');
    turn(5_000, 'two');
    assert.deepEqual(
      transcript.items.map((item) => item.kind === 'assistant' && item.took),
      [
        { at: 1_100, ms: 100, model: 'one', usage },
        { at: 5_100, ms: 100, model: 'two', usage },
      ],
    );
  });

  it('leaves out the time of approvals and questions, which may overlap', () => {
    const transcript = new Transcript(() => undefined);
    const call = {
      step: 1,
      source: { kind: 'mcp', server: 's' },
      toolName: 't',
      wireName: 'mcp__s__t',
      argsText: '{}',
    } as const;
    const approval = { changed: false, says: [], coverages: [] };
    const question = { kind: 'url', server: 's', message: 'm', host: 'h', url: 'https://h' } as const;
    transcript.beginTurn(0, undefined);
    for (const id of ['a', 'b']) transcript.apply({ type: 'callStart', id, ...call }, 100);
    transcript.apply({ type: 'callAsk', id: 'a', approval }, 100);
    const asked = transcript.addQuestion(question, 'b', undefined, 200);
    assert.equal(transcript.turnWaitedMs(400), 300);
    transcript.apply({ type: 'callAllowed', id: 'a' }, 500);
    assert.equal(transcript.waitedMs('b', 700), 500);
    transcript.changeQuestion(asked, { status: 'declined' }, 1_200);
    assert.deepEqual([transcript.waitedMs('a', 1_300), transcript.waitedMs('b', 1_300)], [0, 1_000]);
    // While it runs it counts from where it was: 100 ms before it was asked.
    assert.equal(transcript.call('b')?.startedAt, 1_100);
    assert.equal(new TurnProgressTracker(0).at(1_300, transcript.turnWaitedMs(1_300)).ms, 200);
    transcript.apply({ type: 'text', text: 'A' }, 1_300);
    transcript.apply({ type: 'turnEnd', end: { why: 'answered' } }, 1_400);
    const last = transcript.items.at(-1);
    assert.equal(last?.kind === 'assistant' && last.took?.ms, 300);
  });

  it('is not added to an answer of an earlier turn, nor for a turn without an answer', () => {
    const transcript = new Transcript(() => undefined);
    transcript.apply({ type: 'text', text: 'Before' }, 0);
    transcript.apply({ type: 'stepEnd', step: 1 }, 0);
    transcript.beginTurn(10, undefined);
    transcript.apply({ type: 'turnEnd', end: { why: 'cancelled' } }, 20);
    assert.ok(transcript.items[0]?.kind === 'assistant');
    assert.equal(transcript.items[0].took, undefined);
  });
});
