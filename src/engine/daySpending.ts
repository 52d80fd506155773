import type { Spent } from '../agent/index.ts';
import type { Usage } from '../protocol/index.ts';
import { dayOf, type CallHistory } from '../store/index.ts';

/** Sums what the requests of today have taken: those of all windows, or of this one if the history is not saved. */
export class DaySpending {
  private readonly history: Pick<CallHistory, 'spentToday'> | undefined;
  private readonly now: () => number;
  private own = { day: '', cost: 0, tokens: 0 };

  constructor(history: Pick<CallHistory, 'spentToday'> | undefined, now = Date.now) {
    this.history = history;
    this.now = now;
  }

  spend(usage: Usage | undefined): void {
    const { inputTokens = 0, outputTokens = 0, cost = 0 } = usage ?? {};
    const { own } = this;
    const day = dayOf(this.now());
    const before = own.day === day ? own : { cost: 0, tokens: 0 };
    this.own = { day, cost: before.cost + cost, tokens: before.tokens + inputTokens + outputTokens };
  }

  today(): Spent {
    const { day, ...own } = this.own;
    const here = day === dayOf(this.now()) ? own : { cost: 0, tokens: 0 };
    const all = this.history?.spentToday() ?? here;
    // The history may be cleared, or off for a part of the day.
    return { cost: Math.max(all.cost, here.cost), tokens: Math.max(all.tokens, here.tokens) };
  }
}
