/** Calls that wait for the user's word, answered by a page that nobody trusts. */
import assert from 'node:assert/strict';
import { Transcript, type PermitVerdict } from '../../../src/agent/index.ts';
import { Approvals, type Wish } from '../../../src/editor/chat/approvals.ts';

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

  function ask(id: string, wish: Partial<Wish> = {}): Promise<PermitVerdict> {
    const about = {
      id,
      step: 1,
      source: { kind: 'mcp', server: 's' },
      toolName: 't',
      wireName: 'w',
    } as const;
    transcript.apply({ type: 'callStart', ...about, argsText: '{"path":"/"}' }, 0);
    transcript.apply({ type: 'callAsk', id, approval: { changed: false, says: [] } }, 0);
    const whole: Wish = {
      args: { path: '/' },
      isAllowed: () => false,
      remember: (scope, covers) => void remembered.push(`${scope} ${covers}`),
      check: ({ path }) => (typeof path === 'string' ? undefined : 'path must be a string'),
      ...wish,
    };
    return approvals.ask(transcript, id, whole, stop.signal);
  }
  const allow = (scope: string, more: object = {}) => ({ action: 'allow', scope, covers: 'tool', ...more });

  it('run once, without a rule', async () => {
    const verdict = ask('a');
    approvals.reply('a', allow('once'));
    assert.deepEqual(await verdict, { allowed: true });
    assert.deepEqual(remembered, []);
  });

  it('leave a rule behind when they are allowed for longer', async () => {
    const verdict = ask('a');
    approvals.reply('a', { ...allow('workspace'), covers: 'source' });
    assert.equal((await verdict).allowed, true);
    assert.deepEqual(remembered, ['workspace source']);
  });

  it('let the others go that the same answer covers', async () => {
    let covered = false;
    const first = ask('a', { remember: () => (covered = true) });
    const second = ask('b', { isAllowed: () => covered });
    const third = ask('c');
    approvals.reply('a', allow('always'));
    assert.deepEqual(await Promise.all([first, second]), [{ allowed: true }, { allowed: true }]);
    approvals.reply('c', { action: 'deny', reason: ' not now ' });
    assert.deepEqual(await third, { allowed: false, reason: 'They say: not now' });
  });

  it('run with edited arguments only when these are what the tool takes', async () => {
    const verdict = ask('a');
    const problems = ['{', '[]', '{"path":1}'].map((argsText) => {
      approvals.reply('a', allow('always', { argsText }));
      return transcript.call('a')?.approval?.problem ?? '';
    });
    assert.match(problems[0] ?? '', /not valid JSON/);
    assert.match(problems[1] ?? '', /must be a JSON object/);
    assert.match(problems[2] ?? '', /path must be a string/);
    assert.deepEqual(remembered, []);
    approvals.reply('a', allow('once', { argsText: '{"path":"/tmp"}' }));
    assert.deepEqual(await verdict, { allowed: true, args: { path: '/tmp' } });
  });

  it('count as unchanged when the edited arguments are the same', async () => {
    const verdict = ask('a');
    approvals.reply('a', allow('once', { argsText: '{ "path": "/" }' }));
    assert.deepEqual(await verdict, { allowed: true });
  });

  it('are not moved by what is no decision', async () => {
    const verdict = ask('a');
    for (const nonsense of [null, 'allow', {}, { action: 'allow' }, allow('forever'), { action: 'run' }])
      approvals.reply('a', nonsense);
    approvals.reply('nobody', allow('once'));
    stop.abort();
    assert.equal((await verdict).allowed, false);
  });
});
