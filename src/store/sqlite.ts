import type { DatabaseSync } from 'node:sqlite';
import { describeFailure, StoreError } from './failure.ts';
import { makePrivateDatabase } from './privateFiles.ts';
import { msg } from '../base/common/message.ts';

export type Database = DatabaseSync;

const BUSY_TIMEOUT_MS = 5_000;

/**
 * Opens a database with the schema of `migrations`, for this user alone. The statements that create a new file are not
 * synchronised to the disk, which would take tens of milliseconds; `isNew` asks for a checkpoint later.
 * @throws StoreError if Node has no SQLite, the file cannot be opened, or a later Patchbay wrote it
 */
export function openDatabase(
  file: string,
  migrations: readonly string[],
): { readonly database: Database; readonly isNew: boolean } {
  const sqlite = loadSqlite();
  let database: Database | undefined;
  try {
    makePrivateDatabase(file);
    database = new sqlite.DatabaseSync(file, { timeout: BUSY_TIMEOUT_MS });
    const isNew = pragmaValue(database, 'page_count') === 0;
    // `auto_vacuum` gives space back in small pieces. It can be set only before the first table.
    if (isNew) database.exec('PRAGMA synchronous = OFF; PRAGMA auto_vacuum = INCREMENTAL');
    // With WAL, readers and a writer do not wait for each other.
    database.exec('PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON');
    migrate(database, migrations, file);
    // A power cut may lose the newest calls, but never the file.
    database.exec('PRAGMA synchronous = NORMAL');
    return { database, isNew };
  } catch (error) {
    database?.close();
    throw new StoreError(describeFailure(error, file), { cause: error });
  }
}

/** Some editors have no SQLite. Node 22 logs once that it is experimental. */
function loadSqlite(): typeof import('node:sqlite') {
  const sqlite = process.getBuiltinModule('node:sqlite') as typeof import('node:sqlite') | undefined;
  if (sqlite) return sqlite;
  throw new StoreError(
    msg('The Node.js of this editor ({0}) has no SQLite. Update VS Code.', process.version),
  );
}

export function pragmaValue(database: Database, pragma: string): number {
  return Number(Object.values(database.prepare(`PRAGMA ${pragma}`).get() ?? {})[0] ?? 0);
}

export function transaction<Result>(database: Database, work: () => Result): Result {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    // SQLite itself rolls back after some failures, such as a full disk.
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

export function giveBack(database: Database): void {
  database.exec('PRAGMA incremental_vacuum');
  database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
}

/**
 * Runs the migrations above `PRAGMA user_version`, while other windows wait. @throws StoreError if a later Patchbay
 * wrote the file
 */
function migrate(database: Database, migrations: readonly string[], file: string): void {
  if (pragmaValue(database, 'user_version') === migrations.length) return;
  transaction(database, () => {
    // Another window may have migrated the file in the meantime.
    const version = pragmaValue(database, 'user_version');
    if (version > migrations.length)
      throw new StoreError(
        msg(
          'The file {0} was written by a later version of Patchbay and was not changed. Update Patchbay to use it again.',
          file,
        ),
      );
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}
