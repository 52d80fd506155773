/** The tables of the history, and how older ones become the newest. */
import { StoreError, transaction, type Database } from './sqlite.ts';

/**
 * Each takes the file one version further; `PRAGMA user_version` says how many were made. What was released is
 * never changed, only added to.
 */
const migrations: readonly string[] = [
  `
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    pid INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE calls (
    seq INTEGER PRIMARY KEY AUTOINCREMENT,
    session TEXT NOT NULL,
    conversation TEXT NOT NULL,
    at INTEGER NOT NULL,
    source TEXT NOT NULL,
    server TEXT NOT NULL,
    tool TEXT NOT NULL,
    wire_name TEXT NOT NULL,
    args TEXT NOT NULL,
    status TEXT NOT NULL,
    duration_ms REAL,
    error TEXT
  ) STRICT;
  CREATE INDEX calls_by_tool ON calls (server, tool, duration_ms);
  CREATE INDEX calls_by_status ON calls (status);
  CREATE INDEX calls_by_time ON calls (at);
  -- Apart from the calls, so that lists do not read them.
  CREATE TABLE results (
    seq INTEGER PRIMARY KEY REFERENCES calls (seq) ON DELETE CASCADE,
    parts TEXT NOT NULL
  ) STRICT;
  -- Only the index: the texts themselves are in the other tables.
  CREATE VIRTUAL TABLE call_words USING fts5 (words, content = '', contentless_delete = 1);
  CREATE TRIGGER calls_deleted AFTER DELETE ON calls BEGIN
    DELETE FROM call_words WHERE rowid = old.seq;
  END;
  `,
];

/**
 * Brings the file to the newest version. Windows that do so at once wait for each other.
 * @throws StoreError for a file of a later Patchbay.
 */
export function migrate(database: Database): void {
  if (versionOf(database) === migrations.length) return;
  transaction(database, () => {
    // Another window may have been first.
    const version = versionOf(database);
    if (version > migrations.length)
      throw new StoreError('The history was written by a later version of Patchbay.');
    for (const migration of migrations.slice(version)) database.exec(migration);
    database.exec(`PRAGMA user_version = ${migrations.length}`);
  });
}

function versionOf(database: Database): number {
  const row = database.prepare('PRAGMA user_version').get();
  return Number(row?.['user_version'] ?? 0);
}
