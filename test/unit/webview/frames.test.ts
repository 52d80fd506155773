/** Many messages in one frame are one change, and so are those that come right after it. */
import assert from 'node:assert/strict';
import { perFrame } from '../../../src/webview/state/frames.ts';

describe('messages per frame', () => {
  let frames: ((now: number) => void)[];
  let used: (readonly number[])[];
  let give: (message: number) => void;

  beforeEach(() => {
    [frames, used] = [[], []];
    give = perFrame<number>(
      (messages) => used.push(messages),
      (run) => frames.push(run),
    );
  });

  /** Draws a frame at that time, in ms. */
  function draw(now: number): void {
    for (const run of frames.splice(0)) run(now);
  }

  it('are used together, in order, once a frame', () => {
    [1, 2, 3].forEach((message) => give(message));
    assert.equal(frames.length, 1);
    draw(0);
    give(4);
    assert.equal(frames.length, 1);
    draw(1000);
    assert.deepEqual(used, [[1, 2, 3], [4]]);
  });

  it('leave a frame out after one that changed the page, and miss nothing', () => {
    for (let frame = 0; frame < 6; frame++) {
      give(frame);
      draw(frame * 16.7);
    }
    draw(6 * 16.7);
    assert.deepEqual(used, [[0], [1, 2], [3, 4], [5]]);
  });

  it('are used at the next frame when nothing changed the page for a while', () => {
    give(1);
    draw(0);
    draw(16.7);
    give(2);
    draw(33.4);
    assert.deepEqual(used, [[1], [2]]);
  });

  it('ask for no frame when nothing waits', () => {
    give(1);
    draw(0);
    assert.equal(frames.length, 0);
  });
});
