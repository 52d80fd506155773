/** Migrations, one for each version. A released one never changes. */
export const snapshotSchema: readonly string[] = [
  `
  CREATE TABLE sessions (
    id TEXT PRIMARY KEY,
    pid INTEGER NOT NULL,
    seen_at INTEGER NOT NULL
  ) STRICT;
  -- Contents of files and lists of folders, by hash, compressed.
  CREATE TABLE objects (
    hash TEXT PRIMARY KEY,
    added_at INTEGER NOT NULL,
    data BLOB NOT NULL
  ) STRICT;
  -- files: [{ uri, hash }], what a restore made of them.
  -- roots: [{ uri, root, isWhole }] of the workspace folders; root is the hash of the folder's list.
  CREATE TABLE checkpoints (
    number INTEGER PRIMARY KEY AUTOINCREMENT,
    conversation TEXT NOT NULL,
    item TEXT NOT NULL,
    kind TEXT NOT NULL,
    at INTEGER NOT NULL,
    roots TEXT NOT NULL,
    files TEXT NOT NULL DEFAULT '[]',
    UNIQUE (conversation, item, kind)
  ) STRICT;
  -- Counts removals of objects: who remembers that one is saved has to look again.
  CREATE TABLE generation (number INTEGER NOT NULL) STRICT;
  INSERT INTO generation VALUES (0);
  `,
];
