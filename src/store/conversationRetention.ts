import { setImmediate as breathe } from 'node:timers/promises';
import { transaction, type Database } from './sqlite.ts';

export interface ConversationRetention {
  /** Limit in days since the last message; 0 means no limit. */
  readonly maxAgeDays: number;
  /** Highest number of conversations; 0 means no limit. */
  readonly maxNumber: number;
}

/** Number of conversations in a transaction. They can be large, and no other window may wait for long. */
const BATCH = 5;
const DAY_MS = 86_400_000;

/**
 * Removes conversations that are too old or too many, but never a pinned one, or one that is open in another window.
 */
export async function retainConversations(
  database: Database,
  { maxAgeDays, maxNumber }: ConversationRetention,
  now: number,
): Promise<number> {
  const before = maxAgeDays > 0 ? now - maxAgeDays * DAY_MS : Number.MIN_SAFE_INTEGER;
  let removed = 0;
  while (database.isOpen) {
    const step = transaction(database, () => {
      const old = remove(database, 'changed_at < ?', before, BATCH);
      if (old > 0 || maxNumber <= 0) return old;
      const excess = count(database) - maxNumber;
      return excess > 0 ? remove(database, 'changed_at < ?', now, Math.min(BATCH, excess)) : 0;
    });
    if (step === 0) return removed;
    removed += step;
    await breathe();
  }
  return removed;
}

function count(database: Database): number {
  const row = database.prepare('SELECT count(*) AS number FROM conversations WHERE deleted_at IS NULL').get();
  return Number(row?.['number']);
}

function remove(database: Database, condition: string, value: number, limit: number): number {
  const { changes } = database
    .prepare(
      `DELETE FROM conversations WHERE number IN (
         SELECT number FROM conversations
         WHERE ${condition} AND deleted_at IS NULL AND pinned = 0
           AND (owner IS NULL OR owner NOT IN (SELECT id FROM sessions))
         ORDER BY changed_at, number LIMIT ?)`,
    )
    .run(value, limit);
  return Number(changes);
}
