/** Whatever a server sends, the host neither falls nor hangs: thousands of bent messages (seeded, so repeatable). */
import assert from 'node:assert/strict';
import { fromMcpResult } from '../../../src/tools/mcpResult.ts';
import { fixtureCommand } from '../../fixtures/servers/command.ts';
import { Bench, textOf } from './support.ts';
import { cases } from '../../fixtures/cases.ts';

describe('a host whose server sends bent messages', function () {
  this.timeout(cases(60_000, 1_200_000));
  let bench: Bench;
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);

  before(async () => {
    process.on('unhandledRejection', note);
    bench = new Bench();
    // A result that is bent away altogether is no answer; that call ends with its time limit.
    await bench.start({ demo: { ...fixtureCommand('fuzz', '--seed', '20261121'), timeout: 200 } });
  });
  after(async () => {
    await bench.dispose();
    process.off('unhandledRejection', note);
  });

  /** Calls, and does not mind how the call ends: a bent message may have answered it. */
  const call = (tool: string, args: Record<string, unknown> = {}) =>
    bench.call('demo', tool, args).catch((error: Error) => error);

  afterEach(async () => {
    // The time limit of calls is short for a busy machine, and a bent message without a proper id may still be taken for
    // the answer. So only the limit of the test ends this.
    const answersAgain = async (): Promise<boolean> => {
      const answer = await call('echo', { text: 'still here' });
      return !(answer instanceof Error) && textOf(answer) === 'still here';
    };
    while (!(await answersAgain()));
    assert.equal(bench.server('demo').state.kind, 'connected');
    assert.deepEqual(unhandled, []);
  });

  it('survives thousands of them beside its calls', async () => {
    for (let round = 0; round < cases(20, 1_000); round++) await call('spit', { count: 100 });
  });

  it('makes something readable of bent results', async () => {
    for (let round = 0; round < cases(50, 2_000); round++) {
      const answer = await call('odd');
      if (answer instanceof Error) assert.notEqual(answer.message, '');
      else for (const part of fromMcpResult(answer).content) assert.equal(typeof part.type, 'string');
    }
  });

  it('keeps a list it can work with when the server sends bent ones', async () => {
    for (let round = 0; round < cases(5, 50); round++) {
      const { state } = bench.server('demo');
      // A list that cannot be read at all leaves the last good one in place.
      await call('relist').catch(() => undefined);
      assert.equal(state.kind, 'connected');
      await bench.server('demo').reconnect();
      await bench.until('demo', 'connected');
    }
  });
});
