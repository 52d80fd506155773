/** Files before turns changed them, saved with the conversation. No method throws. */
import type { ChangedFile } from '../protocol/index.ts';
import type { SharedFile } from './sharedFile.ts';
import { transaction, type Database } from './sqlite.ts';

/** Limit of the texts of all turns together. */
const KEPT = 50_000_000;

export class SavedFileChanges {
  private readonly file: Pick<SharedFile<unknown>, 'exists' | 'mayWrite' | 'attempt' | 'open'>;
  private readonly kept: number;

  constructor(file: SavedFileChanges['file'], kept = KEPT) {
    this.file = file;
    this.kept = kept;
  }

  /** Saves the files of a turn, unless nothing of the conversation is saved. */
  saveTurn(conversation: string, turn: string, files: readonly ChangedFile[]): void {
    const text = JSON.stringify(files);
    this.write((database) => {
      database
        .prepare(
          `INSERT INTO changes (turn, conversation, size, files)
           SELECT ?, number, ?, ? FROM conversations WHERE id = ?`,
        )
        .run(turn, text.length, text, conversation);
      database
        .prepare(
          `DELETE FROM changes WHERE number IN (
             SELECT number FROM (SELECT number, sum(size) OVER (ORDER BY number DESC) AS total FROM changes)
             WHERE total > ?)`,
        )
        .run(this.kept);
    });
  }

  replace(turn: string, files: readonly ChangedFile[]): void {
    const text = JSON.stringify(files);
    this.write((database) =>
      database.prepare('UPDATE changes SET size = ?, files = ? WHERE turn = ?').run(text.length, text, turn),
    );
  }

  of(turn: string): readonly ChangedFile[] | undefined {
    const files = this.read('SELECT files FROM changes WHERE turn = ?', turn)?.['files'];
    return typeof files === 'string' ? (JSON.parse(files) as ChangedFile[]) : undefined;
  }

  has(turn: string): boolean {
    return this.read('SELECT 1 FROM changes WHERE turn = ?', turn) !== undefined;
  }

  private write(work: (database: Database) => unknown): void {
    if (!this.file.mayWrite) return;
    this.file.attempt(() => {
      const { database } = this.file.open();
      transaction(database, () => work(database));
    });
  }

  private read(sql: string, turn: string): Readonly<Record<string, unknown>> | undefined {
    let row: Readonly<Record<string, unknown>> | undefined;
    if (this.file.exists) this.file.attempt(() => (row = this.file.open().database.prepare(sql).get(turn)));
    return row;
  }
}
