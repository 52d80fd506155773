/** globalState in the editor: nothing that is written is lost. test/unit/editor/sharedState.test.ts says why it could be. */
import assert from 'node:assert/strict';
import { setTimeout as wait } from 'node:timers/promises';
import { SharedState } from '../../src/editor/settings/sharedState.ts';
import { parts } from './support.ts';

describe('globalState in the editor', () => {
  it('has everything that was written to it while other values were on their way', async () => {
    const { context } = await parts();
    const state = new SharedState(context.globalState);
    const keys = Array.from({ length: 60 }, (_, index) => `test.sharedState.${index}`);
    const writes: Promise<void>[] = [];
    for (const [index, key] of keys.entries()) {
      writes.push(state.update(key, index));
      if (index % 3 > 0) await wait(index % 3);
    }
    await Promise.all(writes);
    const found = keys.map((key) => context.globalState.get(key));
    await Promise.all(keys.map((key) => state.update(key, undefined)));
    assert.deepEqual(
      found,
      keys.map((_, index) => index),
    );
  });
});
