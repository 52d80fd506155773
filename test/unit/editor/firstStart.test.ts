/** The chat opens by itself once in a profile. */
import assert from 'node:assert/strict';
import { isFirstStart } from '../../../src/editor/gettingStarted/firstStart.ts';

describe('the first start', () => {
  const profile = () => {
    const values = new Map<string, unknown>();
    return {
      get: (key: string) => values.get(key),
      update: async (key: string, value: unknown) => void values.set(key, value),
    };
  };

  it('is detected once in a profile', () => {
    const state = profile();
    assert.deepEqual(
      [1, 2, 3].map(() => isFirstStart(state, false)),
      [true, false, false],
    );
    assert.equal(isFirstStart(profile(), false), true);
  });

  it('is not detected if a model or a server is set up, nor later when they are gone', () => {
    const state = profile();
    assert.equal(isFirstStart(state, true), false);
    assert.equal(isFirstStart(state, false), false);
  });
});
