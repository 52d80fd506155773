/** Calls that wait for the user's word, answered by a page that nobody trusts. */
import assert from 'node:assert/strict';
import { Transcript, type ApprovalOutcome } from '../../../src/agent/index.ts';
import type { ApprovalScope, ApprovalDecision } from '../../../src/protocol/index.ts';
import { Approvals, type ApprovalRequest } from '../../../src/editor/chat/approvals.ts';

describe('calls that wait for permission', () => {
  let transcript: Transcript;
  let approvals: Approvals;
  let remembered: string[];
  let stop: AbortController;

  beforeEach(() => {
    transcript = new Transcript(() => undefined);
    approvals = new Approvals();
    remembered = [];
    stop = new AbortController();
  });

  function ask(id: string, request: Partial<ApprovalRequest> = {}): Promise<ApprovalOutcome> {
    const about = {
      id,
      step: 1,
      source: { kind: 'mcp', server: 's' },
      toolName: 't',
      wireName: 'w',
    } as const;
    transcript.apply({ type: 'callStart', ...about, argsText: '{"path":"/"}' }, 0);
    transcript.apply({ type: 'callAsk', id, approval: { changed: false, says: [], coverages: [] } }, 0);
    const whole: ApprovalRequest = {
      args: { path: '/' },
      approval: { changed: false, says: [], coverages: [] },
      allowedBy: () => Promise.resolve(undefined),
      decideOn: () =>
        Promise.resolve({
          approval: { changed: false, says: [], coverages: [] },
          remember: (scope, covers) => void remembered.push(`${scope} ${String(covers)}`),
        }),
      release: (marks) => void remembered.push(`released ${marks.map(({ source }) => source).join()}`),
      remember: (scope, covers) => void remembered.push(`${scope} ${String(covers)}`),
      check: ({ path }) => (typeof path === 'string' ? undefined : 'path must be a string'),
      ...request,
    };
    return approvals.ask(transcript, id, whole, stop.signal);
  }
  const allow = (scope: ApprovalScope, more: Partial<Extract<ApprovalDecision, { action: 'allow' }>> = {}) =>
    ({ action: 'allow', scope, covers: 'tool', ...more }) as const;

  it('run once, without a rule', async () => {
    const verdict = ask('a');
    await approvals.reply('a', allow('once'));
    assert.deepEqual(await verdict, { allowed: true, approved: [] });
    assert.deepEqual(remembered, []);
  });

  it('leave a rule behind when they are allowed for longer', async () => {
    const verdict = ask('a');
    await approvals.reply('a', { ...allow('workspace'), covers: 'source' });
    assert.equal((await verdict).allowed, true);
    assert.deepEqual(remembered, ['workspace source']);
  });

  it('let the others go that the same answer covers', async () => {
    let covered = false;
    const first = ask('a', { remember: () => (covered = true) });
    const second = ask('b', { allowedBy: () => Promise.resolve(covered ? [] : undefined) });
    const third = ask('c');
    await approvals.reply('a', allow('always'));
    assert.deepEqual(await Promise.all([first, second]), [
      { allowed: true, approved: [] },
      { allowed: true, approved: [] },
    ]);
    assert.deepEqual(
      ['a', 'b'].map((id) => transcript.call(id)?.notes),
      [undefined, [{ kind: 'released', by: 'permission' }]],
    );
    await approvals.reply('c', { action: 'deny', reason: ' not now ' });
    assert.deepEqual(await third, { allowed: false, reason: 'They say: not now' });
  });

  it('go on when another approval mode allows them, each with a note; those that ask every time wait', async () => {
    const reason = { kind: 'unlistedResource', uri: 'x:', server: 's' } as const;
    const free = ['a', 'b'].map((id) => ask(id, { allowedBy: () => Promise.resolve([reason]) }));
    const protectedFile = ask('c');
    await approvals.release('mode');
    assert.deepEqual(await Promise.all(free), [
      { allowed: true, approved: [reason] },
      { allowed: true, approved: [reason] },
    ]);
    assert.deepEqual(
      ['a', 'b', 'c'].map((id) => transcript.call(id)?.notes),
      [[{ kind: 'released', by: 'mode' }], [{ kind: 'released', by: 'mode' }], undefined],
    );
    assert.equal(transcript.call('c')?.status, 'pending');
    await approvals.reply('c', { action: 'deny', reason: '' });
    assert.equal((await protectedFile).allowed, false);
  });

  it('run with edited arguments only when these are what the tool takes', async () => {
    const verdict = ask('a');
    const problems = ['{', '[]', '{"path":1}'].map((argsText) => {
      void approvals.reply('a', allow('always', { argsText }));
      return transcript.call('a')?.approval?.problem ?? '';
    });
    assert.match(problems[0] ?? '', /not valid JSON/);
    assert.match(problems[1] ?? '', /must be a JSON object/);
    assert.match(problems[2] ?? '', /path must be a string/);
    assert.deepEqual(remembered, []);
    await approvals.reply('a', allow('once', { argsText: '{"path":"/tmp"}' }));
    assert.deepEqual(await verdict, { allowed: true, approved: [], args: { path: '/tmp' } });
  });

  it('say it, and wait on, when the edited arguments ask for more than was shown', async () => {
    const reason = { kind: 'sensitiveFile', path: '.env', why: 'environment' } as const;
    const verdict = ask('a', {
      decideOn: () =>
        Promise.resolve({
          approval: { changed: false, says: [], coverages: [], reasons: [reason] },
          remember: () => undefined,
        }),
    });
    const edited = allow('once', { argsText: '{"path":".env"}' });
    await approvals.reply('a', edited);
    assert.deepEqual(transcript.call('a')?.approval?.reasons, [reason]);
    assert.equal(transcript.call('a')?.status, 'pending');
    await approvals.reply('a', edited);
    assert.deepEqual(await verdict, { allowed: true, approved: [reason], args: { path: '.env' } });
  });

  it('are asked again when a permission for edited arguments would cover something else', async () => {
    const of = (command: string) =>
      ({ changed: false, says: [], coverages: [{ covers: 'command', command, cwd: '/w' }] }) as const;
    const verdict = ask('a', {
      approval: of('npm test'),
      decideOn: () =>
        Promise.resolve({
          approval: of('npm run x'),
          remember: (scope, covers) => void remembered.push(`edited ${scope} ${String(covers)}`),
        }),
    });
    const edited = { ...allow('always', { argsText: '{"path":"/x"}' }), covers: 'command' } as const;
    await approvals.reply('a', edited);
    assert.equal(transcript.call('a')?.status, 'pending');
    assert.deepEqual(transcript.call('a')?.approval?.coverages, of('npm run x').coverages);
    await approvals.reply('a', edited);
    assert.equal((await verdict).allowed, true);
    assert.deepEqual(remembered, ['edited always command']);
  });

  it('have the data-flow guard warn no more, when the user says so, of what was shown', async () => {
    const marks = [{ kind: 'secret', source: '.env' }] as const;
    const reasons = [{ kind: 'dataFlow', marks, destination: 'web' }] as const;
    const verdict = ask('a', { approval: { changed: false, says: [], coverages: [], reasons } });
    await approvals.reply('a', allow('once', { releases: true }));
    assert.equal((await verdict).allowed, true);
    assert.deepEqual(remembered, ['released .env']);
  });

  it('count as unchanged when the edited arguments are the same', async () => {
    const verdict = ask('a');
    await approvals.reply('a', allow('once', { argsText: '{ "path": "/" }' }));
    assert.deepEqual(await verdict, { allowed: true, approved: [] });
  });

  it('are not moved by a decision about another call', async () => {
    const verdict = ask('a');
    await approvals.reply('nobody', allow('once'));
    stop.abort();
    assert.equal((await verdict).allowed, false);
  });
});
