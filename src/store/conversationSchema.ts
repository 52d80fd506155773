/** Migrations, one for each version. A released one never changes. */
export const conversationSchema: readonly string[] = [
  `
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    pid INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
  ) STRICT;
  -- owner: the session that has it open. deleted_at: it can still come back.
  CREATE TABLE conversations (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    workspace TEXT NOT NULL,
    title TEXT NOT NULL,
    titled_by TEXT NOT NULL,
    parent TEXT,
    changed_at INTEGER NOT NULL,
    deleted_at INTEGER,
    owner TEXT
  ) STRICT;
  CREATE INDEX conversations_by_change ON conversations (changed_at);
  -- What each workspace showed last. It need not be in the other table: an empty one is not.
  CREATE TABLE shown (
    workspace TEXT PRIMARY KEY,
    conversation TEXT NOT NULL
  ) STRICT;
  -- In the order of their numbers. Patches are what has happened since; they go when the items are written anew.
  CREATE TABLE items (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation INTEGER NOT NULL REFERENCES conversations (number) ON DELETE CASCADE,
    id TEXT NOT NULL,
    item TEXT NOT NULL,
    UNIQUE (conversation, id)
  ) STRICT;
  CREATE TABLE patches (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation INTEGER NOT NULL REFERENCES conversations (number) ON DELETE CASCADE,
    patches TEXT NOT NULL
  ) STRICT;
  CREATE INDEX patches_by_conversation ON patches (conversation);
  CREATE TABLE messages (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation INTEGER NOT NULL REFERENCES conversations (number) ON DELETE CASCADE,
    item TEXT,
    message TEXT NOT NULL
  ) STRICT;
  CREATE INDEX messages_by_conversation ON messages (conversation);
  CREATE TABLE facts (
    conversation INTEGER NOT NULL REFERENCES conversations (number) ON DELETE CASCADE,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    PRIMARY KEY (conversation, name)
  ) STRICT;
  -- Branches share the contents of results, which can be large.
  CREATE TABLE contents (
    number INTEGER PRIMARY KEY,
    parts TEXT NOT NULL
  ) STRICT;
  CREATE TABLE results (
    conversation INTEGER NOT NULL REFERENCES conversations (number) ON DELETE CASCADE,
    call TEXT NOT NULL,
    content INTEGER NOT NULL REFERENCES contents (number),
    PRIMARY KEY (conversation, call)
  ) STRICT;
  CREATE INDEX results_by_content ON results (content);
  CREATE TRIGGER results_deleted AFTER DELETE ON results
  WHEN NOT EXISTS (SELECT 1 FROM results WHERE content = old.content) BEGIN
    DELETE FROM contents WHERE number = old.content;
  END;
  -- Only the index: the texts themselves are in the items.
  CREATE VIRTUAL TABLE item_words USING fts5 (words, content = '', contentless_delete = 1);
  CREATE TRIGGER items_deleted AFTER DELETE ON items BEGIN
    DELETE FROM item_words WHERE rowid = old.number;
  END;
  `,
  'ALTER TABLE conversations ADD COLUMN pinned INTEGER NOT NULL DEFAULT 0',
  // Files before a turn changed them. `size` counts characters.
  `
  CREATE TABLE changes (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    turn TEXT NOT NULL UNIQUE,
    conversation INTEGER NOT NULL REFERENCES conversations (number) ON DELETE CASCADE,
    size INTEGER NOT NULL,
    files TEXT NOT NULL
  ) STRICT;
  CREATE INDEX changes_by_conversation ON changes (conversation);
  `,
  // `last_words` is NULL in rows of earlier versions, until they are listed. `model` is that of the newest answer.
  `
  ALTER TABLE conversations ADD COLUMN last_words TEXT;
  ALTER TABLE conversations ADD COLUMN model TEXT;
  ALTER TABLE conversations ADD COLUMN unread INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX conversations_by_title ON conversations (title);
  `,
];
