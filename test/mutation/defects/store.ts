/** Defects of the call history and of stored conversations. */
import type { Defect } from '../defect.ts';

export const storeDefects: readonly Defect[] = [
  {
    id: 'migration-skipped',
    harm: 'The conversations of an earlier version cannot be opened any more.',
    file: 'src/store/sqlite.ts',
    find: 'for (const migration of migrations.slice(version)) database.exec(migration);',
    replace: 'for (const migration of migrations.slice(version + 1)) database.exec(migration);',
    foundBy: ['the conversations of an earlier version'],
  },
  {
    id: 'later-version-overwritten',
    harm: 'An older Patchbay breaks the file of a newer one.',
    file: 'src/store/sqlite.ts',
    find: 'if (version > migrations.length)',
    replace: 'if (version > 1_000)',
    foundBy: ['a database of a later version'],
  },
  {
    id: 'history-lost-at-end',
    harm: 'The last calls before the window closes are missing in the history.',
    file: 'src/store/history.ts',
    find: 'if (this.hasNews) this.write();\n    this.file.close();',
    replace: 'this.file.close();',
    foundBy: ['has a call from its start, and all of it after a restart'],
  },
  {
    id: 'secret-in-history',
    harm: 'The file of the call history holds the secrets of servers.',
    file: 'src/store/calls.ts',
    find: 'parts: redacted(JSON.stringify(content)),',
    replace: 'parts: JSON.stringify(content),',
    foundBy: ['keeps no secret: not in arguments, results, errors, nor in the file'],
  },
  {
    id: 'calls-of-other-window-interrupted',
    harm: 'To open a second window marks the running calls of the first as interrupted.',
    file: 'src/store/history.ts',
    find: "WHERE status = 'pending' AND session NOT IN (SELECT id FROM sessions)`,",
    replace: "WHERE status = 'pending'`,",
    foundBy: ['does not mark what runs in another window'],
  },
  {
    id: 'pending-for-ever',
    harm: 'Calls of a window that crashed are shown as running for ever.',
    file: 'src/store/history.ts',
    find: `        this.interrupt(database, false);
        return new CallWriter(database, this.file.sessions.id);`,
    replace: '        return new CallWriter(database, this.file.sessions.id);',
    foundBy: ['shows it so at once to a window that opens after the crash'],
  },
  {
    id: 'deleted-calls-in-file',
    harm: 'The file holds calls that the user has deleted.',
    file: 'src/store/retention.ts',
    find: '  });\n  giveBack(database);',
    replace: '  });',
    foundBy: ['deletes everything, with the words of it and its bytes'],
  },

  {
    id: 'items-in-order-of-change',
    harm: 'After a restart, a call stands below what came after it.',
    file: 'src/store/conversationWriter.ts',
    find: `INSERT INTO items (conversation, id, item) VALUES (?, ?, ?)
         ON CONFLICT (conversation, id) DO UPDATE SET item = excluded.item RETURNING number`,
    replace: 'INSERT OR REPLACE INTO items (conversation, id, item) VALUES (?, ?, ?) RETURNING number',
    foundBy: ['keep an item in its place when it changes later'],
  },
  {
    id: 'pinned-conversation-deleted',
    harm: 'A conversation that the user has pinned is deleted by its age.',
    file: 'src/store/conversationRetention.ts',
    find: 'WHERE ${condition} AND deleted_at IS NULL AND pinned = 0',
    replace: 'WHERE ${condition} AND deleted_at IS NULL',
    foundBy: ['keep those that are pinned, or open in any window, and all where the settings are 0'],
  },
  {
    id: 'results-die-with-parent',
    harm: 'To delete a conversation empties the results of those that went on from it.',
    file: 'src/store/conversationSchema.ts',
    find: 'WHEN NOT EXISTS (SELECT 1 FROM results WHERE content = old.content) BEGIN',
    replace: 'BEGIN',
    foundBy: ['share the results of the conversation that they branch from, and outlive it'],
  },
];
