/** How models count, and their windows: from the user, or from reports and refusals of endpoints. */
import type { ChatModel, ModelError } from '../../models/index.ts';
import { overflowIn } from '../../models/index.ts';

/** Assumed where nobody says. Most have this much; small ones say so when they refuse. */
export const DEFAULT_WINDOW = 128_000;
/** Below this, what the endpoint adds to a request weighs more. */
const LEAST_TO_LEARN_FROM = 500;
/** As a share of the estimate: some endpoints do not count what they cached. */
const LEAST_BELIEVED = 0.5;
const WEIGHT = 0.3;
const LEAST_RATIO = 0.7;
const MOST_RATIO = 4;
/** Of a request that was refused without a limit: the next one may have this share. */
const AFTER_REFUSAL = 0.75;

interface Known {
  /** The endpoint's tokens for one of the estimate. */
  ratio?: number;
  /** A refusal says more than a report. */
  leastRatio?: number | undefined;
  /** In tokens, after a refusal. */
  learned?: number | undefined;
}

export class TokenGauge {
  private readonly models = new Map<string, Known>();

  ratio(model: ChatModel): number {
    return this.models.get(model.key)?.ratio ?? 1;
  }

  /** `told`: by the user or the endpoint. */
  window(model: ChatModel, told: number | undefined): number {
    return Math.min(told ?? DEFAULT_WINDOW, this.models.get(model.key)?.learned ?? Infinity);
  }

  believes(estimate: number, reported: number): boolean {
    return isBelieved(estimate, reported);
  }

  answered(model: ChatModel, estimate: number, reported: number): void {
    if (estimate < LEAST_TO_LEARN_FROM || !this.believes(estimate, reported)) return;
    const known = this.known(model);
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
    const known = this.known(model);
    const { limit, requested } = overflowIn(error.detail ?? '');
    const counted = requested ?? estimate * this.ratio(model);
    if (requested !== undefined && estimate > 0) known.ratio = clamp(requested / estimate);
    // A refused request was above the limit, whatever the estimate says.
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

export function isBelieved(estimate: number, reported: number): boolean {
  return reported >= estimate * LEAST_BELIEVED;
}

function clamp(ratio: number): number {
  return Math.min(MOST_RATIO, Math.max(LEAST_RATIO, ratio));
}
