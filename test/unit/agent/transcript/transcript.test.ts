/** What the chat is told of a turn (features.md, D3): a golden transcript and the size of increments. */
import assert from 'node:assert/strict';
import { PatchStream, Transcript, type TurnEvent } from '../../../../src/agent/index.ts';
import { msg } from '../../../../src/base/common/message.ts';
import { ModelError } from '../../../../src/models/index.ts';
import type { Patch, ProgressUpdate } from '../../../../src/protocol/index.ts';

function record(events: readonly TurnEvent[]): { transcript: Transcript; patches: Patch[] } {
  const patches: Patch[] = [];
  const transcript = new Transcript((patch) => patches.push(patch));
  for (const event of events) transcript.apply(event, 1_000);
  return { transcript, patches };
}

const callStart: TurnEvent = {
  type: 'callStart',
  id: 'c1',
  step: 1,
  source: { kind: 'mcp', server: 's' },
  toolName: 'echo',
  wireName: 'mcp__s__echo',
  argsText: '{}',
};

describe('the transcript', () => {
  it('says which fields of the user a request was sent without, and where to change them', () => {
    const message = 'h.test does not accept the field top_k.';
    const { transcript } = record([{ type: 'fieldsLeftOut', fields: ['top_k'], message }]);
    const [item] = transcript.items;
    assert.ok(item?.kind === 'notice');
    assert.deepEqual([item.level, item.text, item.actions], ['info', message, ['openModelSettings']]);
  });

  it('says which images a request was sent without, with the words of the endpoint', () => {
    const message = 'h.test does not accept this image.';
    const { transcript } = record([{ type: 'imagesLeftOut', message, detail: '400 Bad image' }]);
    const [item] = transcript.items;
    assert.ok(item?.kind === 'notice');
    assert.deepEqual([item.level, item.text, item.detail], ['warning', message, '400 Bad image']);
  });

  it('knows which request an answer answers, of this window', () => {
    const { transcript } = record([
      { type: 'stepStart', step: 1, tools: 1, request: 7 },
      { type: 'text', text: 'One.' },
      { type: 'stepEnd', step: 1 },
      { type: 'stepStart', step: 2, tools: 1, request: 8 },
      { type: 'text', text: 'Two.' },
      { type: 'stepEnd', step: 2 },
    ]);
    assert.deepEqual(
      transcript.items.map(({ id }) => transcript.requestOf(id)),
      [7, 8],
    );
    assert.equal(transcript.requestOf('of another window'), undefined);
  });

  it('tells a turn in patches that add up to its items', () => {
    const { transcript, patches } = record([
      { type: 'stepStart', step: 1, tools: 1 },
      { type: 'reasoning', text: 'Hm' },
      { type: 'text', text: 'Let me ' },
      { type: 'text', text: 'see.' },
      callStart,
      { type: 'callProgress', id: 'c1', progress: { progress: 1, total: 2 } },
      {
        type: 'callEnd',
        id: 'c1',
        result: { status: 'success', content: [{ type: 'text', text: 'r' }] },
        durationMs: 5,
      },
      { type: 'stepEnd', step: 1 },
      { type: 'text', text: 'Done.' },
      { type: 'stepEnd', step: 2 },
      { type: 'turnEnd', end: { why: 'answered' } },
    ]);
    const call = {
      source: { kind: 'mcp', server: 's' },
      toolName: 'echo',
      wireName: 'mcp__s__echo',
      argsText: '{}',
      startedAt: 1_000,
      title: undefined,
      notes: undefined,
      byUser: undefined,
    } as const;
    assert.deepEqual(patches, [
      { op: 'add', item: { kind: 'assistant', id: 'i1', streaming: true, text: '', reasoning: 'Hm' } },
      { op: 'thought', id: 'i1', ms: 0 },
      { op: 'text', id: 'i1', text: 'Let me ' },
      { op: 'text', id: 'i1', text: 'see.' },
      { op: 'settled', id: 'i1' },
      { op: 'add', item: { kind: 'call', id: 'c1', step: 1, call: { ...call, status: 'running' } } },
      { op: 'progress', id: 'c1', progress: { progress: 1, total: 2 } },
      {
        op: 'call',
        id: 'c1',
        change: { status: 'success', durationMs: 5, result: [{ type: 'text', text: 'r' }] },
      },
      { op: 'add', item: { kind: 'assistant', id: 'i2', streaming: true, text: 'Done.' } },
      { op: 'settled', id: 'i2' },
    ]);
    assert.deepEqual(
      transcript.items.map((item) => item.kind),
      ['assistant', 'call', 'assistant'],
    );
    assert.deepEqual(transcript.items[0], {
      kind: 'assistant',
      id: 'i1',
      streaming: false,
      text: 'Let me see.',
      reasoning: 'Hm',
      reasoningMs: 0,
    });
  });

  it('keeps the end of what a call writes until its result has all of it', () => {
    const { transcript } = record([callStart]);
    const tell = (progress: ProgressUpdate): void =>
      transcript.apply({ type: 'callProgress', id: 'c1', progress }, 0);
    const written = (): string | undefined => transcript.call('c1')?.output;
    // What a tool says of its progress, each thing once.
    for (const message of ['one', 'two', 'two']) tell({ progress: 1, message });
    assert.equal(written(), 'one\ntwo\n');
    // What it writes, and then nothing else.
    tell({ progress: 2, message: 'line', output: 'a\nline\n' });
    assert.equal(written(), 'one\ntwo\na\nline\n');
    assert.deepEqual(transcript.call('c1')?.progress, { progress: 2, message: 'line' });
    tell({ progress: 3, output: 'x'.repeat(50_000) });
    assert.equal(written()?.length, 20_000);
    const end = (status: 'cancelled' | 'success'): void =>
      transcript.apply({ type: 'callEnd', id: 'c1', result: { status, content: [] }, durationMs: 1 }, 0);
    end('cancelled');
    assert.equal(written()?.length, 20_000);
    end('success');
    assert.equal(written(), '');
  });

  it('measures how long the model thought, until it answers or ends', () => {
    const patches: Patch[] = [];
    const transcript = new Transcript((patch) => patches.push(patch));
    transcript.apply({ type: 'reasoning', text: 'Hm' }, 1_000);
    transcript.apply({ type: 'reasoning', text: 'm' }, 4_000);
    transcript.apply({ type: 'text', text: 'So.' }, 5_500);
    transcript.apply({ type: 'stepEnd', step: 1 }, 9_000);
    transcript.apply({ type: 'reasoning', text: 'Again' }, 10_000);
    transcript.apply({ type: 'turnEnd', end: { why: 'cancelled' } }, 12_000);
    assert.deepEqual(
      transcript.items.map((item) => item.kind === 'assistant' && item.reasoningMs),
      [4_500, 2_000, false],
    );
    assert.deepEqual(
      patches.filter(({ op }) => op === 'thought'),
      [
        { op: 'thought', id: 'i1', ms: 4_500 },
        { op: 'thought', id: 'i2', ms: 2_000 },
      ],
    );
  });

  it('warns at the limit and offers to continue', () => {
    const { transcript } = record([
      { type: 'turnEnd', end: { why: 'limit', reached: { kind: 'steps', limit: 10 } } },
    ]);
    const notice = transcript.items[0];
    assert.ok(notice?.kind === 'notice');
    assert.equal(notice.level, 'warning');
    assert.match(notice.text, /limit of 10 steps/);
    assert.deepEqual(notice.actions, ['continue']);
  });

  it('says what failed and what to do; when the user goes on, only the reason stays', () => {
    const { transcript, patches } = record([
      {
        type: 'turnEnd',
        end: { why: 'failed', error: new ModelError('unauthorized', 'No.', { detail: 'd' }) },
      },
    ]);
    assert.deepEqual(transcript.items, [
      { kind: 'notice', id: 'i1', level: 'error', text: 'No.', detail: 'd', actions: ['setApiKey', 'retry'] },
    ]);
    transcript.endNotices();
    assert.deepEqual(transcript.items, [
      { kind: 'notice', id: 'i1', level: 'error', text: 'No.', detail: 'd', actions: [], isPast: true },
    ]);
    assert.deepEqual(patches.at(-1), { op: 'past', id: 'i1' });
    const count = patches.length;
    transcript.endNotices();
    assert.equal(patches.length, count);
  });

  it('offers another model where the account has no credit, and no key, which would not help', () => {
    const error = new ModelError('no-credit', 'No credit.');
    const { transcript } = record([{ type: 'turnEnd', end: { why: 'failed', error } }]);
    const notice = transcript.items[0];
    assert.ok(notice?.kind === 'notice');
    assert.deepEqual(notice.actions, ['selectModel', 'openModelSettings', 'retry']);
  });

  it('says once that trying again has failed as before', () => {
    const failed: TurnEvent = {
      type: 'turnEnd',
      end: { why: 'failed', error: new ModelError('server', 'Busy.') },
    };
    const { transcript } = record([failed]);
    for (let more = 2; more > 0; more--) {
      transcript.endNotices();
      transcript.apply(failed, 0);
    }
    assert.deepEqual(
      transcript.items.map((item) => item.kind === 'notice' && [item.text, item.isPast]),
      [['Busy.', undefined]],
    );
    transcript.endNotices();
    transcript.addUser({ text: 'Then another question' });
    transcript.apply(failed, 0);
    assert.deepEqual(
      transcript.items.map(({ kind }) => kind),
      ['notice', 'user', 'notice'],
    );
  });

  it('takes away the offer to go on also where a call that was made again has come after it', () => {
    const { transcript } = record([
      { type: 'turnEnd', end: { why: 'cancelled' } },
      { type: 'text', text: 'Again' },
    ]);
    assert.deepEqual(
      transcript.items.map(({ kind }) => kind),
      ['notice', 'assistant'],
    );
    transcript.endNotices();
    assert.deepEqual(
      transcript.items.map((item) => (item.kind === 'notice' ? item.actions : item.kind)),
      [[], 'assistant'],
    );
  });

  it('shows on a call that its question waits for the user, until the last one is answered', () => {
    const { transcript } = record([
      {
        type: 'callStart',
        id: 'c1',
        step: 1,
        source: { kind: 'mcp', server: 's' },
        toolName: 't',
        wireName: 'mcp__s__t',
        argsText: '{}',
      },
    ]);
    const question = { kind: 'url', server: 's', message: 'm', host: 'h', url: 'https://h' } as const;
    const waits = () => transcript.call('c1')?.awaitsUser;
    const [first, second] = [
      transcript.addQuestion(question, 'c1'),
      transcript.addQuestion(question, 'c1', { status: 'answering', model: 'm' }),
    ];
    assert.equal(waits(), true);
    transcript.changeQuestion(first, { status: 'declined' });
    assert.equal(waits(), false);
    transcript.changeQuestion(second, { status: 'review', model: 'm', text: '', calls: [] });
    assert.equal(waits(), true);
    transcript.changeQuestion(second, { status: 'withdrawn' });
    assert.equal(waits(), false);
  });

  it('shows on a call that it waits for an earlier one, which is not its time and not a question any more', () => {
    const transcript = new Transcript(() => undefined);
    const approval = { changed: false, says: [], coverages: [] };
    const about = {
      step: 1,
      source: { kind: 'native' },
      toolName: 't',
      wireName: 't',
      argsText: '{}',
    } as const;
    transcript.apply({ type: 'callStart', id: 'c', ...about }, 0);
    transcript.apply({ type: 'callAsk', id: 'c', approval }, 100);
    transcript.apply({ type: 'callWait', id: 'c' }, 200);
    assert.deepEqual([transcript.call('c')?.status, transcript.call('c')?.awaitsCall], ['running', true]);
    transcript.apply({ type: 'callTurn', id: 'c' }, 900);
    assert.deepEqual([transcript.call('c')?.awaitsCall, transcript.call('c')?.startedAt], [false, 900]);
  });

  it('says of a question whose call it does not know that it belongs to none', () => {
    const { transcript } = record([]);
    const question = { kind: 'url', server: 's', message: 'm', host: 'h', url: 'https://h' } as const;
    transcript.addQuestion(question, 'elsewhere');
    const [item] = transcript.items;
    assert.ok(item?.kind === 'question');
    assert.equal(item.callId, undefined);
  });

  it('offers to continue an answer of which a part came, instead of trying again', () => {
    const message = msg('It broke. Try again.');
    const error = new ModelError('broken-stream', message, { transient: msg('It broke.') });
    const { transcript } = record([
      { type: 'text', text: 'One' },
      { type: 'turnEnd', end: { why: 'failed', error, isPartial: true } },
    ]);
    assert.deepEqual(transcript.items[1], {
      kind: 'notice',
      id: 'i2',
      level: 'error',
      text: 'It broke. The part that was received is kept. "Continue" requests the rest.',
      detail: undefined,
      actions: ['continue'],
    });
  });

  it('keeps a long result whole with the host and sends the chat its beginning', () => {
    const long = 'x'.repeat(5_000_000);
    const { transcript, patches } = record([
      callStart,
      {
        type: 'callEnd',
        id: 'c1',
        result: { status: 'success', content: [{ type: 'text', text: long }] },
        durationMs: 5,
      },
    ]);
    assert.ok(JSON.stringify(patches).length < 50_000);
    assert.equal(transcript.call('c1')?.cutBytes, 5_000_000 - 20_000);
    assert.deepEqual(transcript.result('c1'), [{ type: 'text', text: long }]);
  });

  it('sends the chat no more parts of a result than it can draw', () => {
    const content = Array.from({ length: 5_000 }, (_, at) => ({ type: 'text', text: `${at}` }) as const);
    const end = { type: 'callEnd', id: 'c1', result: { status: 'success', content }, durationMs: 5 } as const;
    const { transcript } = record([callStart, end]);
    const call = transcript.call('c1');
    assert.deepEqual(call?.result, content.slice(0, 200));
    assert.ok((call?.cutBytes ?? 0) > 4_800);
    assert.equal(transcript.result('c1')?.length, 5_000);
  });

  it('sends as many bytes for a token at 1,000 items as at 10', () => {
    const bytesOfToken = (items: number): number => {
      let sent = 0;
      const stream = new PatchStream((seq, patches) => (sent = JSON.stringify({ seq, patches }).length));
      const transcript = new Transcript((patch) => stream.push(patch));
      // Ids have the same length at both sizes, so that only what matters can differ.
      for (let index = 0; index < items; index++) transcript.addUser({ text: `message ${index}` });
      transcript.apply({ type: 'text', text: 'a' }, 0);
      stream.flush();
      transcript.apply({ type: 'text', text: ' token' }, 0);
      stream.flush();
      return sent;
    };
    assert.ok(
      Math.abs(bytesOfToken(1_000) - bytesOfToken(10)) <= 4,
      `${bytesOfToken(1_000)} and ${bytesOfToken(10)}`,
    );
  });

  it('leads from what the model no longer gets to the request that lacks it', () => {
    const transcript = new Transcript(() => undefined);
    const what = { removed: 1, cut: 0, images: 0, tokens: 9 };
    transcript.apply({ type: 'stepStart', step: 1, tools: 0, request: 7 }, 0);
    transcript.apply({ type: 'shortened', what }, 0);
    transcript.apply({ type: 'shortened', what, isOfNewest: true }, 0);
    const [old, newest] = transcript.items;
    assert.deepEqual(old, { kind: 'shortened', id: old?.id, ...what });
    assert.deepEqual([transcript.requestOf(old.id), transcript.requestOf(newest?.id ?? '')], [7, undefined]);
    transcript.apply({ type: 'stepStart', step: 2, tools: 0, request: 8 }, 0);
    assert.deepEqual([transcript.requestOf(old.id), transcript.requestOf(newest?.id ?? '')], [7, 8]);
  });

  it('shows a summary as one item, from its beginning to how it ended', () => {
    const ops: string[] = [];
    const transcript = new Transcript((patch) => ops.push(patch.op));
    transcript.apply({ type: 'summary', state: { status: 'running' } }, 0);
    transcript.apply({ type: 'summary', state: { status: 'done', text: 'short' } }, 0);
    transcript.apply({ type: 'summary', state: { status: 'running' } }, 0);
    transcript.apply({ type: 'summary', state: { status: 'failed' } }, 0);
    assert.deepEqual(ops, ['add', 'summary', 'add', 'summary']);
    assert.deepEqual(
      transcript.items.map((item) => item.kind === 'summary' && item.state),
      [{ status: 'done', text: 'short' }, { status: 'failed' }],
    );
  });
});

describe('the patch stream', () => {
  it('numbers batches without gaps and joins text of the same item', () => {
    const sent: unknown[] = [];
    let run: () => void = () => undefined;
    const stream = new PatchStream(
      (seq, patches) => sent.push([seq, patches]),
      (callback) => {
        run = callback;
        return () => undefined;
      },
    );
    stream.push({ op: 'text', id: 'a', text: 'x' });
    stream.push({ op: 'text', id: 'a', text: 'y' });
    stream.push({ op: 'text', id: 'b', text: 'z' });
    stream.push({ op: 'progress', id: 'c', progress: { progress: 1 }, output: 'o' });
    stream.push({ op: 'progress', id: 'c', progress: { progress: 2 } });
    stream.push({ op: 'progress', id: 'c', progress: { progress: 3 }, output: 'p' });
    stream.push({ op: 'progress', id: 'd', progress: { progress: 1 } });
    run();
    stream.push({ op: 'settled', id: 'b' });
    stream.flush();
    assert.deepEqual(sent, [
      [
        1,
        [
          { op: 'text', id: 'a', text: 'xy' },
          { op: 'text', id: 'b', text: 'z' },
          { op: 'progress', id: 'c', progress: { progress: 3 }, output: 'op' },
          { op: 'progress', id: 'd', progress: { progress: 1 } },
        ],
      ],
      [2, [{ op: 'settled', id: 'b' }]],
    ]);
  });

  it('sends nothing when there is nothing to send', () => {
    let sent = 0;
    const stream = new PatchStream(() => (sent += 1));
    stream.flush();
    assert.equal(sent, 0);
    assert.equal(stream.seq, 0);
  });
});
