/** The conversations of all windows. Writing never throws; the caller tries again. */
import { join } from 'node:path';
import { type LocalizedMessage, msg } from '../base/common/message.ts';
import type { ConversationChange, ConversationRow, SavedConversation, TitledBy } from '../protocol/index.ts';
import { retainConversations, type ConversationRetention } from './conversationRetention.ts';
import { listConversations, readConversation } from './conversationQueries.ts';
import { conversationSchema } from './conversationSchema.ts';
import { distinctTitle } from './distinctTitle.ts';
import { ConversationWriter } from './conversationWriter.ts';
import { SavedFileChanges } from './savedFileChanges.ts';
import { SharedFile } from './sharedFile.ts';
import { SteadyClock } from './steadyClock.ts';
import { giveBack, transaction, type Database } from './sqlite.ts';

export interface ConversationsOptions {
  /** Folder of the file, created when it is first needed. */
  readonly folder: string;
  /** URI of the workspace, or empty. */
  readonly workspace: string;
  /** Absent means that all conversations are kept. */
  readonly retention?: (() => ConversationRetention) | undefined;
  /** Called once with the reason why conversations are not saved, until that changes. */
  readonly onProblem: (message: LocalizedMessage) => void;
  readonly now: () => number;
  /** Clock in ms that only goes forward; absent means the process's own. */
  readonly monotonic?: (() => number) | undefined;
}

/** Time in ms during which a deleted conversation can be restored. */
const UNDO_MS = 3_600_000;
const CLEANING = { firstMs: 20_000, everyMs: 3_600_000 } as const;

export class ConversationStore {
  readonly changes: SavedFileChanges;
  private readonly options: ConversationsOptions;
  private readonly file: SharedFile<ConversationWriter>;
  private readonly clock: SteadyClock;
  private readonly timers: readonly NodeJS.Timeout[];
  /** Id that could not be saved as the conversation shown last. */
  private unsavedShown: string | undefined;

  constructor(options: ConversationsOptions) {
    this.options = options;
    const clocks = { now: options.now, monotonic: options.monotonic ?? (() => performance.now()) };
    this.clock = new SteadyClock(clocks);
    this.file = new SharedFile({
      path: join(options.folder, 'conversations.sqlite'),
      schema: conversationSchema,
      prepare: (database) => this.prepare(database),
      finish: (database) => this.file.sessions.forgetGone(database, true),
      onProblem: (message) => options.onProblem(msg('Conversations are not saved. {0}', message)),
      clocks,
    });
    this.changes = new SavedFileChanges(this.file);
    const clean = (): void => void this.clean();
    this.timers = [setTimeout(clean, CLEANING.firstMs), setInterval(clean, CLEANING.everyMs)];
    for (const timer of this.timers) timer.unref();
  }

  /** Writes the whole change or nothing. Returns whether it was written. Never throws. */
  write(id: string, change: ConversationChange): boolean {
    if (!this.file.mayWrite) return false;
    const isWritten = this.file.attempt(() => this.file.open().parts.write(id, change, this.options.now()));
    if (isWritten && this.unsavedShown !== undefined) this.remember(this.unsavedShown);
    return isWritten;
  }

  /** Returns the conversation shown last, unless another window has it open. Never throws. */
  lastShown(): string | undefined {
    let found: string | undefined;
    if (!this.file.exists) return undefined;
    this.file.attempt(() => {
      const row = this.database
        .prepare('SELECT conversation FROM shown WHERE workspace = ?')
        .get(this.options.workspace);
      const id = row?.['conversation'];
      if (typeof id === 'string' && this.canShow(id)) found = id;
    });
    return found;
  }

  /**
   * Marks the conversation as open in this window, unless another window has it open, and `instead` as closed. Never
   * throws.
   */
  show(id: string, instead?: string): void {
    this.note((run, session) => {
      if (instead !== undefined)
        run('UPDATE conversations SET owner = NULL WHERE id = ? AND owner = ?', instead, session);
      run(
        `UPDATE conversations SET owner = ?, unread = 0 WHERE id = ?
         AND (owner IS NULL OR owner = ? OR owner NOT IN (SELECT id FROM sessions))`,
        session,
        id,
        session,
      );
    });
  }

  /** Marks that the newest answer has not been seen. Never throws. */
  setUnread(id: string, isUnread: boolean): void {
    this.note((run) => run('UPDATE conversations SET unread = ? WHERE id = ?', isUnread ? 1 : 0, id));
  }

  /** Marks the conversation as closed. Never throws. */
  leave(id: string): void {
    this.note((run, session) =>
      run('UPDATE conversations SET owner = NULL WHERE id = ? AND owner = ?', id, session),
    );
  }

  /** Makes the conversation the first one to show the next time. Never throws. */
  remember(id: string): void {
    const isNoted = this.note((run) =>
      run(
        `INSERT INTO shown (workspace, conversation) VALUES (?, ?)
         ON CONFLICT (workspace) DO UPDATE SET conversation = excluded.conversation`,
        this.options.workspace,
        id,
      ),
    );
    this.unsavedShown = isNoted ? undefined : id;
  }

  // The methods below throw a StoreError, or SQLite's errors about an open file.

  /** Returns undefined if the conversation does not exist or is deleted. */
  read(id: string): SavedConversation | undefined {
    return this.file.exists ? readConversation(this.database, id) : undefined;
  }

  list(text: string, limit: number): ConversationRow[] {
    if (!this.file.exists) return [];
    const { database } = this;
    const { sessions } = this.file;
    sessions.forgetGone(database);
    return listConversations(database, { text, limit, session: sessions.id });
  }

  /** Returns the ids of all conversations, including deleted ones that can be restored. */
  ids(): ReadonlySet<string> {
    if (!this.file.exists) return new Set();
    return new Set(
      this.database
        .prepare('SELECT id FROM conversations')
        .all()
        .map(({ id }) => String(id)),
    );
  }

  isOpenElsewhere(id: string): boolean {
    const { sessions } = this.file;
    sessions.forgetGone(this.database);
    const row = this.database
      .prepare(
        'SELECT 1 FROM conversations WHERE id = ? AND owner <> ? AND owner IN (SELECT id FROM sessions)',
      )
      .get(id, sessions.id);
    return row !== undefined;
  }

  /** Returns a text that changes with each new message, and when a turn begins or ends. */
  version(id: string): string {
    const row = this.database
      .prepare(
        `SELECT changed_at, value FROM conversations
         LEFT JOIN facts ON conversation = number AND name = 'running' WHERE id = ?`,
      )
      .get(id);
    return JSON.stringify(row ?? null);
  }

  /** The conversation is not deleted and not open in another window. */
  canShow(id: string): boolean {
    const deleted = this.database
      .prepare('SELECT 1 FROM conversations WHERE id = ? AND deleted_at IS NOT NULL')
      .get(id);
    return !deleted && !this.isOpenElsewhere(id);
  }

  /** Returns undefined while nothing of the conversation is saved. */
  title(id: string): Pick<ConversationRow, 'title' | 'titledBy'> | undefined {
    if (!this.file.exists) return undefined;
    const row = this.database.prepare('SELECT title, titled_by FROM conversations WHERE id = ?').get(id);
    return row && { title: String(row['title']), titledBy: String(row['titled_by']) as TitledBy };
  }

  /**
   * The model never replaces a title of the user. A title that another conversation has gets a number, unless it is the
   * user's.
   */
  rename(id: string, title: string, by: TitledBy): void {
    const { database } = this;
    database
      .prepare(
        `UPDATE conversations SET title = ?, titled_by = ? WHERE id = ? AND (? = 'user' OR titled_by <> 'user')`,
      )
      .run(by === 'user' ? title : distinctTitle(database, title, id), by, id, by);
  }

  delete(id: string): void {
    this.database.prepare('UPDATE conversations SET deleted_at = ? WHERE id = ?').run(this.options.now(), id);
  }

  restore(id: string): void {
    this.database.prepare('UPDATE conversations SET deleted_at = NULL WHERE id = ?').run(id);
  }

  purge(id: string): void {
    const { changes } = this.database
      .prepare('DELETE FROM conversations WHERE id = ? AND deleted_at IS NOT NULL')
      .run(id);
    if (Number(changes) > 0) forgetBytes(this.database);
  }

  pin(id: string, isPinned: boolean): void {
    this.database.prepare('UPDATE conversations SET pinned = ? WHERE id = ?').run(Number(isPinned), id);
  }

  /** Removes conversations that are too old or too many. Never rejects. */
  async clean(): Promise<void> {
    const { retention, now } = this.options;
    if (!retention || !this.file.exists) return;
    try {
      const { database } = this;
      this.file.sessions.forgetGone(database);
      const newest = database.prepare('SELECT max(changed_at) AS at FROM conversations').get()?.['at'];
      const isSteady = this.clock.isSteady(typeof newest === 'number' ? newest : undefined);
      const removed = await retainConversations(
        database,
        isSteady ? retention() : { ...retention(), maxAgeDays: 0 },
        now(),
      );
      if (removed > 0 && database.isOpen) forgetBytes(database);
    } catch (error) {
      this.file.failed(error);
    }
  }

  dispose(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.file.close();
  }

  private note(
    work: (run: (sql: string, ...values: (string | number)[]) => unknown, session: string) => unknown,
  ): boolean {
    if (!this.file.mayWrite) return false;
    return this.file.attempt(() => {
      const { database } = this;
      transaction(database, () =>
        work((sql, ...values) => database.prepare(sql).run(...values), this.file.sessions.id),
      );
    });
  }

  private get database(): Database {
    return this.file.open().database;
  }

  private prepare(database: Database): ConversationWriter {
    const { now, workspace } = this.options;
    this.file.sessions.forgetGone(database);
    const { changes } = database
      .prepare('DELETE FROM conversations WHERE deleted_at < ?')
      .run(now() - UNDO_MS);
    if (Number(changes) > 0) forgetBytes(database);
    return new ConversationWriter(database, { workspace, session: this.file.sessions.id });
  }
}

function forgetBytes(database: Database): void {
  // The index keeps words of deleted items until its parts are merged.
  database.exec(`INSERT INTO item_words (item_words) VALUES ('optimize')`);
  giveBack(database);
}
