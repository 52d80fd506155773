import { setImmediate as breathe } from 'node:timers/promises';
import type { ToolSource } from '../protocol/index.ts';
import { INDEX_CALL, searchable, wordsOf } from './calls.ts';
import { toParts } from './queries.ts';
import { transaction, type Database } from './sqlite.ts';

/** Few, so that no other window waits for long. */
const BATCH = 100;

/** Renames a server in lists and filters. Wire names stay. */
export function renameServer(database: Database, from: string, to: string): void {
  const old: ToolSource = { kind: 'mcp', server: from };
  const renamed: ToolSource = { kind: 'mcp', server: to };
  database
    .prepare('UPDATE calls SET server = ?, source = ? WHERE server = ? AND source = ?')
    .run(to, JSON.stringify(renamed), from, JSON.stringify(old));
}

/** Indexes a server's calls under its name, newest first, in small steps. */
export async function indexAgain(database: Database, server: string): Promise<void> {
  const find = database.prepare(
    `SELECT seq, tool, args, parts FROM calls LEFT JOIN results USING (seq)
     WHERE server = ? AND calls.seq < ? ORDER BY calls.seq DESC LIMIT ${BATCH}`,
  );
  const index = database.prepare(INDEX_CALL);
  let before = Number.MAX_SAFE_INTEGER;
  while (database.isOpen) {
    // In one transaction: a call deleted by another window must not come back.
    const rows = transaction(database, () => {
      const found = find.all(server, before);
      for (const { seq, tool, args, parts } of found) {
        const result = typeof parts === 'string' ? searchable(toParts(parts)) : '';
        index.run(Number(seq), wordsOf(server, String(tool), String(args), result));
      }
      return found;
    });
    if (rows.length < BATCH) return;
    before = Number(rows.at(-1)?.['seq']);
    await breathe();
  }
}
