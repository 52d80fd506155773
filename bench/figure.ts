/** Figures with, optionally, a baseline and an aim. */

/** Samples of one round, by side. */
export type Round<Side extends string> = Readonly<Record<Side, number>>;

/** A bound on the ratio to the baseline, or on the value itself. */
type Aim =
  | { readonly kind: 'ratio' | 'value'; readonly max: number }
  | { readonly kind: 'value'; readonly min: number };

/** Values are medians over the rounds; the ratio is the median of the rounds' ratios. */
export interface Figure {
  /** The group's name, then optionally a dot and a name within the group. */
  readonly name: string;
  readonly what: string;
  readonly unit: 'ms' | 'bytes' | 'modules' | 'of 1' | 'steps' | 'calls' | 'tokens';
  readonly value: number;
  /** The baseline's value. */
  readonly other: number | null;
  readonly ratio: number | null;
  readonly aim: Aim | null;
  /** Null without an aim. */
  readonly met: boolean | null;
  readonly rounds: number;
}

export interface Label {
  readonly name: string;
  readonly what: string;
  readonly unit: Figure['unit'];
  readonly aim?: Aim | undefined;
}

/** A figure with a baseline from the same rounds. */
export function comparison<Side extends string>(
  label: Label,
  rounds: readonly Round<Side>[],
  ours: Side,
  other: Side,
): Figure {
  const ratio = median(rounds.map((round) => round[ours] / round[other]));
  const values = { value: median(rounds.map((round) => round[ours])), ratio };
  return {
    ...judged(label, values),
    other: median(rounds.map((round) => round[other])),
    rounds: rounds.length,
  };
}

/** A figure without a baseline: the median. */
export function single(label: Label, samples: readonly number[]): Figure {
  return { ...judged(label, { value: median(samples), ratio: null }), other: null, rounds: samples.length };
}

function judged(
  { aim = null, ...label }: Omit<Label, 'aim'> & { readonly aim?: Aim | null | undefined },
  values: { readonly value: number; readonly ratio: number | null },
): Omit<Figure, 'other' | 'rounds'> {
  const held = aim && values[aim.kind];
  return { ...label, ...values, aim, met: aim && held !== null ? isMet(aim, held) : null };
}

function isMet(aim: Aim, held: number): boolean {
  return 'min' in aim ? held >= aim.min : held <= aim.max;
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = NaN, high = NaN] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return (low + high) / 2;
}
