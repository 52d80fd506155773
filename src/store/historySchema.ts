/** Migrations, one for each version. A released one never changes. */
export const historySchema: readonly string[] = [
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
  `
  ALTER TABLE calls ADD COLUMN title TEXT;
  `,
  // `day` is in the user's time zone. `cost` is in millionths of a US dollar, and covers requests with a known price.
  `
  CREATE TABLE spending (
    day TEXT NOT NULL,
    model TEXT NOT NULL,
    host TEXT NOT NULL,
    requests INTEGER NOT NULL,
    unpriced INTEGER NOT NULL,
    input INTEGER NOT NULL,
    cached INTEGER NOT NULL,
    output INTEGER NOT NULL,
    cost INTEGER NOT NULL,
    PRIMARY KEY (day, model, host)
  ) STRICT, WITHOUT ROWID;
  `,
  // `origin` has the data that the conversation held when the call was written, so that a call that is run again is
  // guarded in the same way.
  `
  ALTER TABLE calls ADD COLUMN origin TEXT;
  `,
];
