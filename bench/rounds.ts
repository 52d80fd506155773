/** Measures alternatives in alternation, so that all meet the same conditions. */
import type { Figure, Round } from './figure.ts';

export interface Rounds {
  /** Rounds that do not count. */
  readonly warmUp: number;
  readonly rounds: number;
}

/** Runs once and returns the measured value, set-up excluded. */
export type Side = () => number | Promise<number>;

/**
 * Alternates the sides. If an aim is missed, as many rounds are added and the figures are made of all: other work on
 * the machine alone shall not miss an aim.
 */
export async function measureInTurns<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  { warmUp, rounds }: Rounds,
  toFigures: (rounds: readonly Round<Name>[]) => Figure[],
): Promise<Figure[]> {
  const runs = async (count: number): Promise<Round<Name>[]> => {
    const done: Round<Name>[] = [];
    for (let index = 0; index < count; index++) done.push(await oneRound(sides, index % 2 === 1));
    return done;
  };
  await runs(warmUp);
  const first = await runs(rounds);
  const figures = toFigures(first);
  if (figures.every(({ met }) => met !== false)) return figures;
  return toFigures([...first, ...(await runs(rounds))]);
}

/** Every other round runs backwards, so that no side always follows the same other. */
async function oneRound<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  backwards: boolean,
): Promise<Round<Name>> {
  const names = Object.keys(sides) as Name[];
  const samples: Partial<Record<Name, number>> = {};
  for (const name of backwards ? names.toReversed() : names) samples[name] = await sides[name]();
  return samples as Round<Name>;
}

/** In ms. */
export async function timed(operation: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await operation();
  return performance.now() - startedAt;
}
