/** Calls that wait for the user, answered by a page that nobody trusts. */
import assert from 'node:assert/strict';
import { Transcript, type ApprovalOutcome } from '../../../src/agent/index.ts';
import { content } from '../../../src/base/common/message.ts';
import { Approvals } from '../../../src/editor/chat/approvals.ts';
import { createApprove } from '../../../src/editor/chat/pendingApproval.ts';
import type { ApprovalDecision, ApprovalScope } from '../../../src/protocol/index.ts';
import type { Decision, OpenedEdit, PlannedEdit } from '../../../src/tools/index.ts';
import { text, tool } from '../agent/tools.ts';

type Arguments = Readonly<Record<string, unknown>>;
type AskDecision = Extract<Decision, { kind: 'ask' }>;

describe('pending approvals', () => {
  let transcript: Transcript;
  let approvals: Approvals;
  let remembered: string[];
  let stop: AbortController;

  beforeEach(() => {
    transcript = new Transcript(() => undefined);
    approvals = new Approvals({
      transcript,
      needsUser: () => undefined,
      flush: () => undefined,
      counted: (outcome) => outcome,
    });
    remembered = [];
    stop = new AbortController();
  });

  const asks = (more: Partial<AskDecision> = {}): AskDecision => ({
    kind: 'ask',
    changed: false,
    reasons: [],
    coverages: [],
    covered: {},
    remember: (scope, covers) => void remembered.push(`${scope} ${String(covers)}`),
    ...more,
  });

  /** Has a call with `{"path":"/"}` wait for the user, about which the permissions decide so each time. */
  async function ask(
    id: string,
    decide: (args: Arguments) => Decision = () => asks(),
    proposedEdit?: (args: Arguments) => Promise<PlannedEdit | undefined>,
    called = tool('t', () => Promise.resolve(text(''))),
  ): Promise<{ readonly outcome: Promise<ApprovalOutcome> }> {
    const about = { id, step: 1, source: called.source, toolName: 't', wireName: 'w' } as const;
    transcript.apply({ type: 'callStart', ...about, argsText: '{"path":"/"}' }, 0);
    const approve = createApprove(
      {
        permissions: {
          decide: (_tool, args) => Promise.resolve(decide(args)),
          release: (_conversation, marks) =>
            void remembered.push(`released ${marks.map(({ source }) => source).join()}`),
        },
        argumentProblem: (_tool, { path }) =>
          typeof path === 'string' ? undefined : content('path must be a string'),
        proposedEdit: (_tool, args) => Promise.resolve(proposedEdit?.(args)),
      },
      { id: 'c', marks: () => [] },
      (...asked) => approvals.ask(...asked),
    );
    const answer = await approve(called, { path: '/' }, { id, name: 'w', argsText: '{"path":"/"}' });
    if (answer.kind === 'allowed') throw new Error('The call needs no approval.');
    transcript.apply({ type: 'callAsk', id, approval: await answer.approval() }, 0);
    return { outcome: answer.ask(id, stop.signal) };
  }
  const allow = (scope: ApprovalScope, more: Partial<Extract<ApprovalDecision, { action: 'allow' }>> = {}) =>
    ({ action: 'allow', scope, covers: 'tool', ...more }) as const;
  const allowed = (more: Partial<Extract<ApprovalOutcome, { allowed: true }>> = {}) => ({
    allowed: true,
    args: undefined,
    approved: [],
    ...more,
  });
  async function withoutEdit(outcome: Promise<ApprovalOutcome>): Promise<unknown> {
    const settled = await outcome;
    if (!settled.allowed) return settled;
    const { shownEdit: _, ...rest } = settled;
    return rest;
  }

  it('run a call that is allowed once, and remember nothing', async () => {
    const { outcome } = await ask('a');
    await approvals.reply('a', allow('once'));
    assert.deepEqual(await withoutEdit(outcome), allowed());
    assert.deepEqual(remembered, []);
  });

  it('save a permission when a call is allowed for longer', async () => {
    const { outcome } = await ask('a');
    await approvals.reply('a', { ...allow('workspace'), covers: 'source' });
    assert.equal((await outcome).allowed, true);
    assert.deepEqual(remembered, ['workspace source']);
  });

  it('run the other calls that the permission given for one covers, with a note', async () => {
    let covered = false;
    const first = await ask('a', () => asks({ remember: () => (covered = true) }));
    const second = await ask('b', () => (covered ? { kind: 'allowed', reasons: [] } : asks()));
    const third = await ask('c');
    await approvals.reply('a', allow('always'));
    assert.deepEqual(await Promise.all([first.outcome, second.outcome].map(withoutEdit)), [
      allowed(),
      allowed(),
    ]);
    assert.deepEqual(
      ['a', 'b'].map((id) => transcript.call(id)?.notes),
      [undefined, [{ kind: 'released', by: 'permission' }]],
    );
    await approvals.reply('c', { action: 'deny', reason: ' not now ' });
    assert.deepEqual(await third.outcome, { allowed: false, reason: 'They say: not now' });
  });

  it('run the calls that another approval mode allows, each with a note, and no call that asks every time', async () => {
    const reason = { kind: 'unlistedResource', uri: 'x:', server: 's' } as const;
    let isFree = false;
    const decide = (): Decision => (isFree ? { kind: 'allowed', reasons: [reason] } : asks());
    const free = [await ask('a', decide), await ask('b', decide)];
    const protectedFile = await ask('c');
    isFree = true;
    await approvals.modeChanged();
    assert.deepEqual(await Promise.all(free.map(({ outcome }) => withoutEdit(outcome))), [
      allowed({ approved: [reason] }),
      allowed({ approved: [reason] }),
    ]);
    assert.deepEqual(
      ['a', 'b', 'c'].map((id) => transcript.call(id)?.notes),
      [[{ kind: 'released', by: 'mode' }], [{ kind: 'released', by: 'mode' }], undefined],
    );
    assert.equal(transcript.call('c')?.status, 'pending');
    await approvals.reply('c', { action: 'deny', reason: '' });
    assert.equal((await protectedFile.outcome).allowed, false);
  });

  it('run a call with edited arguments only if the tool takes them', async () => {
    const { outcome } = await ask('a');
    const problems = ['{', '[]', '{"path":1}'].map((argsText) => {
      void approvals.reply('a', allow('always', { argsText }));
      return transcript.call('a')?.approval?.problem ?? '';
    });
    assert.match(problems[0] ?? '', /not valid JSON/);
    assert.match(problems[1] ?? '', /must be a JSON object/);
    assert.match(problems[2] ?? '', /path must be a string/);
    assert.deepEqual(remembered, []);
    await approvals.reply('a', allow('once', { argsText: '{"path":"/tmp"}' }));
    assert.deepEqual(await withoutEdit(outcome), allowed({ args: { path: '/tmp' } }));
  });

  it('show edited arguments that ask for more than was shown, and wait for another answer', async () => {
    const reason = { kind: 'sensitiveFile', path: '.env', why: 'environment' } as const;
    const { outcome } = await ask('a', ({ path }) => asks(path === '.env' ? { reasons: [reason] } : {}));
    const edited = allow('once', { argsText: '{"path":".env"}' });
    await approvals.reply('a', edited);
    assert.deepEqual(transcript.call('a')?.approval?.reasons, [reason]);
    assert.equal(transcript.call('a')?.status, 'pending');
    await approvals.reply('a', edited);
    assert.deepEqual(await withoutEdit(outcome), allowed({ approved: [reason], args: { path: '.env' } }));
  });

  const command = (line: string): AskDecision =>
    asks({
      coverages: [{ covers: 'command', command: line, cwd: '/w' }],
      remember: (scope, covers) => void remembered.push(`${line}: ${scope} ${String(covers)}`),
    });
  const runs = ({ path }: Arguments): AskDecision => command(path === '/' ? 'npm test' : 'npm run x');

  it('ask again when the permission for edited arguments would cover something else than was shown', async () => {
    const { outcome } = await ask('a', runs);
    const edited = { ...allow('always', { argsText: '{"path":"/x"}' }), covers: 'command' } as const;
    await approvals.reply('a', edited);
    assert.equal(transcript.call('a')?.status, 'pending');
    assert.deepEqual(transcript.call('a')?.approval?.coverages, command('npm run x').coverages);
    await approvals.reply('a', edited);
    assert.equal((await outcome).allowed, true);
    assert.deepEqual(remembered, ['npm run x: always command']);
  });

  it('ask again when the user takes an edit back after the card has shown what it covers', async () => {
    const { outcome } = await ask('a', runs);
    const always = { ...allow('always'), covers: 'command' } as const;
    await approvals.reply('a', { ...always, argsText: '{"path":"/x"}' });
    await approvals.reply('a', always);
    assert.deepEqual(transcript.call('a')?.approval?.coverages, command('npm test').coverages);
    assert.deepEqual(remembered, []);
    await approvals.reply('a', always);
    assert.deepEqual(await withoutEdit(outcome), allowed());
    assert.deepEqual(remembered, ['npm test: always command']);
  });

  const change = (file: string): PlannedEdit => {
    const plan: PlannedEdit = {
      edit: { file, diff: { added: 1, removed: 0, hunks: [] }, shows: ['path'] },
      open: () => undefined,
      replan: () => Promise.resolve(plan),
    };
    return plan;
  };
  const protectedFile = { kind: 'protectedFile', path: '/x', why: 'setting' } as const;
  const asksForX = ({ path }: Arguments): AskDecision =>
    asks(path === '/x' ? { reasons: [protectedFile] } : {});

  it('show the change of the model’s arguments again when the user takes an edit back', async () => {
    const { outcome } = await ask('a', asksForX, ({ path }) => Promise.resolve(change(String(path))));
    const shownFile = (): string | undefined => transcript.call('a')?.approval?.edit?.file;
    await approvals.reply('a', allow('once', { argsText: '{"path":"/x"}' }));
    assert.equal(shownFile(), '/x');
    await approvals.reply('a', allow('once'));
    assert.deepEqual([transcript.call('a')?.status, shownFile()], ['pending', '/']);
    await approvals.reply('a', allow('once'));
    assert.deepEqual(await withoutEdit(outcome), allowed());
  });

  it('are not run with the model’s arguments by another mode while they show edited ones', async () => {
    let isFree = false;
    const { outcome } = await ask('a', (args) =>
      isFree ? { kind: 'allowed', reasons: [] } : asksForX(args),
    );
    const edited = allow('once', { argsText: '{"path":"/x"}' });
    await approvals.reply('a', edited);
    isFree = true;
    await approvals.modeChanged();
    assert.equal(transcript.call('a')?.status, 'pending');
    await approvals.reply('a', edited);
    assert.deepEqual(await withoutEdit(outcome), allowed({ args: { path: '/x' } }));
  });

  it('end the warnings of the data-flow guard about what was shown, when the user says so', async () => {
    const marks = [{ kind: 'secret', source: '.env' }] as const;
    const reasons = [{ kind: 'dataFlow', marks, destination: 'web' }] as const;
    const { outcome } = await ask('a', () => asks({ reasons }));
    await approvals.reply('a', allow('once', { releases: true }));
    assert.equal((await outcome).allowed, true);
    assert.deepEqual(remembered, ['released .env']);
  });

  it('take arguments that differ only in spaces for unchanged', async () => {
    const { outcome } = await ask('a');
    await approvals.reply('a', allow('once', { argsText: '{ "path": "/" }' }));
    assert.deepEqual(await withoutEdit(outcome), allowed());
  });

  it('are not answered by a decision about another call, and denied when the turn is stopped', async () => {
    const { outcome } = await ask('a');
    await approvals.reply('nobody', allow('once'));
    stop.abort();
    assert.equal((await outcome).allowed, false);
  });

  it('plan the change of a file once, show it, open it and hand it to the call', async () => {
    const opened: unknown[] = [];
    const planned: unknown[] = [];
    const edit = { file: 'a.ts', diff: { added: 1, removed: 0, hunks: [] }, shows: [] };
    const plan: PlannedEdit = {
      edit,
      open: () => void opened.push(edit),
      replan: () => Promise.resolve(plan),
    };
    const { outcome } = await ask('a', undefined, (args) => {
      planned.push(args);
      return Promise.resolve(plan);
    });
    assert.deepEqual(transcript.call('a')?.approval?.edit, edit);
    await approvals.openEdit('a');
    await approvals.reply('a', allow('once'));
    const settled = await outcome;
    assert.equal(settled.allowed && (await settled.shownEdit), plan);
    assert.deepEqual([planned, opened], [[{ path: '/' }], [edit]]);
  });

  it('show the change anew when an earlier call of the step ends that it was planned on', async () => {
    const edit = (file: string) => ({ file, diff: { added: 1, removed: 0, hunks: [] }, shows: [] });
    const plan = (file: string, next: () => PlannedEdit | undefined): PlannedEdit => ({
      edit: edit(file),
      open: () => undefined,
      replan: () => Promise.resolve(next()),
    });
    const now = plan('now.ts', () => now);
    const before = plan('before.ts', () => (isEnded ? now : before));
    let isEnded = false;
    const after = { ...tool('t', () => Promise.resolve(text(''))), earlier: () => [] };
    const { outcome } = await ask('a', undefined, () => Promise.resolve(before), after);
    await ask('b', undefined, () => Promise.resolve(before));
    const shown = () => ['a', 'b'].map((id) => transcript.call(id)?.approval?.edit?.file);
    await approvals.callEnded();
    assert.deepEqual(shown(), ['before.ts', 'before.ts']);
    isEnded = true;
    await approvals.callEnded();
    assert.deepEqual(shown(), ['now.ts', 'before.ts']);
    await approvals.reply('a', allow('once'));
    const settled = await outcome;
    assert.equal(settled.allowed && (await settled.shownEdit), now);
  });

  /** Has a call wait whose change is opened in an editor. */
  async function withDiff(shows: readonly string[], decide?: (args: Arguments) => Decision, file = 'a.ts') {
    const open: OpenedEdit[] = [];
    const edit = { file, diff: { added: 1, removed: 0, hunks: [] }, shows };
    const plan: PlannedEdit = {
      edit,
      open: (given) => void open.push(given),
      replan: () => Promise.resolve(plan),
    };
    const { outcome } = await ask('a', decide, () => Promise.resolve(plan));
    await approvals.openEdit('a');
    const [given] = open;
    assert.ok(given);
    return { outcome, given, open };
  }

  it('are allowed once, or denied, in the editor that shows their change, which ends with that', async () => {
    for (const isAllowed of [true, false]) {
      const { outcome, given } = await withDiff(['path']);
      assert.equal(given.ended.aborted, false);
      given.answer?.(isAllowed);
      assert.equal((await outcome).allowed, isAllowed);
      assert.equal(given.ended.aborted, true);
      assert.deepEqual(remembered, []);
    }
  });

  it('end the editor that shows their change when they are decided in the chat, or the turn is stopped', async () => {
    const first = await withDiff(['path']);
    await approvals.reply('a', allow('once'));
    assert.equal(first.given.ended.aborted, true);
    const second = await withDiff(['path']);
    stop.abort();
    assert.equal(second.given.ended.aborted, true);
  });

  it('are not decided in an editor that does not show all of their arguments', async () => {
    const { given } = await withDiff(['text']);
    assert.equal(given.answer, undefined);
    const named = await withDiff(['text'], undefined, '/');
    assert.notEqual(named.given.answer, undefined);
  });

  it('are not decided in an editor that shows another change than the card by now, but in the next one', async () => {
    const { outcome, given, open } = await withDiff(['path'], asksForX);
    await approvals.reply('a', allow('once', { argsText: '{"path":"/x"}' }));
    assert.equal(given.ended.aborted, true);
    given.answer?.(true);
    assert.equal(transcript.call('a')?.status, 'pending');
    await approvals.openEdit('a');
    open[1]?.answer?.(true);
    const settled = await outcome;
    assert.deepEqual(settled.allowed && settled.args, { path: '/x' });
  });
});
