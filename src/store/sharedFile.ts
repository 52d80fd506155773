/** A database that every window writes into. After a failure, writing pauses for a while, because each try may wait. */
import { type LocalizedMessage, msg } from '../base/common/message.ts';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { describeFailure, StoreError } from './failure.ts';
import { HEARTBEAT_MS, Sessions, type StoreClocks } from './sessions.ts';
import { makePrivateFolder } from './privateFiles.ts';
import { openDatabase, type Database } from './sqlite.ts';

/** Pause in ms. */
const PAUSE_MS = 30_000;
/** Time in ms until the same problem is reported again: on an almost full disk, some writes succeed. */
const REPEAT_MS = 10 * 60_000;
/** Delay in ms until a new file is synchronised to the disk. The first turn should not wait for that. */
const SYNC_MS = 2_000;

/** `Parts` is what the owner prepares when the file is opened. */
export interface SharedFileOptions<Parts> {
  readonly path: string;
  readonly schema: readonly string[];
  /** Called when this window is already among the sessions. */
  readonly prepare: (database: Database) => Parts;
  readonly finish: (database: Database) => void;
  /** Called once with what happened, where and what to do, until an attempt succeeds again. */
  readonly onProblem: (message: LocalizedMessage) => void;
  readonly clocks: StoreClocks;
}

interface Opened<Parts> {
  readonly database: Database;
  readonly parts: Parts;
  readonly timers: readonly NodeJS.Timeout[];
}

export class SharedFile<Parts> {
  readonly sessions: Sessions;
  private readonly options: SharedFileOptions<Parts>;
  private opened: Opened<Parts> | undefined;
  private problem: string | undefined;
  private reported: { readonly message: string; readonly at: number } | undefined;
  /** A monotonic time, so that setting the clock back does not prolong the pause. */
  private pausedUntil = -Infinity;
  private isClosed = false;

  constructor(options: SharedFileOptions<Parts>) {
    this.options = options;
    this.sessions = new Sessions(options.clocks);
  }

  get exists(): boolean {
    return this.opened !== undefined || (!this.isClosed && existsSync(this.options.path));
  }

  get mayWrite(): boolean {
    return !this.isClosed && this.options.clocks.monotonic() >= this.pausedUntil;
  }

  /** @throws StoreError if the file cannot be opened, or was closed */
  open(): { readonly database: Database; readonly parts: Parts } {
    if (this.opened) return this.opened;
    if (this.isClosed) throw new StoreError(msg('The file {0} is closed.', this.options.path));
    const { path, schema, prepare } = this.options;
    let opened: ReturnType<typeof openDatabase> | undefined;
    try {
      makePrivateFolder(dirname(path));
      opened = openDatabase(path, schema);
      const { database, isNew } = opened;
      this.sessions.beat(database);
      const parts = prepare(database);
      const timers = [setInterval(() => this.beat(), HEARTBEAT_MS)];
      if (isNew) timers.push(setTimeout(() => this.synchronize(), SYNC_MS));
      for (const timer of timers) timer.unref();
      this.opened = { database, parts, timers };
      return this.opened;
    } catch (error) {
      opened?.database.close();
      throw new StoreError(describeFailure(error, path), { cause: error });
    }
  }

  /** Returns whether `work` succeeded. Never throws. */
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

  failed(error: unknown): void {
    const now = this.options.clocks.monotonic();
    this.pausedUntil = now + PAUSE_MS;
    const message = describeFailure(error, this.options.path);
    const isRepeated = this.reported?.message === message.english && now - this.reported.at < REPEAT_MS;
    if (this.problem === undefined && !isRepeated) {
      this.reported = { message: message.english, at: now };
      this.options.onProblem(message);
    }
    this.problem = message.english;
  }

  /** Closes the file. Late writes, such as events of a stopped turn, do not open it again. Never throws. */
  close(): void {
    this.isClosed = true;
    if (!this.opened) return;
    const { database, timers } = this.opened;
    timers.forEach((timer) => clearTimeout(timer));
    this.attempt(() => this.options.finish(database));
    this.attempt(() => database.close());
    this.opened = undefined;
  }

  private beat(): void {
    this.keep((database) => this.sessions.beat(database));
  }

  private synchronize(): void {
    this.keep((database) => database.exec('PRAGMA wal_checkpoint'));
  }

  /** Runs `work`. Success does not clear `problem`: there may be no space for more. */
  private keep(work: (database: Database) => void): void {
    try {
      if (this.opened) work(this.opened.database);
    } catch (error) {
      this.failed(error);
    }
  }
}
