import assert from 'node:assert/strict';
import type { CommandView, Item } from '../../../src/protocol/index.ts';
import { namedCommand, withNamedCommand } from '../../../src/webview/state/namedCommand.ts';

describe('A call that names a command in the background', () => {
  const call = (toolName: string, args: unknown, kind: 'native' | 'unknown' = 'native') => ({
    source: { kind },
    toolName,
    argsText: typeof args === 'string' ? args : JSON.stringify(args),
  });
  const started = (toolName: string, command: unknown): Item => ({
    kind: 'call',
    id: 'a',
    step: 1,
    call: { ...call(toolName, { command }), wireName: toolName, status: 'success', startedAt: 0 },
  });
  const live: CommandView = { id: 'a', command: 'npm run dev', line: '', startedAt: 0, isBackground: true };
  const asked = call('stop_command', { call_id: 'a' });

  it('has the line of the call that started it, in one line and bounded', () => {
    const item = started('run_command', `npm run\n\n x${'y'.repeat(1_000)}`);
    const line = namedCommand(asked, () => item, [live]);
    assert.match(line ?? '', /^npm run xy+…$/);
    assert.equal(line?.length, 300);
  });

  it('has the line of what runs where the call that started it is not there, or is of another tool', () => {
    assert.equal(
      namedCommand(asked, () => undefined, [live]),
      'npm run dev',
    );
    assert.equal(
      namedCommand(asked, () => started('other', 'fake'), [live]),
      'npm run dev',
    );
  });

  it('has none if it is of another tool or source, names none, or has arguments that are no object', () => {
    for (const other of [
      call('run_command', { call_id: 'a' }),
      call('stop_command', { call_id: 'a' }, 'unknown'),
      call('stop_command', { call_id: 1 }),
      call('stop_command', '["a"]'),
      call('stop_command', '{"call_id":"a"'),
    ])
      assert.equal(
        namedCommand(other, () => undefined, [live]),
        undefined,
      );
  });

  it('has the line in place of the id in its arguments, whatever else they have', () => {
    const args = '{"call_id":"a","command":"fake","lastLines":2}';
    assert.deepEqual(JSON.parse(withNamedCommand(args, 'npm run dev')), {
      lastLines: 2,
      command: 'npm run dev',
    });
    assert.equal(withNamedCommand(args, undefined), args);
  });
});
