/** Many messages in one frame are one change. */
import assert from 'node:assert/strict';
import { perFrame } from '../../../src/webview/state/frames.ts';

describe('messages per frame', () => {
  it('are used together, in order, once a frame', () => {
    const frames: (() => void)[] = [];
    const used: (readonly number[])[] = [];
    const give = perFrame<number>(
      (messages) => used.push(messages),
      (run) => frames.push(run),
    );
    [1, 2, 3].forEach((message) => give(message));
    assert.equal(frames.length, 1);
    frames.shift()?.();
    give(4);
    assert.equal(frames.length, 1);
    frames.shift()?.();
    assert.deepEqual(used, [[1, 2, 3], [4]]);
  });
});
