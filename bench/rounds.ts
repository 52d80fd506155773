/** Measures ways of doing the same thing in turns, so that all of them meet the same machine. */
import type { Figure, Round } from './figure.ts';

/** How often. */
export interface Rounds {
  /** Rounds that do not count. */
  readonly warmUp: number;
  readonly rounds: number;
}

/** Does it once and says what it took. What is only set-up is left out of that by the side itself. */
export type Side = () => number | Promise<number>;

/**
 * Runs the sides in turns and makes figures of the rounds. If an aim is not met, as many rounds are run once
 * more and the figures are made of all of them: other work on the machine alone shall not miss an aim.
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

/** Every other round goes backwards: no side is always the one that comes after the same other. */
async function oneRound<Name extends string>(
  sides: Readonly<Record<Name, Side>>,
  backwards: boolean,
): Promise<Round<Name>> {
  const names = Object.keys(sides) as Name[];
  const samples: Partial<Record<Name, number>> = {};
  for (const name of backwards ? names.toReversed() : names) samples[name] = await sides[name]();
  return samples as Round<Name>;
}

/** How long the operation takes, in ms. */
export async function timed(operation: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now();
  await operation();
  return performance.now() - startedAt;
}
