/**
 * The cost of requests to models by day and model. One row for each day and model stays small, however many requests
 * there are.
 */
import { plainLabel } from '../base/common/text.ts';
import type { MeteredRequest, SpendingRow } from '../protocol/index.ts';
import { transaction, type Database } from './sqlite.ts';

const MAX_NAME = 200;
/** Most rows of a page. A year with many models has fewer. */
const MOST_ROWS = 5_000;
/** Largest sum: SQLite could store a larger one, but JavaScript could not read it. */
const MOST = Number.MAX_SAFE_INTEGER;

/** Returns a date such as `2026-11-24` in the user's time zone, `ago` days before `at`. */
export function dayOf(at: number, ago = 0): string {
  const date = new Date(at);
  const day = new Date(date.getFullYear(), date.getMonth(), date.getDate() - ago);
  const two = (value: number): string => String(value).padStart(2, '0');
  return `${day.getFullYear()}-${two(day.getMonth() + 1)}-${two(day.getDate())}`;
}

export class PendingSpending {
  private readonly rows = new Map<string, SpendingRow>();

  get isEmpty(): boolean {
    return this.rows.size === 0;
  }

  addRequest({ model, host, usage }: MeteredRequest, at: number): void {
    const names = [dayOf(at), plainLabel(model, MAX_NAME) ?? '', plainLabel(host, MAX_NAME) ?? ''] as const;
    const key = JSON.stringify(names);
    const before = this.rows.get(key);
    const { cost } = usage ?? {};
    this.rows.set(key, {
      day: names[0],
      model: names[1],
      host: names[2],
      requests: (before?.requests ?? 0) + 1,
      unpriced: (before?.unpriced ?? 0) + (cost === undefined ? 1 : 0),
      input: (before?.input ?? 0) + (usage?.inputTokens ?? 0),
      cached: (before?.cached ?? 0) + (usage?.cachedTokens ?? 0),
      output: (before?.output ?? 0) + (usage?.outputTokens ?? 0),
      cost: (before?.cost ?? 0) + (cost ?? 0),
    });
  }

  write(database: Database): void {
    const sum = (column: string): string =>
      `${column} = min(spending.${column} + excluded.${column}, ${MOST})`;
    const statement = database.prepare(
      `INSERT INTO spending (day, model, host, requests, unpriced, input, cached, output, cost)
       VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
       ON CONFLICT (day, model, host) DO UPDATE SET
       ${['requests', 'unpriced', 'input', 'cached', 'output', 'cost'].map(sum).join(', ')}`,
    );
    transaction(database, () => {
      for (const { day, model, host, requests, unpriced, input, cached, output, cost } of this.rows.values())
        statement.run(day, model, host, requests, unpriced, input, cached, output, cost);
    });
    this.rows.clear();
  }
}

export function spendingSince(database: Database, since: string): SpendingRow[] {
  return database
    .prepare('SELECT * FROM spending WHERE day >= ? ORDER BY day DESC, cost DESC, model, host LIMIT ?')
    .all(since, MOST_ROWS)
    .map((row) => ({
      day: String(row['day']),
      model: String(row['model']),
      host: String(row['host']),
      requests: Number(row['requests']),
      unpriced: Number(row['unpriced']),
      input: Number(row['input']),
      cached: Number(row['cached']),
      output: Number(row['output']),
      cost: Number(row['cost']),
    }));
}
