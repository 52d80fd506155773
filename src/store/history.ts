/** Saves the calls of this window and reads those of all windows. Writing never throws and never waits for long. */
import { join } from 'node:path';
import { type LocalizedMessage, msg } from '../base/common/message.ts';
import type {
  CallOrigin,
  HistoryCall,
  HistoryFacets,
  HistoryFilter,
  HistoryRow,
  MeteredRequest,
  SpendingRow,
  ToolSource,
  ToolStatistics,
} from '../protocol/index.ts';
import {
  CallWriter,
  type CallEvent,
  type CallUpdate,
  type SavedCall,
  indexAgain,
  renameCalls,
} from './calls.ts';
import { exportCalls, facetsOf, listCalls, readCall, statisticsOf } from './queries.ts';
import { historySchema } from './historySchema.ts';
import { dayOf, PendingSpending, spendingSince } from './spending.ts';
import { deleteAll, keepsAnything, retain, type Retention } from './retention.ts';
import { SharedFile } from './sharedFile.ts';
import { SteadyClock } from './steadyClock.ts';
import { transaction, type Database } from './sqlite.ts';
import { Emitter } from '../base/common/event.ts';

export interface HistoryOptions {
  /** Folder of the file, created when it is first needed. */
  readonly folder: string;
  readonly retention: () => Retention;
  /** Removes secrets from a text of a call of that source. */
  readonly redact: (source: ToolSource, text: string) => string;
  /** Called once with the reason why calls are not saved, until that changes. */
  readonly onProblem: (message: LocalizedMessage) => void;
  readonly now: () => number;
  /** Clock in ms that only goes forward; absent means the process's own. */
  readonly monotonic?: (() => number) | undefined;
}

/** Delay in ms before writing. A transaction takes ten times as long as writing one call in it. */
const DELAY_MS = 100;
/** Most calls that wait while they cannot be written. Older ones are lost. */
const MOST_UNSAVED = 200;
const RETRY_MS = 10_000;
const CLEANING = { firstMs: 10_000, everyMs: 3_600_000 } as const;
export class CallHistory {
  private readonly options: HistoryOptions;
  private readonly file: SharedFile<CallWriter>;
  private readonly pending = new Map<string, SavedCall>();
  private unsaved = new Map<SavedCall, CallUpdate>();
  private readonly spent = new PendingSpending();
  private flushing: NodeJS.Timeout | undefined;
  private readonly changed = new Emitter();
  readonly onDidChange = this.changed.event;
  private readonly clock: SteadyClock;
  private readonly timers: NodeJS.Timeout[];

  constructor(options: HistoryOptions) {
    this.options = options;
    const clocks = { now: options.now, monotonic: options.monotonic ?? (() => performance.now()) };
    this.clock = new SteadyClock(clocks);
    this.file = new SharedFile({
      path: join(options.folder, 'history.sqlite'),
      schema: historySchema,
      prepare: (database) => {
        this.interrupt(database, false);
        return new CallWriter(database, this.file.sessions.id);
      },
      finish: (database) => this.interrupt(database, true),
      onProblem: (message) => options.onProblem(msg('The call history is not saved. {0}', message)),
      clocks,
    });
    const clean = (): void => void this.clean();
    this.timers = [setTimeout(clean, CLEANING.firstMs), setInterval(clean, CLEANING.everyMs)];
    for (const timer of this.timers) timer.unref();
  }

  get isOn(): boolean {
    return keepsAnything(this.options.retention());
  }

  /**
   * Writes the event soon, together with those that follow until then. `origin` is saved with the start. Never throws.
   */
  record(conversation: string, event: CallEvent, origin?: CallOrigin): void {
    const key = `${conversation} ${event.id}`;
    if (event.type === 'callStart' && this.isOn) {
      const { source, toolName } = event;
      this.pending.set(key, { source, toolName });
    }
    const call = this.pending.get(key);
    if (!call) return;
    const update = this.unsaved.get(call) ?? {};
    this.unsaved.set(call, update);
    if (!this.file.mayWrite) this.dropOldest();
    switch (event.type) {
      case 'callStart':
        update.begun = { ...event, conversation, origin, at: this.options.now() };
        break;
      case 'callAllowed':
        if (event.argsText !== undefined) update.argsText = event.argsText;
        break;
      case 'callEnd':
        update.ended = event;
        this.pending.delete(key);
    }
    this.flushing ??= setTimeout(() => this.flush(), DELAY_MS);
  }

  /** Writes the request's cost soon. Never throws. */
  spend(request: MeteredRequest): void {
    if (!this.isOn) return;
    this.spent.addRequest(request, this.options.now());
    this.flushing ??= setTimeout(() => this.flush(), DELAY_MS);
  }

  /** Writes now. Calls that cannot be written are tried again later. Never throws. */
  flush(): void {
    clearTimeout(this.flushing);
    this.flushing = undefined;
    if (!this.hasNews) return;
    if (this.file.mayWrite) this.write();
    if (this.hasNews) this.flushing = setTimeout(() => this.flush(), RETRY_MS).unref();
  }

  /**
   * Returns what the requests of today have taken, in millionths of a US dollar and in tokens; undefined if that is not
   * saved or cannot be read. Never throws.
   */
  spentToday(): { readonly cost: number; readonly tokens: number } | undefined {
    if (!this.isOn) return undefined;
    this.flush();
    try {
      const { rows } = this.spending(1);
      const sum = (count: (row: SpendingRow) => number): number =>
        rows.reduce((all, row) => all + count(row), 0);
      return { cost: sum(({ cost }) => cost), tokens: sum(({ input, output }) => input + output) };
    } catch {
      return undefined;
    }
  }

  numberOf(conversation: string, id: string): number | undefined {
    this.flush();
    return this.pending.get(`${conversation} ${id}`)?.written?.seq;
  }

  // The methods below throw a StoreError, or SQLite's errors about an open file.

  /** Returns calls with numbers below `before`, newest first. */
  list(
    filter: HistoryFilter,
    page: { readonly limit: number; readonly before?: number | undefined },
  ): HistoryRow[] {
    return listCalls(this.database(), filter, page);
  }

  call(seq: number): HistoryCall | undefined {
    return readCall(this.database(), seq);
  }

  facets(): HistoryFacets {
    return facetsOf(this.database());
  }

  statistics(filter: HistoryFilter): ToolStatistics[] {
    return statisticsOf(this.database(), filter);
  }

  /** Returns the spending of `days` days up to today. `today` has the form of the rows' days. */
  spending(days: number): { readonly today: string; readonly rows: readonly SpendingRow[] } {
    const now = this.options.now();
    return { today: dayOf(now), rows: spendingSince(this.database(), dayOf(now, days - 1)) };
  }

  export(filter: HistoryFilter): Iterable<string> {
    return exportCalls(this.database(), filter);
  }

  /** Renames at once, and resolves when the search finds the new name. Wire names do not change. Never rejects. */
  async renameServer(from: string, to: string): Promise<void> {
    this.flush();
    if (!this.file.exists) return;
    try {
      const database = this.database();
      renameCalls(database, from, to);
      this.changed.fire();
      await indexAgain(database, to);
    } catch (error) {
      this.file.failed(error);
    }
  }

  deleteAll(): void {
    deleteAll(this.database());
    this.changed.fire();
  }

  /** Deletes calls that are too old or too many, and marks those of crashed windows. Never rejects. */
  async clean(): Promise<void> {
    this.flush();
    if (!this.file.exists) return;
    try {
      const { database } = this.file.open();
      this.interrupt(database, false);
      const newest = database.prepare('SELECT max(at) AS at FROM calls').get()?.['at'];
      const isSteady = this.clock.isSteady(typeof newest === 'number' ? newest : undefined);
      const retention = this.options.retention();
      const maxAgeDays = isSteady || retention.maxAgeDays <= 0 ? retention.maxAgeDays : Infinity;
      await retain(database, { ...retention, maxAgeDays }, this.options.now());
    } catch (error) {
      this.file.failed(error);
    }
    this.changed.fire();
  }

  /** Marks pending calls as interrupted. */
  dispose(): void {
    this.timers.forEach((timer) => clearTimeout(timer));
    this.changed.dispose();
    clearTimeout(this.flushing);
    // This is the last try, so it does not wait after a failure.
    if (this.hasNews) this.write();
    this.file.close();
  }

  /** Marks the pending calls of ended sessions as interrupted. `ending` includes this session. */
  private interrupt(database: Database, ending: boolean): void {
    transaction(database, () => {
      this.file.sessions.forgetGone(database, ending);
      // A window that only slept corrects its calls when they end.
      database.exec(
        `UPDATE calls SET status = 'interrupted'
         WHERE status = 'pending' AND session NOT IN (SELECT id FROM sessions)`,
      );
    });
  }

  private database(): Database {
    this.flush();
    return this.file.open().database;
  }

  private dropOldest(): void {
    for (const call of this.unsaved.keys()) {
      if (this.unsaved.size <= MOST_UNSAVED) return;
      this.unsaved.delete(call);
    }
  }

  private get hasNews(): boolean {
    return this.unsaved.size > 0 || !this.spent.isEmpty;
  }

  private write(): void {
    const calls = this.unsaved;
    if (this.file.attempt(() => this.file.open().parts.write(calls, this.options.redact)))
      this.unsaved = new Map();
    else this.dropOldest();
    if (!this.spent.isEmpty) this.file.attempt(() => this.spent.write(this.file.open().database));
    this.changed.fire();
  }
}

export function isCallEvent<Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { type: CallEvent['type'] }> {
  return event.type === 'callStart' || event.type === 'callAllowed' || event.type === 'callEnd';
}
