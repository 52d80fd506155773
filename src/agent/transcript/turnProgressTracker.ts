/** What goes on in a turn that runs, for the user who wonders whether anything does. */
import type { TurnProgress } from '../../protocol/index.ts';
import type { TurnEvent } from '../conversation/events.ts';

/** How often the growth of a call that is being written is worth telling, in ms. */
const DRAFT_PACE = 250;

export class TurnProgressTracker {
  private readonly startedAt: number;
  private lastEventAt: number;
  private doing: TurnProgress['doing'] = 'preparing';
  private draft: TurnProgress['draft'];
  private reportedAt = -Infinity;

  /** The turn begins. Times are in ms by a clock that only goes forward. */
  constructor(now: number) {
    this.startedAt = now;
    this.lastEventAt = now;
  }

  /** Takes an event in. True when what goes on is something else now, which whoever watches should be told. */
  handle(event: TurnEvent, now: number): boolean {
    this.lastEventAt = now;
    const { doing, draft } = this;
    if (event.type === 'stepStart') this.doing = 'asking';
    if (event.type === 'stepEnd') this.doing = 'preparing';
    this.draft = event.type === 'callDraft' ? { tool: event.tool, length: event.length } : undefined;
    if (doing !== this.doing || draft?.tool !== this.draft?.tool) return this.report(now);
    return this.draft !== undefined && now - this.reportedAt >= DRAFT_PACE && this.report(now);
  }

  /** How it stands at this moment. */
  at(now: number): TurnProgress {
    const { startedAt, lastEventAt: heardAt, doing, draft } = this;
    return { ms: now - startedAt, quietMs: now - heardAt, doing, ...(draft && { draft }) };
  }

  private report(now: number): true {
    this.reportedAt = now;
    return true;
  }
}
