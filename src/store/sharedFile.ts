/**
 * A database that every window writes into: opened when first needed, with this window entered as a session. What
 * fails is told once until it works again, and for a while nothing is written, because each try may wait.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { migrate } from './migrations.ts';
import { beat, HEARTBEAT_MS } from './sessions.ts';
import { openDatabase, type Database } from './sqlite.ts';

/** After a failure nothing is written for so long, in ms. */
const PAUSE_MS = 30_000;

/** What such a file needs. `Parts` is what its owner prepares once it is open. */
export interface SharedFileOptions<Parts> {
  readonly path: string;
  readonly schema: readonly string[];
  /** Called when the file has just been opened, with this window among its sessions. */
  readonly prepare: (database: Database) => Parts;
  /** Called before it is closed. */
  readonly finish: (database: Database) => void;
  /** Hears the message of a failure, once until something works again. */
  readonly onProblem: (message: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

interface Opened<Parts> {
  readonly database: Database;
  readonly parts: Parts;
  readonly heartbeat: NodeJS.Timeout;
}

export class SharedFile<Parts> {
  /** This window, among the sessions of the file. */
  readonly session = randomUUID();
  private readonly options: SharedFileOptions<Parts>;
  private opened: Opened<Parts> | undefined;
  private problem: string | undefined;
  private pausedUntil = 0;

  /** Touches no disk yet. */
  constructor(options: SharedFileOptions<Parts>) {
    this.options = options;
  }

  /** Whether there is a file to open; who has never written needs none. */
  get exists(): boolean {
    return this.opened !== undefined || existsSync(this.options.path);
  }

  /** False for a while after a failure. */
  get mayWrite(): boolean {
    return this.options.now() >= this.pausedUntil;
  }

  /** Opens the file unless that is done. @throws StoreError, or what SQLite says. */
  open(): { readonly database: Database; readonly parts: Parts } {
    if (this.opened) return this.opened;
    const { path, schema, prepare, now } = this.options;
    mkdirSync(dirname(path), { recursive: true });
    const database = openDatabase(path);
    try {
      migrate(database, schema);
      beat(database, this.session, now());
      const parts = prepare(database);
      const heartbeat = setInterval(
        () => this.attempt(() => beat(database, this.session, now())),
        HEARTBEAT_MS,
      );
      heartbeat.unref();
      this.opened = { database, parts, heartbeat };
      return this.opened;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  /** Does something that may fail without harm; says whether it did not. Never throws. */
  attempt(work: () => void): boolean {
    try {
      work();
      this.problem = undefined;
      return true;
    } catch (error) {
      this.failed(error as Error);
      return false;
    }
  }

  /** To be called with what went wrong outside of `attempt`. */
  failed({ message }: Error): void {
    this.pausedUntil = this.options.now() + PAUSE_MS;
    if (this.problem === undefined) this.options.onProblem(message);
    this.problem = message;
  }

  /** Ends the session. Never throws. */
  close(): void {
    if (!this.opened) return;
    const { database, heartbeat } = this.opened;
    clearInterval(heartbeat);
    this.attempt(() => {
      this.options.finish(database);
      database.close();
    });
    this.opened = undefined;
  }
}
