/** Which windows write into a file, so that what a crashed one left can be told from what still runs. */
import { randomUUID } from 'node:crypto';
import type { Database } from './sqlite.ts';

/** How often a window says that it is there, in ms. */
export const HEARTBEAT_MS = 60_000;
/** A window that was silent for so long is gone, although its process id is there: another process has it now. */
const SILENT_MS = 10 * HEARTBEAT_MS;
/**
 * For so long nothing must have come of it while this window looked, too: after a sleep of the machine, or when the
 * clock was set, a window that is there seems silent until its next heartbeat.
 */
const WATCHED_MS = 2 * HEARTBEAT_MS;

/** What this window has seen of another one, whose process is there. `since`: monotonic. */
interface Seen {
  readonly seenAt: number;
  readonly since: number;
}

/** The two clocks of a store, in ms. */
export interface StoreClocks {
  /** Since the epoch. It can be set, forward and back. */
  readonly now: () => number;
  /** From any moment on. It only goes forward, and stands still while the machine sleeps. */
  readonly monotonic: () => number;
}

/** This window among the sessions of a file. */
export class Sessions {
  readonly id = randomUUID();
  private readonly clocks: StoreClocks;
  private readonly others = new Map<string, Seen>();

  constructor(clocks: StoreClocks) {
    this.clocks = clocks;
  }

  /** Enters this process as the session, and keeps it there. */
  beat(database: Database): void {
    database
      .prepare(
        'INSERT INTO sessions (id, pid, seen_at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at',
      )
      .run(this.id, process.pid, this.clocks.now());
  }

  /** Forgets the sessions that are gone; when this one is `ending`, also this one. */
  forgetGone(database: Database, ending = false): void {
    for (const { id, pid, seen_at: seenAt } of database
      .prepare('SELECT id, pid, seen_at FROM sessions')
      .all()) {
      const isGone =
        id === this.id ? ending : !isAlive(Number(pid)) || this.isSilent(String(id), Number(seenAt));
      if (isGone) database.prepare('DELETE FROM sessions WHERE id = ?').run(id ?? null);
    }
  }

  private isSilent(id: string, seenAt: number): boolean {
    const { now, monotonic } = this.clocks;
    const seen = this.others.get(id);
    if (seen?.seenAt !== seenAt) {
      this.others.set(id, { seenAt, since: monotonic() });
      return false;
    }
    const watched = monotonic() - seen.since;
    return watched > SILENT_MS || (watched > WATCHED_MS && now() - seenAt > SILENT_MS);
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
