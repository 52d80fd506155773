/**
 * What is known of how models count and how much they take: told by the user or the endpoint, or learned from
 * what endpoints report and refuse.
 */
import type { ChatModel, ModelError } from '../../models/index.ts';
import { overflowIn } from '../../models/index.ts';

/** Taken where nobody says. What endpoints serve today has this much; the small ones say so when they refuse. */
export const DEFAULT_WINDOW = 128_000;
/** Estimates below this say little: what an endpoint adds to a request weighs more. */
const LEAST_TO_LEARN_FROM = 500;
/** Some endpoints do not count what they had in their cache: below this share of the estimate they are not believed. */
const LEAST_BELIEVED = 0.5;
/** How much the newest report counts. */
const WEIGHT = 0.3;
const LEAST_RATIO = 0.7;
const MOST_RATIO = 4;
/** A refusal that names no limit: the next request is this much of the refused one at most. */
const AFTER_REFUSAL = 0.75;

interface Known {
  /** Tokens as the endpoint counts them for one of the estimate. */
  ratio?: number;
  /** The least that is believed: a refusal says more than a report. */
  leastRatio?: number;
  /** The largest request that can be hoped for after a refusal. */
  learned?: number;
}

export class TokenGauge {
  private readonly models = new Map<string, Known>();

  /** The endpoint's tokens for one of `countText`'s. */
  ratio(model: ChatModel): number {
    return this.models.get(model.key)?.ratio ?? 1;
  }

  /** The model's context window in tokens. `told`: what the user or the endpoint says. */
  window(model: ChatModel, told: number | undefined): number {
    return Math.min(told ?? DEFAULT_WINDOW, this.models.get(model.key)?.learned ?? Infinity);
  }

  /** The endpoint counted `reported` tokens in a request that was estimated at `estimate`. */
  answered(model: ChatModel, estimate: number, reported: number): void {
    if (estimate < LEAST_TO_LEARN_FROM || reported < estimate * LEAST_BELIEVED) return;
    const known = this.known(model);
    const ratio = clamp(reported / estimate);
    const smoothed = known.ratio === undefined ? ratio : known.ratio + (ratio - known.ratio) * WEIGHT;
    known.ratio = Math.max(smoothed, known.leastRatio ?? 0);
  }

  /** The endpoint refused a request that was estimated at `estimate` because it is too large. */
  refused(model: ChatModel, estimate: number, error: ModelError): void {
    const known = this.known(model);
    const { limit, requested } = overflowIn(error.detail ?? '');
    const counted = requested ?? estimate * this.ratio(model);
    if (requested !== undefined && estimate > 0) known.ratio = clamp(requested / estimate);
    // It was refused, so it was above the limit, whatever the estimate says.
    else if (limit !== undefined && counted <= limit && estimate > 0) {
      known.ratio = clamp((limit / estimate) * 1.1);
    }
    if (limit !== undefined) known.leastRatio = known.ratio ?? 1;
    known.learned = limit ?? Math.floor(Math.min(known.learned ?? Infinity, counted * AFTER_REFUSAL));
  }

  private known(model: ChatModel): Known {
    const known = this.models.get(model.key) ?? {};
    this.models.set(model.key, known);
    return known;
  }
}

function clamp(ratio: number): number {
  return Math.min(MOST_RATIO, Math.max(LEAST_RATIO, ratio));
}
