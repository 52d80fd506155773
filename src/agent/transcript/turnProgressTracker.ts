import type { Retry, TurnProgress } from '../../protocol/index.ts';
import type { TurnEvent } from '../conversation/events.ts';

/** Milliseconds between reports on a call that is being written. */
const DRAFT_PACE = 250;

export class TurnProgressTracker {
  private readonly startedAt: number;
  private lastEventAt: number;
  private doing: TurnProgress['doing'] = 'preparing';
  private draft: TurnProgress['draft'];
  private retry: Extract<TurnEvent, { type: 'retrying' }> | undefined;
  private reportedAt = -Infinity;

  /** Times are monotonic, in ms. */
  constructor(now: number) {
    this.startedAt = now;
    this.lastEventAt = now;
  }

  handle(event: TurnEvent, now: number): boolean {
    this.lastEventAt = now;
    const { doing, draft, retry } = this;
    if (event.type === 'stepStart') this.doing = 'asking';
    if (event.type === 'stepEnd') this.doing = 'preparing';
    this.draft = event.type === 'callDraft' ? { tool: event.tool, length: event.length } : undefined;
    this.retry = event.type === 'retrying' ? event : undefined;
    if (doing !== this.doing || retry !== this.retry || draft?.tool !== this.draft?.tool)
      return this.report(now);
    return this.draft !== undefined && now - this.reportedAt >= DRAFT_PACE && this.report(now);
  }

  /** Returns the progress of the turn. `waitedMs` is how long the turn has waited for the user. */
  at(now: number, waitedMs = 0): TurnProgress {
    const { startedAt, lastEventAt: heardAt, doing, draft } = this;
    const quietMs = now - heardAt;
    const retry = this.retry && retryAfter(this.retry, quietMs);
    return {
      ms: now - startedAt - waitedMs,
      quietMs,
      doing,
      draft,
      retry,
    };
  }

  private report(now: number): true {
    this.reportedAt = now;
    return true;
  }
}

function retryAfter(
  { why, waitMs, attempt, attempts }: Extract<TurnEvent, { type: 'retrying' }>,
  passedMs: number,
): Retry {
  return { why, leftMs: Math.max(0, waitMs - passedMs), attempt, attempts };
}

/** Measures the time in which something waits for the user. Waits at the same time count once. */
export class WaitClock {
  private readonly waiting = new Set<string>();
  private since = 0;
  private before = 0;

  begin(id: string, now: number): void {
    if (this.waiting.size === 0) this.since = now;
    this.waiting.add(id);
  }

  /** Returns the length of the wait that ends, which is 0 while something else waits. */
  end(id: string, now: number): number {
    if (!this.waiting.delete(id) || this.waiting.size > 0) return 0;
    // The difference may be negative, because the clock may have been set back meanwhile.
    const ms = Math.max(0, now - this.since);
    this.before += ms;
    return ms;
  }

  /** Returns the milliseconds of all waits until `now`. */
  at(now: number): number {
    return this.before + (this.waiting.size === 0 ? 0 : Math.max(0, now - this.since));
  }
}
