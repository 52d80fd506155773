/**
 * A database that every window writes into: opened when first needed, with this window entered as a session. What
 * fails is told once until it works again, and for a while nothing is written, because each try may wait.
 */
import { t } from '@vscode/l10n';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeFailure, StoreError } from './failure.ts';
import { migrate } from './migrations.ts';
import { HEARTBEAT_MS, Sessions, type StoreClocks } from './sessions.ts';
import { makePrivateFolder } from './privateFiles.ts';
import { openDatabase, type Database } from './sqlite.ts';

/** After a failure nothing is written for so long, in ms. */
const PAUSE_MS = 30_000;
/** On a disk that is all but full some writes succeed: the same failure is not told again for so long, in ms. */
const REPEAT_MS = 10 * 60_000;

/** What such a file needs. `Parts` is what its owner prepares once it is open. */
export interface SharedFileOptions<Parts> {
  readonly path: string;
  readonly schema: readonly string[];
  /** Called when the file has just been opened, with this window among its sessions. */
  readonly prepare: (database: Database) => Parts;
  /** Called before it is closed. */
  readonly finish: (database: Database) => void;
  /** Hears what happened, where, and what to do next: once until something works again. */
  readonly onProblem: (message: string) => void;
  readonly clocks: StoreClocks;
}

interface Opened<Parts> {
  readonly database: Database;
  readonly parts: Parts;
  readonly heartbeat: NodeJS.Timeout;
}

export class SharedFile<Parts> {
  /** This window and others, as the file has them. */
  readonly sessions: Sessions;
  private readonly options: SharedFileOptions<Parts>;
  private opened: Opened<Parts> | undefined;
  private problem: string | undefined;
  private told: { readonly message: string; readonly at: number } | undefined;
  /** Monotonic: a clock that is set back must not make the pause longer. */
  private pausedUntil = -Infinity;
  private isClosed = false;

  /** Touches no disk yet. */
  constructor(options: SharedFileOptions<Parts>) {
    this.options = options;
    this.sessions = new Sessions(options.clocks);
  }

  /** Whether there is a file to open; who has never written needs none. */
  get exists(): boolean {
    return this.opened !== undefined || (!this.isClosed && existsSync(this.options.path));
  }

  /** False for a while after a failure, and once the session has ended. */
  get mayWrite(): boolean {
    return !this.isClosed && this.options.clocks.monotonic() >= this.pausedUntil;
  }

  /** Opens the file unless that is done. @throws StoreError, also once the session has ended. */
  open(): { readonly database: Database; readonly parts: Parts } {
    if (this.opened) return this.opened;
    if (this.isClosed) throw new StoreError(t('The file {0} is closed.', this.options.path));
    const { path, schema, prepare } = this.options;
    let database: Database | undefined;
    try {
      makePrivateFolder(dirname(path));
      database = openDatabase(path);
      migrate(database, schema, path);
      this.sessions.beat(database);
      const parts = prepare(database);
      const heartbeat = setInterval(() => this.beat(), HEARTBEAT_MS);
      heartbeat.unref();
      this.opened = { database, parts, heartbeat };
      return this.opened;
    } catch (error) {
      database?.close();
      throw new StoreError(describeFailure(error, path), { cause: error });
    }
  }

  /** Does something that may fail without harm; says whether it did not. Never throws. */
  attempt(work: () => void): boolean {
    try {
      work();
      this.problem = undefined;
      return true;
    } catch (error) {
      this.failed(error);
      return false;
    }
  }

  /** To be called with what went wrong outside of `attempt`. */
  failed(error: unknown): void {
    const now = this.options.clocks.monotonic();
    this.pausedUntil = now + PAUSE_MS;
    const message = describeFailure(error, this.options.path);
    const isRepeated = this.told?.message === message && now - this.told.at < REPEAT_MS;
    if (this.problem === undefined && !isRepeated) {
      this.told = { message, at: now };
      this.options.onProblem(message);
    }
    this.problem = message;
  }

  /** Ends the session: whatever comes later, such as news of a turn that is being stopped, opens no file again. Never throws. */
  close(): void {
    this.isClosed = true;
    if (!this.opened) return;
    const { database, heartbeat } = this.opened;
    clearInterval(heartbeat);
    this.attempt(() => this.options.finish(database));
    this.attempt(() => database.close());
    this.opened = undefined;
  }

  /** That it succeeds does not mean that there is space for more: a failure before it is not told again. */
  private beat(): void {
    try {
      if (this.opened) this.sessions.beat(this.opened.database);
    } catch (error) {
      this.failed(error);
    }
  }
}
