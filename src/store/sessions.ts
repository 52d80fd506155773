/** The windows that write into a file. They show which calls a crashed window has left. */
import { randomUUID } from 'node:crypto';
import type { Database } from './sqlite.ts';

export const HEARTBEAT_MS = 60_000;
/** A window that is silent for longer has ended, even if another process has its process id. */
const SILENT_MS = 10 * HEARTBEAT_MS;
/**
 * Time for which a silent window is watched: after sleep or a clock change, others seem silent until their next
 * heartbeat.
 */
const WATCHED_MS = 2 * HEARTBEAT_MS;

/** `since` is a monotonic time. */
interface Seen {
  readonly seenAt: number;
  readonly since: number;
}

/** Clocks in ms. */
export interface StoreClocks {
  /** Time since the epoch. It can be set forward and back. */
  readonly now: () => number;
  /** Time that only goes forward, and stands still while the machine sleeps. */
  readonly monotonic: () => number;
}

export class Sessions {
  readonly id = randomUUID();
  private readonly clocks: StoreClocks;
  private readonly others = new Map<string, Seen>();

  constructor(clocks: StoreClocks) {
    this.clocks = clocks;
  }

  beat(database: Database): void {
    database
      .prepare(
        'INSERT INTO sessions (id, pid, seen_at) VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET seen_at = excluded.seen_at',
      )
      .run(this.id, process.pid, this.clocks.now());
  }

  /** Removes sessions that have ended. `ending` includes this one. */
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

/** A reloaded extension host is a new process. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // The process belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}
