/** Counts what a turn has taken, and has the user decide at its limits (features.md, C2 and G5). */
import type { ReachedLimit, TurnSoFar, Usage } from '../../protocol/index.ts';
import { addUsage } from '../context/usage.ts';

/** A limit that is undefined does not hold. */
export interface Budget {
  /** Millionths of a US dollar for one turn. Requests without a known price do not count. */
  readonly turnCost?: number | undefined;
  /** Input and output tokens for one turn. */
  readonly turnTokens?: number | undefined;
  /** Millionths of a US dollar for a day. */
  readonly dayCost?: number | undefined;
  readonly dayTokens?: number | undefined;
}

/** `cost` is in millionths of a US dollar; `tokens` are those of input and output. */
export interface Spent {
  readonly cost: number;
  readonly tokens: number;
}

/** Resolves with whether the turn goes on: with false, too, when the signal aborts. */
export type AskAtLimit = (reached: ReachedLimit, soFar: TurnSoFar, signal: AbortSignal) => Promise<boolean>;

export interface TurnLimitsOptions {
  /** Most steps of the turn until the user is asked. */
  readonly maxSteps: number;
  readonly budget?: Budget | undefined;
  /** Returns what was spent today, this turn included. It must be given where the budget has a limit for a day. */
  readonly spentToday?: (() => Spent) | undefined;
  /** Without it, the turn ends at its first limit. */
  readonly ask?: AskAtLimit | undefined;
}

/** Each time the user goes on at a limit, the same amount is allowed once more. */
export class TurnLimits {
  private readonly options: TurnLimitsOptions;
  /** Amounts that were used when the user went on. */
  private readonly continuedAt = new Map<ReachedLimit['kind'], number>();
  private usage: Usage | undefined;
  private calls = 0;

  constructor(options: TurnLimitsOptions) {
    this.options = options;
  }

  /** Counts a request of the turn, also one that summarised. */
  spend(usage: Usage): void {
    this.usage = addUsage(this.usage, usage);
  }

  countCalls(calls: number): void {
    this.calls += calls;
  }

  /**
   * Has the user decide at each limit that is reached before the step `step`, which counts from 1. Resolves with the
   * limit at which the turn ends, or undefined if it goes on.
   */
  async endBefore(step: number, signal: AbortSignal): Promise<ReachedLimit | undefined> {
    for (;;) {
      const reached = this.reachedBefore(step);
      if (!reached) return undefined;
      const soFar = { steps: step - 1, calls: this.calls, usage: this.usage };
      // oxlint-disable-next-line no-await-in-loop -- one limit after the other
      if (!(await this.options.ask?.(reached, soFar, signal))) return reached;
      this.continuedAt.set(reached.kind, this.usedOf(reached.kind, step));
    }
  }

  private reachedBefore(step: number): ReachedLimit | undefined {
    const { maxSteps, budget = {} } = this.options;
    const limits: readonly (readonly [ReachedLimit['kind'], number | undefined])[] = [
      ['steps', maxSteps],
      ['turnCost', budget.turnCost],
      ['turnTokens', budget.turnTokens],
      ['dayCost', budget.dayCost],
      ['dayTokens', budget.dayTokens],
    ];
    for (const [kind, limit] of limits)
      if (limit !== undefined && this.isReached(kind, limit, step)) return { kind, limit };
    return undefined;
  }

  private isReached(kind: ReachedLimit['kind'], limit: number, step: number): boolean {
    const used = this.usedOf(kind, step);
    const before = this.continuedAt.get(kind) ?? 0;
    // A new day begins at zero, and what was allowed the day before does not count for it.
    return used - (used < before ? 0 : before) >= limit;
  }

  private usedOf(kind: ReachedLimit['kind'], step: number): number {
    const { inputTokens = 0, outputTokens = 0, cost = 0 } = this.usage ?? {};
    switch (kind) {
      case 'steps':
        return step - 1;
      case 'turnCost':
        return cost;
      case 'turnTokens':
        return inputTokens + outputTokens;
      case 'dayCost':
        return this.options.spentToday?.().cost ?? 0;
      case 'dayTokens':
        return this.options.spentToday?.().tokens ?? 0;
    }
  }
}
