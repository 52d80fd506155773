import assert from 'node:assert/strict';
import { OutputPace } from '../../../src/tools/outputPace.ts';

describe('Output of a command in the background', () => {
  it('is read at most at 2 MB in 100 ms, and goes on after that', () => {
    let isPaused = false;
    let now = 1_000;
    const timers: { readonly resume: () => void; readonly ms: number }[] = [];
    const stream = { pause: () => (isPaused = true), resume: () => (isPaused = false) };
    const pace = new OutputPace(
      [stream],
      (resume, ms) => timers.push({ resume, ms }),
      () => now,
    );
    pace.heard(1_500_000);
    now += 40;
    pace.heard(500_000);
    assert.equal(isPaused, false);
    pace.heard(1);
    // A piece that was on its way when the stream was paused.
    pace.heard(60_000);
    assert.deepEqual([isPaused, timers.map(({ ms }) => ms)], [true, [60]]);
    now += 60;
    timers[0]?.resume();
    assert.equal(isPaused, false);
    pace.heard(1_999_999);
    assert.deepEqual([isPaused, timers.length], [false, 1]);
  });
});
