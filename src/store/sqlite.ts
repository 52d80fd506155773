/** Opens SQLite databases with the SQLite that Node brings along. */
import { t } from '@vscode/l10n';
import type { DatabaseSync } from 'node:sqlite';
import { describeFailure, StoreError } from './failure.ts';
import { makePrivateDatabase } from './privateFiles.ts';

export type Database = DatabaseSync;

/** How long a write waits for another window's, in ms. */
const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens the file, or makes it, for this user alone; its folder exists. Several processes may have it open.
 * @throws StoreError where Node has no SQLite, or the file cannot be opened.
 */
export function openDatabase(file: string): Database {
  const sqlite = loadSqlite();
  let database: Database | undefined;
  try {
    makePrivateDatabase(file);
    database = new sqlite.DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    // Before the first table: space of deleted calls can be given back in small pieces. Later it would only write.
    if (valueOf(database, 'page_count') === 0) database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    // Readers and a writer do not wait for each other. A power cut may cost the newest calls, never the file.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
    return database;
  } catch (error) {
    // On Windows nobody could remove a file that is still open.
    database?.close();
    throw new StoreError(describeFailure(error, file), { cause: error });
  }
}

/** Loaded when needed: not every editor that Patchbay runs in has it. Node 22 logs that it is experimental, once. */
function loadSqlite(): typeof import('node:sqlite') {
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof import('node:sqlite') | undefined;
  if (sqlite) return sqlite;
  throw new StoreError(t("This editor's Node.js ({0}) has no SQLite. A newer VS Code has.", process.version));
}

/** A number that SQLite says of the file. */
export function valueOf(database: Database, pragma: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0] ?? 0);
}

/** Runs `work` as one transaction that writes; takes it all back if it throws. */
export function transaction<Result>(database: Database, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // After some failures, such as a full disk, SQLite has rolled back by itself.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

/** Gives free pages back to the disk, also those that the log still holds. */
export function giveBack(database: Database): void {
  database.exec('PRAGMA incremental_vacuum');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}
