/** Two ways at once: which of them wins, and what becomes of the other. */
import assert from 'node:assert/strict';
import { hedge } from '../../../../src/mcp/connection/attempt.ts';
import { FakeClock } from '../fakeClock.ts';

/** An operation in the hands of the test. */
class Way {
  signal: AbortSignal | undefined;
  readonly promise: Promise<string>;
  succeed: (value: string) => void = () => undefined;
  fail: (error: Error) => void = () => undefined;

  constructor() {
    this.promise = new Promise((resolve, reject) => {
      this.succeed = resolve;
      this.fail = reject;
    });
    this.promise.catch(() => undefined);
  }

  readonly run = (signal: AbortSignal): Promise<string> => {
    this.signal = signal;
    return this.promise;
  };
}

describe('two attempts at the same time', () => {
  let clock: FakeClock;
  let first: Way;
  let second: Way;
  let discarded: string[];
  beforeEach(() => {
    clock = new FakeClock();
    [first, second] = [new Way(), new Way()];
    discarded = [];
  });
  const start = () =>
    hedge(first.run, second.run, {
      afterMs: 5_000,
      clock,
      signal: new AbortController().signal,
      discard: (late) => discarded.push(late),
      isFinal: (error) => (error as Error).message === 'final',
    });
  /** The first takes its time. */
  const startBoth = async () => {
    const result = start();
    result.catch(() => undefined);
    clock.advance(5_000);
    await turn();
    assert.ok(second.signal);
    // In an object, because a promise would be waited for.
    return { result };
  };
  /** What is due by then has happened. */
  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('are a single one if the first is quick, in success and in failure', async () => {
    const result = start();
    first.succeed('quick');
    assert.equal(await result, 'quick');
    assert.equal(clock.pending, 0);
    first = new Way();
    const failing = start();
    first.fail(new Error('no'));
    await assert.rejects(failing, /no/);
    assert.equal(second.signal, undefined);
  });

  it('end with the sooner one; the other is aborted, and closed if it still succeeds', async () => {
    const { result } = await startBoth();
    second.succeed('second');
    assert.equal(await result, 'second');
    assert.deepEqual([first.signal?.aborted, second.signal?.aborted], [true, false]);
    first.succeed('late');
    await first.promise;
    await turn();
    assert.deepEqual(discarded, ['late']);
  });

  it('end with the first if the second fails', async () => {
    const { result } = await startBoth();
    second.fail(new Error('not this way'));
    await turn();
    first.succeed('slow');
    assert.equal(await result, 'slow');
  });

  it('fail for the reason of the first if both do, in either order', async () => {
    for (const order of ['first', 'second']) {
      [first, second] = [new Way(), new Way()];
      const { result } = await startBoth();
      const [sooner, later] = order === 'first' ? [first, second] : [second, first];
      sooner.fail(new Error(`${order} way`));
      await turn();
      later.fail(new Error('other way'));
      await assert.rejects(result, order === 'first' ? /first way/ : /other way/);
    }
  });

  it('fail at once if either finds out that both are useless', async () => {
    for (const [way, other] of [
      [() => first, () => second],
      [() => second, () => first],
    ] as const) {
      [first, second] = [new Way(), new Way()];
      const { result } = await startBoth();
      way().fail(new Error('final'));
      await assert.rejects(result, /final/);
      assert.equal(other().signal?.aborted, true);
    }
  });
});
