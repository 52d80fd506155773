/** A connection that is opened during a call, as that of HTTP is, may stay open for as long as its server is used. */
import assert from 'node:assert/strict';
import { AsyncResource } from 'node:async_hooks';
import { setImmediate as nextTask } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { RunningCalls } from '../../../../src/mcp/runningCalls/runningCalls.ts';
import { FakeClock } from '../fakeClock.ts';

describe('the state of a call', () => {
  it('is released once the call has ended', async () => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const calls = new RunningCalls(new FakeClock());
    const opened: AsyncResource[] = [];
    const call = async (): Promise<WeakRef<object>> => {
      const conversation = { text: 'long' };
      const onProgress = (): void => assert.ok(conversation);
      const { signal } = new AbortController();
      await calls.run({ id: 'a', signal, onProgress }, { timeout: 1_000, maxTimeout: 1_000 }, async () => {
        opened.push(new AsyncResource('CONNECTION'));
      });
      return new WeakRef(conversation);
    };
    const conversation = await call();
    await nextTask();
    collect();
    assert.equal(conversation.deref(), undefined);
    assert.equal(opened.length, 1);
  });
});
