/**
 * The conversations of all windows, kept as they happen. Writing never throws: what cannot be written now is
 * offered again by whoever wrote it. A conversation is open in one window at a time.
 */
import { join } from 'node:path';
import { t } from '@vscode/l10n';
import type { ConversationChange, ConversationRow, SavedConversation, TitledBy } from '../protocol/index.ts';
import { retainConversations, type ConversationRetention } from './conversationRetention.ts';
import { listConversations, readConversation } from './conversationQueries.ts';
import { conversationSchema } from './conversationSchema.ts';
import { ConversationWriter } from './conversationWriter.ts';
import { SavedFileChanges } from './savedFileChanges.ts';
import { SharedFile } from './sharedFile.ts';
import { SteadyClock } from './steadyClock.ts';
import { giveBack, transaction, type Database } from './sqlite.ts';

/** What the conversations need of whoever embeds them. */
export interface ConversationsOptions {
  /** Where their file is; made when first needed. */
  readonly folder: string;
  /** What this window works on: the URI of its workspace, or empty. */
  readonly workspace: string;
  /** How many are to be kept now; without it all are. */
  readonly retention?: () => ConversationRetention;
  /** Hears why conversations are not kept, once until that changes. */
  readonly onProblem: (message: string) => void;
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  /** Milliseconds by a clock that only goes forward; that of the process if absent. */
  readonly monotonic?: () => number;
}

/** How long a deleted conversation can come back, if nobody says that it need not, in ms. */
const UNDO_MS = 3_600_000;
/** When the first look for old ones is taken, and how often then, in ms. */
const CLEANING = { firstMs: 20_000, everyMs: 3_600_000 } as const;

export class ConversationStore {
  /** What the files were that turns of the conversations have changed. */
  readonly changes: SavedFileChanges;
  private readonly options: ConversationsOptions;
  private readonly file: SharedFile<ConversationWriter>;
  private readonly clock: SteadyClock;
  private readonly timers: readonly NodeJS.Timeout[];
  /** What could not be noted as shown. */
  private unremembered: string | undefined;

  /** Touches no disk yet. */
  constructor(options: ConversationsOptions) {
    this.options = options;
    const clocks = { now: options.now, monotonic: options.monotonic ?? (() => performance.now()) };
    this.clock = new SteadyClock(clocks);
    this.file = new SharedFile({
      path: join(options.folder, 'conversations.sqlite'),
      schema: conversationSchema,
      prepare: (database) => this.prepare(database),
      finish: (database) => this.file.sessions.forgetGone(database, true),
      onProblem: (message) => options.onProblem(t('Conversations are not saved. {0}', message)),
      clocks,
    });
    this.changes = new SavedFileChanges(this.file);
    const clean = (): void => void this.clean();
    this.timers = [setTimeout(clean, CLEANING.firstMs), setInterval(clean, CLEANING.everyMs)];
    for (const timer of this.timers) timer.unref();
  }

  /** Writes what has happened, whole or not at all; says whether it is written. Never throws. */
  write(id: string, change: ConversationChange): boolean {
    if (!this.file.mayWrite) return false;
    const isWritten = this.file.attempt(() => this.file.open().parts.write(id, change, this.options.now()));
    if (isWritten && this.unremembered !== undefined) this.remember(this.unremembered);
    return isWritten;
  }

  /** The conversation that this workspace showed last, unless another window has it open. Never throws. */
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

  /** Notes that this window has a conversation open, and no longer the one that it shows in its place. Never throws. */
  show(id: string, instead?: string): void {
    this.note((run, session) => {
      if (instead !== undefined) run('UPDATE conversations SET owner = NULL WHERE id = ?', instead);
      run('UPDATE conversations SET owner = ? WHERE id = ?', session, id);
    });
  }

  /** Notes that this window has it open no longer. Never throws. */
  leave(id: string): void {
    this.note((run, session) =>
      run('UPDATE conversations SET owner = NULL WHERE id = ? AND owner = ?', id, session),
    );
  }

  /** Has the workspace begin with this one the next time. Never throws. */
  remember(id: string): void {
    const isNoted = this.note((run) =>
      run(
        `INSERT INTO shown (workspace, conversation) VALUES (?, ?)
         ON CONFLICT (workspace) DO UPDATE SET conversation = excluded.conversation`,
        this.options.workspace,
        id,
      ),
    );
    this.unremembered = isNoted ? undefined : id;
  }

  // The rest throws a StoreError, or what SQLite says of a file that is open.

  /** Everything that is kept of a conversation; undefined if it is not there, or deleted. */
  read(id: string): SavedConversation | undefined {
    return this.file.exists ? readConversation(this.database, id) : undefined;
  }

  /** The conversations with these words in their titles or texts: the pinned ones, then the newest, at most `limit`. */
  list(text: string, limit: number): ConversationRow[] {
    return this.file.exists ? listConversations(this.database, text, limit) : [];
  }

  /** Whether a window that is still there, but is not this one, has it open. */
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

  /** Whether this window can go on with it, or begin it: it is not deleted, and no other window has it open. */
  canShow(id: string): boolean {
    const deleted = this.database
      .prepare('SELECT 1 FROM conversations WHERE id = ? AND deleted_at IS NOT NULL')
      .get(id);
    return !deleted && !this.isOpenElsewhere(id);
  }

  /** The title and who gave it; undefined while nothing is kept of the conversation. */
  title(id: string): Pick<ConversationRow, 'title' | 'titledBy'> | undefined {
    if (!this.file.exists) return undefined;
    const row = this.database.prepare('SELECT title, titled_by FROM conversations WHERE id = ?').get(id);
    return row && { title: String(row['title']), titledBy: String(row['titled_by']) as TitledBy };
  }

  /** Gives a title. The model does not change what the user has written. */
  rename(id: string, title: string, by: TitledBy): void {
    this.database
      .prepare(
        `UPDATE conversations SET title = ?, titled_by = ? WHERE id = ? AND (? = 'user' OR titled_by <> 'user')`,
      )
      .run(title, by, id, by);
  }

  /** Takes a conversation out of the lists. Until it is purged it can be restored. */
  delete(id: string): void {
    this.database.prepare('UPDATE conversations SET deleted_at = ? WHERE id = ?').run(this.options.now(), id);
  }

  restore(id: string): void {
    this.database.prepare('UPDATE conversations SET deleted_at = NULL WHERE id = ?').run(id);
  }

  /** Removes a deleted conversation for good, with the bytes that it was. */
  purge(id: string): void {
    const { changes } = this.database
      .prepare('DELETE FROM conversations WHERE id = ? AND deleted_at IS NOT NULL')
      .run(id);
    if (Number(changes) > 0) forgetBytes(this.database);
  }

  /** Has it stay whatever its age, or no longer. */
  pin(id: string, isPinned: boolean): void {
    this.database.prepare('UPDATE conversations SET pinned = ? WHERE id = ?').run(Number(isPinned), id);
  }

  /** Removes for good what is too old or too much. Never rejects. */
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

  /** Ends the session. */
  dispose(): void {
    for (const timer of this.timers) clearTimeout(timer);
    this.file.close();
  }

  private note(
    work: (run: (sql: string, ...values: string[]) => unknown, session: string) => unknown,
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

/** Removes what deleted conversations have left in the file. */
function forgetBytes(database: Database): void {
  // The index keeps the words of what was deleted until its parts are merged.
  database.exec(`INSERT INTO item_words (item_words) VALUES ('optimize')`);
  giveBack(database);
}
