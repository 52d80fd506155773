/** What a turn takes: time, and tokens where the endpoint tells them. */
import type { TurnSum, Usage } from '../../protocol/index.ts';
import { addUsage } from '../context/summarise.ts';

export class TurnTotal {
  /** The number of items when it began. */
  readonly before: number;
  private readonly since: number;
  private readonly model: string | undefined;
  private usage: Usage | undefined;

  /** `now` is in ms since the epoch. */
  constructor(now: number, model: string | undefined, before: number) {
    this.since = now;
    this.model = model;
    this.before = before;
  }

  count(usage: Usage): void {
    this.usage = addUsage(this.usage, usage);
  }

  at(now: number): TurnSum {
    const { since, model, usage } = this;
    // The clock may have been set back meanwhile.
    const ms = Math.max(0, now - since);
    return { at: now, ms, ...(model !== undefined && { model }), ...(usage && { usage }) };
  }
}
