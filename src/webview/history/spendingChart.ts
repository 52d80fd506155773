import type { SpendingRow } from '../../protocol/index.ts';
import type { ShownSpending } from './state.ts';

export type Measure = 'price' | 'tokens';

/** Models with a colour of their own: there are no more colours. */
const MOST_MODELS = 5;
export const OTHERS = MOST_MODELS;

/** Sums as of a row of the history. */
export type Sums = Omit<SpendingRow, 'day' | 'model' | 'host'>;

export interface ChartModel {
  readonly name: string;
  /** The endpoint, if another one has a model of that name. */
  readonly host: string;
  readonly sums: Sums;
}

export interface ChartDay {
  readonly day: string;
  readonly sums: Sums;
  /** One value for each model of the chart; the last is that of all other models. */
  readonly parts: readonly number[];
}

export interface Chart {
  readonly models: readonly ChartModel[];
  readonly hasOthers: boolean;
  readonly days: readonly ChartDay[];
  readonly sums: Sums;
  readonly most: number;
}

export function chartOf({ rows, today, days: count }: ShownSpending, measure: Measure): Chart {
  const valueOf = measure === 'price' ? (sums: Sums) => sums.cost : (sums: Sums) => sums.input + sums.output;
  const byModel = grouped(rows, keyOf);
  const all = [...byModel.values()]
    .map((group) => ({ row: group[0], sums: sumOf(group) }))
    .toSorted((first, second) => valueOf(second.sums) - valueOf(first.sums));
  const models = all.slice(0, MOST_MODELS).flatMap(({ row, sums }): ChartModel[] => {
    if (!row) return [];
    const isOne = all.filter((each) => each.row?.model === row.model).length === 1;
    return [{ name: row.model, host: isOne ? '' : row.host, sums }];
  });
  const places = new Map(all.map(({ row }, place) => [row && keyOf(row), Math.min(place, OTHERS)]));
  const byDay = grouped(rows, ({ day }) => day);
  const days = lastDays(today, count).map((day): ChartDay => {
    const parts = Array.from({ length: OTHERS + 1 }, () => 0);
    const ofDay = byDay.get(day) ?? [];
    for (const row of ofDay) {
      const place = places.get(keyOf(row)) ?? OTHERS;
      parts[place] = (parts[place] ?? 0) + valueOf(row);
    }
    return { day, sums: sumOf(ofDay), parts };
  });
  return {
    models,
    hasOthers: all.length > MOST_MODELS,
    days,
    sums: sumOf(rows),
    most: Math.max(0, ...days.map(({ sums }) => valueOf(sums))),
  };
}

export function sumOf(rows: readonly Sums[]): Sums {
  const sum = (count: (row: Sums) => number): number => rows.reduce((all, row) => all + count(row), 0);
  return {
    requests: sum(({ requests }) => requests),
    unpriced: sum(({ unpriced }) => unpriced),
    input: sum(({ input }) => input),
    cached: sum(({ cached }) => cached),
    output: sum(({ output }) => output),
    cost: sum(({ cost }) => cost),
  };
}

function keyOf({ model, host }: SpendingRow): string {
  return JSON.stringify([model, host]);
}

function grouped(
  rows: readonly SpendingRow[],
  key: (row: SpendingRow) => string,
): ReadonlyMap<string, readonly SpendingRow[]> {
  const groups = new Map<string, SpendingRow[]>();
  for (const row of rows) {
    const group = groups.get(key(row));
    if (group) group.push(row);
    else groups.set(key(row), [row]);
  }
  return groups;
}

const DAY_MS = 86_400_000;

/** Days are counted in UTC, where each has 24 hours. */
function lastDays(today: string, count: number): string[] {
  const last = Date.parse(today);
  return Array.from({ length: count }, (_, index) =>
    new Date(last - (count - 1 - index) * DAY_MS).toISOString().replace(/T.*/, ''),
  );
}
