import assert from 'node:assert/strict';
import { untilAborted } from '../../../../src/base/common/abort.ts';

describe('waiting until something is aborted', () => {
  const never = new Promise<never>(() => undefined);

  it('settles like the promise', async () => {
    const { signal } = new AbortController();
    assert.equal(await untilAborted(Promise.resolve(1), signal), 1);
    await assert.rejects(untilAborted(Promise.reject(new Error('failed')), signal), /failed/);
  });

  it('rejects with the reason when the signal is aborted, also before', async () => {
    const controller = new AbortController();
    const waiting = untilAborted(never, controller.signal);
    controller.abort(new Error('stopped'));
    await assert.rejects(waiting, /stopped/);
    await assert.rejects(untilAborted(Promise.resolve(1), controller.signal), /stopped/);
  });
});
