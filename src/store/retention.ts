import { setImmediate as breathe } from 'node:timers/promises';
import { dayOf } from './spending.ts';
import { giveBack, transaction, pragmaValue, type Database } from './sqlite.ts';

export interface Retention {
  readonly maxAgeDays: number;
  /** Largest size of the file, in units of 10⁶ bytes. */
  readonly maxSizeMB: number;
}

export function keepsAnything({ maxAgeDays, maxSizeMB }: Retention): boolean {
  return maxAgeDays > 0 && maxSizeMB > 0;
}

/** Numbers of calls in a transaction. They are small, so that no other window waits for long. */
const BATCH = { old: 500, large: 50 } as const;
/** The file shrinks below its limit, so that this does not happen with each call. */
const SHRINK_TO = 0.9;
const DAY_MS = 86_400_000;

/** Deletes calls that are too old, then the oldest ones until the file is small enough, in small steps. */
export async function retain(database: Database, retention: Retention, now: number): Promise<void> {
  if (!keepsAnything(retention)) return deleteAll(database);
  const oldest = now - retention.maxAgeDays * DAY_MS;
  while (database.isOpen && deleteOldest(database, BATCH.old, 'at < ?', oldest) > 0) await breathe();
  if (!database.isOpen) return;
  if (Number.isFinite(oldest)) database.prepare('DELETE FROM spending WHERE day < ?').run(dayOf(oldest));
  const limit = retention.maxSizeMB * 1_000_000;
  if (usedBytes(database) <= limit) return;
  while (
    database.isOpen &&
    usedBytes(database) > limit * SHRINK_TO &&
    deleteOldest(database, BATCH.large, 'TRUE') > 0
  )
    await breathe();
}

export function deleteAll(database: Database): void {
  if (!database.prepare('SELECT 1 FROM calls UNION ALL SELECT 1 FROM spending LIMIT 1').get()) return;
  transaction(database, () => {
    database.exec(`DELETE FROM results; DELETE FROM calls; DELETE FROM spending;`);
    database.exec(`INSERT INTO call_words (call_words) VALUES ('delete-all')`);
  });
  giveBack(database);
}

function deleteOldest(database: Database, batch: number, condition: string, ...values: number[]): number {
  const { changes } = transaction(database, () =>
    database
      .prepare(
        `DELETE FROM calls WHERE seq IN (SELECT seq FROM calls WHERE ${condition} ORDER BY seq LIMIT ${batch})`,
      )
      .run(...values),
  );
  if (changes !== 0) giveBack(database);
  return Number(changes);
}

/** Returns the size of the file without its free pages. */
export function usedBytes(database: Database): number {
  return (
    (pragmaValue(database, 'page_count') - pragmaValue(database, 'freelist_count')) *
    pragmaValue(database, 'page_size')
  );
}
