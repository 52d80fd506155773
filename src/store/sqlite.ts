/** Opens SQLite databases with the SQLite that Node brings along. */
import { t } from '@vscode/l10n';
import type { DatabaseSync } from 'node:sqlite';

export type Database = DatabaseSync;

/** How long a write waits for another window's, in ms. */
const BUSY_TIMEOUT_MS = 5_000;

/** The database cannot be used; the message says why, for the user. */
export class StoreError extends Error {
  override readonly name = 'StoreError';
}

/**
 * Opens the file, or makes it; its folder exists. Several processes may have it open.
 * @throws StoreError where Node has no SQLite, or the file cannot be opened.
 */
export function openDatabase(file: string): Database {
  const sqlite = loadSqlite();
  try {
    const database = new sqlite.DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    // Before the first table: space of deleted calls can be given back in small pieces.
    database.exec('PRAGMA auto_vacuum = INCREMENTAL');
    // Readers and a writer do not wait for each other. A power cut may cost the newest calls, never the file.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON');
    return database;
  } catch (error) {
    throw new StoreError(t('The file {0} cannot be used: {1}', file, (error as Error).message), {
      cause: error,
    });
  }
}

/** Loaded when needed, because not every editor that Patchbay runs in has it. */
function loadSqlite(): typeof import('node:sqlite') {
  // eslint-disable-next-line typescript/unbound-method -- put back as it was
  const { emitWarning } = process;
  // Older Node says that it is experimental, in the editor's log, once a window.
  process.emitWarning = () => undefined;
  try {
    const sqlite = process.getBuiltinModule('node:sqlite') as typeof import('node:sqlite') | undefined;
    if (sqlite) return sqlite;
  } catch {
    // Said below.
  } finally {
    process.emitWarning = emitWarning;
  }
  throw new StoreError(t("This editor's Node.js ({0}) has no SQLite. A newer VS Code has.", process.version));
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
