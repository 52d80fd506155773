/** A clock that only moves when it is told to. */
import type { Clock } from '../../../src/base/common/clock.ts';

export class FakeClock implements Clock {
  private wall = Date.UTC(2026, 10, 21);
  private running = 0;
  private readonly alarms = new Set<{ readonly at: number; readonly act: () => void }>();

  now(): number {
    return this.wall;
  }

  monotonic(): number {
    return this.running;
  }

  after(ms: number, act: () => void): () => void {
    const alarm = { at: this.running + ms, act };
    this.alarms.add(alarm);
    return () => this.alarms.delete(alarm);
  }

  /** How many alarms are set. */
  get pending(): number {
    return this.alarms.size;
  }

  /** How many ms it is to the first of them. */
  get nextIn(): number {
    return Math.min(...[...this.alarms].map(({ at }) => at - this.running));
  }

  /** Lets `ms` pass; what is due by then happens, in order. */
  advance(ms: number): void {
    this.wall += ms;
    this.running += ms;
    const due = [...this.alarms].filter(({ at }) => at <= this.running).sort((a, b) => a.at - b.at);
    for (const alarm of due) if (this.alarms.delete(alarm)) alarm.act();
  }

  /** The machine sleeps: the wall clock goes on, the process does not. */
  sleep(ms: number): void {
    this.wall += ms;
  }
}
