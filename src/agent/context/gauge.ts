/**
 * Learns how a model's token counts relate to the estimate, and how large its context window is, from what its endpoint
 * reports and refuses.
 */
import type { ChatModel, ModelError } from '../../models/index.ts';
import { overflowIn } from '../../models/index.ts';

/**
 * Context window in tokens that is assumed when neither the user nor the endpoint names one. Most models have as much,
 * and the endpoint of a smaller one says so when it refuses a request.
 */
export const DEFAULT_WINDOW = 128_000;
/**
 * Estimate in tokens below which nothing is learned from a report, because what the endpoint itself adds to a request
 * would distort the ratio.
 */
const LEAST_TO_LEARN_FROM = 500;
/**
 * Share of the estimate that a reported count must reach to be believed, because some endpoints do not count what they
 * cached.
 */
const LEAST_BELIEVED = 0.5;
const WEIGHT = 0.3;
const LEAST_RATIO = 0.7;
const MOST_RATIO = 4;
/** Share of a refused request that the next one may have if the endpoint named no limit. */
const AFTER_REFUSAL = 0.75;

interface Known {
  /** Tokens that the endpoint counts for one token of the estimate. */
  ratio?: number;
  /** Lower bound of the ratio, taken from a refusal, which says more than a report. */
  leastRatio?: number | undefined;
  /** Context window in tokens, as refusals have shown it. */
  learned?: number | undefined;
}

export class TokenGauge {
  private readonly models = new Map<string, Known>();

  ratio(model: ChatModel): number {
    return this.models.get(model.key)?.ratio ?? 1;
  }

  /** Returns the window that the user or the endpoint named (`told`), or a smaller one that a refusal has shown. */
  window(model: ChatModel, told: number | undefined): number {
    return Math.min(told ?? DEFAULT_WINDOW, this.models.get(model.key)?.learned ?? Infinity);
  }

  /** Tells whether nobody has named the window, and no refusal has shown it. */
  isAssumed(model: ChatModel, told: number | undefined): boolean {
    return told === undefined && this.models.get(model.key)?.learned === undefined;
  }

  believes(estimate: number, reported: number): boolean {
    return isBelieved(estimate, reported);
  }

  answered(model: ChatModel, estimate: number, reported: number): void {
    if (estimate < LEAST_TO_LEARN_FROM || !this.believes(estimate, reported)) return;
    const known = this.ofModel(model);
    // The limit was another one's, such as of a deployment behind a router, or guessed too small.
    if (known.learned !== undefined && reported > known.learned) {
      known.learned = undefined;
      known.leastRatio = undefined;
    }
    const ratio = clamp(reported / estimate);
    const smoothed = known.ratio === undefined ? ratio : known.ratio + (ratio - known.ratio) * WEIGHT;
    known.ratio = Math.max(smoothed, known.leastRatio ?? 0);
  }

  refused(model: ChatModel, estimate: number, error: ModelError): void {
    const known = this.ofModel(model);
    const { limit, requested } = overflowIn(error.detail ?? '');
    const counted = requested ?? estimate * this.ratio(model);
    if (requested !== undefined && estimate > 0) known.ratio = clamp(requested / estimate);
    // The endpoint refused the request, so it was above the limit, whatever the estimate says.
    else if (limit !== undefined && counted <= limit && estimate > 0) {
      known.ratio = clamp((limit / estimate) * 1.1);
    }
    if (limit !== undefined) known.leastRatio = known.ratio ?? 1;
    known.learned = limit ?? Math.floor(Math.min(known.learned ?? Infinity, counted * AFTER_REFUSAL));
  }

  private ofModel(model: ChatModel): Known {
    const known = this.models.get(model.key) ?? {};
    this.models.set(model.key, known);
    return known;
  }
}

export function isBelieved(estimate: number, reported: number): boolean {
  return reported >= estimate * LEAST_BELIEVED;
}

function clamp(ratio: number): number {
  return Math.min(MOST_RATIO, Math.max(LEAST_RATIO, ratio));
}
