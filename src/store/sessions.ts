/** Which windows write into a file, so that what a crashed one left can be told from what still runs. */
import type { Database } from './sqlite.ts';

/** How often a window says that it is there, in ms. */
export const HEARTBEAT_MS = 60_000;
/** A window that was silent for so long is gone, although its process id is there: another process has it now. */
const SILENT_MS = 10 * HEARTBEAT_MS;

/** Enters this process as the session of that id, and keeps it there. */
export function beat(database: Database, id: string, now: number): void {
  database
    .prepare(
      'INSERT INTO sessions (id, pid, seen_at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at',
    )
    .run(id, process.pid, now);
}

/** Forgets the sessions that are gone; with `ending`, also that session. */
export function forgetSessions(database: Database, now: number, own: { id: string; ending: boolean }): void {
  const rows = database.prepare('SELECT id, pid, seen_at FROM sessions').all();
  for (const { id, pid, seen_at: seenAt } of rows) {
    const isGone = id === own.id ? own.ending : !isAlive(Number(pid)) || now - Number(seenAt) > SILENT_MS;
    if (isGone) database.prepare('DELETE FROM sessions WHERE id = ?').run(id ?? null);
  }
}

/** Two sessions can share a process: an extension host that was reloaded in place does not. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // Somebody else's process is one, too.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
