/** When a lost server is started again (features.md, A11), without any server. */
import assert from 'node:assert/strict';
import {
  backoffDelay,
  backoffPolicy,
  ReconnectPolicy,
  type NextStart,
} from '../../../../src/mcp/reconnect/reconnectPolicy.ts';
import { FakeClock } from '../fakeClock.ts';

describe('waits between attempts', () => {
  const policy = backoffPolicy('http');
  const waits = (random: number) =>
    [1, 2, 3, 4, 5, 6, 7, 8, 2_000].map((attempt) => backoffDelay(policy, attempt, () => random));

  it('have a ceiling that doubles up to the cap', () => {
    assert.deepEqual(waits(1), [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
  });

  it('are anywhere below the ceiling, but never shorter than the floor', () => {
    assert.deepEqual(
      waits(0),
      Array.from({ length: 9 }, () => 500),
    );
    assert.equal(
      backoffDelay(policy, 3, () => 0.5),
      2_250,
    );
  });
});

describe('recovery', () => {
  const stdio = backoffPolicy('stdio');
  let clock: FakeClock;
  let recovery: ReconnectPolicy;
  let starts: number;
  const down = (policy = stdio): NextStart => recovery.wentDown(policy, () => (starts += 1));
  beforeEach(() => {
    clock = new FakeClock();
    recovery = new ReconnectPolicy(clock, () => 1);
    starts = 0;
  });

  it('does not try again what was never up', () => {
    assert.deepEqual(down(), { kind: 'unproven' });
    assert.equal(clock.pending, 0);
  });

  it('starts what was lost when its time has come, and once', () => {
    recovery.wentUp();
    assert.deepEqual(down(), { kind: 'retry', retry: { attempt: 1, at: clock.now() + 1_000 } });
    clock.advance(999);
    assert.equal(starts, 0);
    clock.advance(1);
    clock.advance(100_000);
    assert.equal(starts, 1);
  });

  it('ends a crash loop: a start that soon fails again is no new beginning', () => {
    recovery.wentUp();
    for (let attempt = 1; attempt <= 5; attempt++) {
      const next = down();
      assert.equal(next.kind === 'retry' && next.retry.attempt, attempt);
      clock.advance(60_000);
      recovery.wentUp();
      clock.advance(stdio.stableMs - 1);
    }
    assert.deepEqual(down(), { kind: 'exhausted', attempts: 5 });
    assert.deepEqual([starts, clock.pending], [5, 0]);
  });

  it('counts afresh after the server was up for a while', () => {
    recovery.wentUp();
    down();
    recovery.wentUp();
    clock.advance(stdio.stableMs);
    assert.deepEqual(down(), { kind: 'retry', retry: { attempt: 1, at: clock.now() + 1_000 } });
  });

  it('never gives up on a URL', () => {
    recovery.wentUp();
    for (let attempt = 1; attempt <= 1_000; attempt++)
      assert.equal(down(backoffPolicy('http')).kind, 'retry');
    assert.equal(clock.pending, 1);
  });

  it('starts nothing after the user has decided', () => {
    recovery.wentUp();
    down();
    recovery.reset();
    clock.advance(100_000);
    assert.equal(starts, 0);
    assert.deepEqual(down(), { kind: 'unproven' });
  });
});
