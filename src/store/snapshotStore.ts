/** Snapshots of workspace files, by content hash. They have their own file, because no conversation depends on them. */
import { join } from 'node:path';
import { promisify } from 'node:util';
import { deflateRaw, inflateRaw } from 'node:zlib';
import * as v from 'valibot';
import { type LocalizedMessage, msg } from '../base/common/message.ts';
import { SharedFile } from './sharedFile.ts';
import { snapshotSchema } from './snapshotSchema.ts';
import { giveBack, transaction, type Database } from './sqlite.ts';

const compress = promisify(deflateRaw);
const expand = promisify(inflateRaw);

export interface SnapshotStoreOptions {
  /** Folder of the file, created when it is first needed. */
  readonly folder: string;
  /** Called once with the reason why snapshots are not saved, until that changes. */
  readonly onProblem: (message: LocalizedMessage) => void;
  /** Returns the ids of existing conversations. @throws Error if they are not known */
  readonly conversations: () => ReadonlySet<string>;
  readonly now: () => number;
  /** Clock in ms that only goes forward. */
  readonly monotonic: () => number;
  /** Limit in bytes on the disk. */
  readonly maxBytes?: number | undefined;
}

const restoredList = v.array(v.object({ uri: v.string(), hash: v.nullable(v.string()) }));
/** Files as a restore left them. `hash` is null for a deleted file. */
export type RestoredFiles = v.InferOutput<typeof restoredList>;

const rootList = v.array(
  v.object({
    uri: v.string(),
    root: v.string(),
    isWhole: v.boolean(),
    /** The first paths that the snapshot has not looked at. Earlier versions did not save them. */
    missed: v.exactOptional(v.array(v.string())),
  }),
);
export type SnapshotRoots = v.InferOutput<typeof rootList>;

export interface CheckpointKey {
  readonly conversation: string;
  /** Id of the user's message, or of the workspace. */
  readonly item: string;
  /** `message` is from when it was sent, `restore` from before files were restored. */
  readonly kind: 'message' | 'restore';
}

export interface SavedCheckpoint {
  readonly number: number;
  readonly item: string;
  readonly at: number;
  readonly roots: SnapshotRoots;
  readonly files: RestoredFiles;
}

/** Returns the hashes to which the saved list of a folder refers. */
export type ReferencesOf = (list: Buffer | undefined) => {
  readonly trees: readonly string[];
  readonly files: readonly string[];
};

const MAX_BYTES = 500_000_000;
/** Younger objects are not removed: another window may be about to save a snapshot with them. */
const YOUNG_MS = 3_600_000;
const LEVEL = 1;

export class SnapshotStore {
  private readonly options: SnapshotStoreOptions;
  private readonly file: SharedFile<undefined>;

  constructor(options: SnapshotStoreOptions) {
    this.options = options;
    const { folder, now, monotonic, onProblem } = options;
    this.file = new SharedFile({
      path: join(folder, 'snapshots.sqlite'),
      schema: snapshotSchema,
      prepare: (database) => {
        this.file.sessions.forgetGone(database);
        return undefined;
      },
      finish: (database) => this.file.sessions.forgetGone(database, true),
      onProblem: (message) => onProblem(msg('Checkpoints are not saved. {0}', message)),
      clocks: { now, monotonic },
    });
  }

  async put(objects: readonly { readonly hash: string; readonly bytes: Buffer }[]): Promise<void> {
    const packed: { hash: string; data: Buffer }[] = [];
    for (const { hash, bytes } of objects) {
      if (!this.has(hash)) packed.push({ hash, data: await compress(bytes, { level: LEVEL }) });
    }
    this.write((database) => {
      const insert = database.prepare(
        'INSERT INTO objects (hash, added_at, data) VALUES (?, ?, ?) ON CONFLICT (hash) DO NOTHING',
      );
      for (const { hash, data } of packed) insert.run(hash, this.options.now(), data);
      // Objects that existed get a new time, so that they stay until the snapshot refers to them.
      const touch = database.prepare('UPDATE objects SET added_at = ? WHERE hash = ?');
      for (const { hash } of objects) touch.run(this.options.now(), hash);
    });
  }

  /** Resolves with undefined if there is no such object. Rejects if it is damaged. */
  async get(hash: string): Promise<Buffer | undefined> {
    const data = this.read((database) =>
      database.prepare('SELECT data FROM objects WHERE hash = ?').get(hash),
    )?.['data'];
    return data instanceof Uint8Array ? expand(data) : undefined;
  }

  generation(): number {
    return Number(
      this.read((database) => database.prepare('SELECT number FROM generation').get())?.['number'] ?? 0,
    );
  }

  /**
   * Saves a checkpoint. The first one of a message is never replaced. Returns false if objects were removed since
   * `generation`. Never throws.
   */
  saveCheckpoint(
    { conversation, item, kind }: CheckpointKey,
    { roots, files = [] }: { readonly roots: SnapshotRoots; readonly files?: RestoredFiles | undefined },
    generation: number,
  ): boolean {
    let isCurrent = false;
    try {
      this.write((database) => {
        isCurrent =
          generation === Number(database.prepare('SELECT number FROM generation').get()?.['number']);
        if (!isCurrent) return;
        if (kind === 'restore') removeRestores(database, item);
        database
          .prepare(
            `INSERT OR IGNORE INTO checkpoints (conversation, item, kind, at, roots, files)
             VALUES (?, ?, ?, ?, ?, ?)`,
          )
          .run(conversation, item, kind, this.options.now(), JSON.stringify(roots), JSON.stringify(files));
      });
    } catch {
      return false;
    }
    return isCurrent;
  }

  /** `item` is the id of the workspace. */
  lastRestore(item: string): SavedCheckpoint | undefined {
    const row = this.read((database) =>
      database.prepare("SELECT * FROM checkpoints WHERE item = ? AND kind = 'restore'").get(item),
    );
    return row && checkpointOf(row);
  }

  /** Removes the checkpoint from before a restore. Never throws. */
  forgetRestore(item: string): void {
    this.file.attempt(() => removeRestores(this.file.open().database, item));
  }

  /** Returns undefined if there is no such checkpoint, or it cannot be read. */
  checkpoint({ conversation, item, kind }: CheckpointKey): SavedCheckpoint | undefined {
    const row = this.read((database) =>
      database
        .prepare('SELECT * FROM checkpoints WHERE conversation = ? AND item = ? AND kind = ?')
        .get(conversation, item, kind),
    );
    return row && checkpointOf(row);
  }

  /** Copies checkpoints to a conversation that begins in the same way. Never throws. */
  copyCheckpoints(from: string, to: string, items: ReadonlySet<string>): void {
    this.file.attempt(() => {
      if (!this.file.exists || !this.file.mayWrite) return;
      const { database } = this.file.open();
      transaction(database, () => {
        const rows = database
          .prepare("SELECT * FROM checkpoints WHERE conversation = ? AND kind = 'message'")
          .all(from);
        const insert = database.prepare(
          'INSERT OR IGNORE INTO checkpoints (conversation, item, kind, at, roots) VALUES (?, ?, ?, ?, ?)',
        );
        for (const { item, at, roots } of rows)
          if (items.has(String(item))) insert.run(to, String(item), 'message', Number(at), String(roots));
      });
    });
  }

  /**
   * Removes checkpoints of conversations that are gone, and the oldest ones if they take too much space. Never rejects.
   */
  async clean(referencesOf: ReferencesOf): Promise<void> {
    const { conversations, now, maxBytes = MAX_BYTES } = this.options;
    if (!this.file.exists || !this.file.mayWrite) return;
    let there: ReadonlySet<string>;
    try {
      there = conversations();
    } catch {
      // The store of the conversations reports the reason.
      return;
    }
    try {
      const { database } = this.file.open();
      this.file.sessions.forgetGone(database);
      // A conversation is saved a moment after the checkpoint of its first message.
      const gone = database
        .prepare("SELECT DISTINCT conversation FROM checkpoints WHERE kind = 'message' AND at < ?")
        .all(now() - YOUNG_MS)
        .map(({ conversation }) => String(conversation))
        .filter((id) => !there.has(id));
      for (const id of gone) database.prepare('DELETE FROM checkpoints WHERE conversation = ?').run(id);
      await this.sweep(database, referencesOf);
      while (database.isOpen && sizeOf(database) > maxBytes) {
        const { changes } = database
          .prepare(
            `DELETE FROM checkpoints WHERE number IN (
               SELECT number FROM checkpoints ORDER BY at, number
               LIMIT (SELECT max(1, count(*) / 4) FROM checkpoints))`,
          )
          .run();
        await this.sweep(database, referencesOf);
        if (Number(changes) === 0) break;
      }
    } catch (error) {
      this.file.failed(error);
    }
  }

  dispose(): void {
    this.file.close();
  }

  private has(hash: string): boolean {
    return (
      this.read((database) => database.prepare('SELECT 1 FROM objects WHERE hash = ?').get(hash)) !==
      undefined
    );
  }

  private async sweep(database: Database, referencesOf: ReferencesOf): Promise<void> {
    const kept = new Set<string>();
    const pending = database
      .prepare('SELECT roots FROM checkpoints')
      .all()
      .flatMap(({ roots }) => v.parse(rootList, JSON.parse(String(roots))).map(({ root }) => root));
    for (let hash = pending.pop(); hash !== undefined; hash = pending.pop()) {
      if (kept.has(hash)) continue;
      kept.add(hash);
      const list = await this.get(hash).catch(() => undefined);
      // A damaged list is reported when it is restored.
      if (!list) continue;
      const { trees, files } = referencesOf(list);
      pending.push(...trees);
      for (const file of files) kept.add(file);
    }
    if (!database.isOpen) return;
    const old = database
      .prepare('SELECT hash FROM objects WHERE added_at < ? OR added_at > ?')
      .all(this.options.now() - YOUNG_MS, this.options.now() + YOUNG_MS)
      .map(({ hash }) => String(hash))
      .filter((hash) => !kept.has(hash));
    if (old.length === 0) return;
    transaction(database, () => {
      const remove = database.prepare('DELETE FROM objects WHERE hash = ?');
      for (const hash of old) remove.run(hash);
      database.exec('UPDATE generation SET number = number + 1');
    });
    giveBack(database);
  }

  /** @throws Error if it cannot be written */
  private write(work: (database: Database) => void): void {
    if (!this.file.mayWrite) throw new Error('The file of checkpoints cannot be written at the moment.');
    let isDone = false;
    const isWritten = this.file.attempt(() => {
      const { database } = this.file.open();
      transaction(database, () => work(database));
      isDone = true;
    });
    if (!isWritten || !isDone) throw new Error('The checkpoint could not be saved.');
  }

  private read<Result>(work: (database: Database) => Result): Result | undefined {
    let result: Result | undefined;
    if (this.file.exists) this.file.attempt(() => (result = work(this.file.open().database)));
    return result;
  }
}

function checkpointOf(row: Readonly<Record<string, unknown>>): SavedCheckpoint {
  return {
    number: Number(row['number']),
    item: String(row['item']),
    at: Number(row['at']),
    roots: v.parse(rootList, JSON.parse(String(row['roots']))),
    files: v.parse(restoredList, JSON.parse(String(row['files']))),
  };
}

function removeRestores(database: Database, item: string): void {
  database.prepare("DELETE FROM checkpoints WHERE item = ? AND kind = 'restore'").run(item);
}

function sizeOf(database: Database): number {
  return Number(database.prepare('SELECT sum(length(data)) AS total FROM objects').get()?.['total'] ?? 0);
}
