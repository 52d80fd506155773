/**
 * The call history of one window: writes every call as it happens and reads all that were kept, of every window.
 * Writing never throws and never waits for long: a history that fails must not take a turn with it.
 */
import { randomUUID } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type {
  HistoryCall,
  HistoryFacets,
  HistoryFilter,
  HistoryRow,
  ToolSource,
  ToolStatistics,
} from '../protocol/index.ts';
import { CallWriter, renameServer, type BegunCall, type EndedCall } from './calls.ts';
import { exportCalls } from './export.ts';
import { migrate } from './migrations.ts';
import { facetsOf, listCalls, readCall, statisticsOf } from './queries.ts';
import { deleteAll, keepsAnything, retain, type Retention } from './retention.ts';
import { beat, closeSessions, HEARTBEAT_MS } from './sessions.ts';
import { openDatabase, type Database } from './sqlite.ts';

/** What happens to a call, in the words of a turn's events; `id` is unique in the conversation. */
export type CallEvent =
  | ({ readonly type: 'callStart'; readonly id: string } & Omit<BegunCall, 'conversation'>)
  | { readonly type: 'callAllowed'; readonly id: string; readonly argsText?: string }
  | {
      readonly type: 'callEnd';
      readonly id: string;
      readonly result: Pick<EndedCall, 'status' | 'content'>;
      readonly durationMs: number;
    };

/** What the history needs of whoever embeds it. */
export interface HistoryOptions {
  /** Where its file is; made when first needed. */
  readonly folder: string;
  /** How much is to be kept now. */
  readonly retention: () => Retention;
  /** `text`, which a call of that source sends or has brought, without secrets. */
  readonly mask: (source: ToolSource, text: string) => string;
  /** Hears why calls are not kept, once until that changes. */
  readonly onProblem: (message: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
}

/** When the first look for old calls is taken, and how often then, in ms. */
const CLEANING = { firstMs: 10_000, everyMs: 3_600_000 } as const;
/** After a failure nothing is written for so long, because each try may wait, in ms. */
const PAUSE_MS = 30_000;

interface Open {
  readonly database: Database;
  readonly writer: CallWriter;
  readonly heartbeat: NodeJS.Timeout;
}

export class CallHistory {
  private readonly options: HistoryOptions;
  private readonly session = randomUUID();
  private readonly pending = new Map<string, { readonly seq: number; readonly source: ToolSource }>();
  private readonly listeners = new Set<() => void>();
  private readonly timers: NodeJS.Timeout[];
  private opened: Open | undefined;
  private problem: string | undefined;
  private pausedUntil = 0;

  /** Touches no disk yet. */
  constructor(options: HistoryOptions) {
    this.options = options;
    const clean = (): void => void this.clean();
    this.timers = [setTimeout(clean, CLEANING.firstMs), setInterval(clean, CLEANING.everyMs)];
    for (const timer of this.timers) timer.unref();
  }

  /** Whether the settings want anything kept. */
  get isOn(): boolean {
    return keepsAnything(this.options.retention());
  }

  /** Calls `listener` after each change that this window makes. Returns how to stop that. */
  onDidChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Writes down what happens to a call. Never throws. */
  record(conversation: string, event: CallEvent): void {
    const key = `${conversation} ${event.id}`;
    const known = this.pending.get(key);
    if (event.type === 'callStart' ? !this.mayWrite() : !known) return;
    try {
      const { writer } = this.open();
      if (event.type === 'callStart') {
        const argsText = this.options.mask(event.source, event.argsText);
        const seq = writer.begin({ ...event, conversation, argsText }, this.options.now());
        this.pending.set(key, { seq, source: event.source });
      } else if (known && event.type === 'callAllowed') {
        if (event.argsText === undefined) return;
        writer.changeArguments(known.seq, this.options.mask(known.source, event.argsText));
      } else if (known && event.type === 'callEnd') {
        this.pending.delete(key);
        const { result, durationMs } = event;
        writer.end(known.seq, { ...result, durationMs }, (text) => this.options.mask(known.source, text));
      }
      this.problem = undefined;
    } catch (error) {
      this.failed(error as Error);
    }
    this.tell();
  }

  /** The number of a call that is under way. */
  numberOf(conversation: string, id: string): number | undefined {
    return this.pending.get(`${conversation} ${id}`)?.seq;
  }

  // What reads throws a StoreError, or what SQLite says, when the file cannot be used.

  /** The newest calls that the filter lets through, below the number `before`: at most `limit`. */
  list(filter: HistoryFilter, page: { readonly limit: number; readonly before?: number }): HistoryRow[] {
    return listCalls(this.open().database, filter, page);
  }

  /** One call whole; undefined if it is no longer there. */
  call(seq: number): HistoryCall | undefined {
    return readCall(this.open().database, seq);
  }

  facets(): HistoryFacets {
    return facetsOf(this.open().database);
  }

  statistics(filter: HistoryFilter): ToolStatistics[] {
    return statisticsOf(this.open().database, filter);
  }

  /** A JSON array of the calls, in pieces of text. */
  export(filter: HistoryFilter): Iterable<string> {
    return exportCalls(this.open().database, filter);
  }

  /** Has the calls of a server stand under its new name. What they were called by on the wire stays. */
  renameServer(from: string, to: string): void {
    if (!this.opened && !existsSync(this.file)) return;
    renameServer(this.open().database, from, to);
    this.tell();
  }

  /** Deletes every call of every window for good. */
  deleteAll(): void {
    deleteAll(this.open().database);
    this.tell();
  }

  /** Deletes what is too old or too much, and marks what crashed windows left. Never rejects. */
  async clean(): Promise<void> {
    // Who has never made a call needs no file.
    if (!this.opened && !existsSync(this.file)) return;
    try {
      const { database } = this.open();
      closeSessions(database, this.options.now(), { id: this.session, ending: false });
      await retain(database, this.options.retention(), this.options.now());
    } catch (error) {
      this.failed(error as Error);
    }
    this.tell();
  }

  /** Ends the session; calls under way count as interrupted. */
  dispose(): void {
    this.timers.forEach((timer) => clearTimeout(timer));
    this.listeners.clear();
    if (!this.opened) return;
    const { database, heartbeat } = this.opened;
    clearInterval(heartbeat);
    try {
      closeSessions(database, this.options.now(), { id: this.session, ending: true });
      database.close();
    } catch (error) {
      this.failed(error as Error);
    }
    this.opened = undefined;
  }

  private get file(): string {
    return join(this.options.folder, 'history.sqlite');
  }

  private open(): Open {
    if (this.opened) return this.opened;
    mkdirSync(this.options.folder, { recursive: true });
    const database = openDatabase(this.file);
    try {
      migrate(database);
      const now = this.options.now();
      beat(database, this.session, now);
      closeSessions(database, now, { id: this.session, ending: false });
      const heartbeat = setInterval(() => this.beat(), HEARTBEAT_MS);
      heartbeat.unref();
      this.opened = { database, writer: new CallWriter(database, this.session), heartbeat };
      return this.opened;
    } catch (error) {
      database.close();
      throw error;
    }
  }

  private beat(): void {
    try {
      if (this.opened) beat(this.opened.database, this.session, this.options.now());
    } catch (error) {
      this.failed(error as Error);
    }
  }

  private mayWrite(): boolean {
    return this.isOn && this.options.now() >= this.pausedUntil;
  }

  private failed({ message }: Error): void {
    this.pausedUntil = this.options.now() + PAUSE_MS;
    if (this.problem === undefined) this.options.onProblem(`The call history is not kept: ${message}`);
    this.problem = message;
  }

  private tell(): void {
    for (const listener of this.listeners) listener();
  }
}

/** Whether an event of a turn is one that the history writes down. */
export function isCallEvent<Event extends { readonly type: string }>(
  event: Event,
): event is Extract<Event, { type: CallEvent['type'] }> {
  return event.type === 'callStart' || event.type === 'callAllowed' || event.type === 'callEnd';
}
