/**
 * What files were before a turn changed them through the built-in tools, and what it left; in memory, for as long as
 * the window is open. Knows nothing of the editor.
 */
import type { ChangesState, TurnChanges } from '../../protocol/index.ts';

/** One change of a file. Texts have line feeds, whatever ends the lines of the file. */
export interface FileEdit {
  readonly uri: string;
  /** The path as results name it. */
  readonly label: string;
  /** Nothing: the file was made. */
  readonly before: string | undefined;
  readonly after: string;
}

/** All that a turn has done to one file. */
export interface ChangedFile extends FileEdit {
  /** `mixed`: between the turn's changes others have changed it, too, which nobody can take apart. */
  readonly standing: 'made' | 'undone' | 'mixed';
}

/** Characters kept of all turns; the oldest turns go first. */
const KEPT = 50_000_000;

export class FileChanges {
  /** Changes by the ids of the calls that made them, as long as their turns go on. */
  private readonly open: { readonly call: string; readonly edit: FileEdit }[] = [];
  private readonly turns = new Map<string, ChangedFile[]>();
  private readonly kept: number;

  /** `kept`: how many characters are kept. */
  constructor(kept = KEPT) {
    this.kept = kept;
  }

  add(call: string, edit: FileEdit): void {
    this.open.push({ call, edit });
  }

  /** The turn that made these calls has ended. Gives what it has changed, if it has. */
  close(calls: ReadonlySet<string>): TurnChanges | undefined {
    const files = new Map<string, ChangedFile>();
    for (const { call, edit } of this.open) {
      if (!calls.has(call)) continue;
      const known = files.get(edit.uri);
      const standing = known && known.after !== edit.before ? 'mixed' : (known?.standing ?? 'made');
      files.set(edit.uri, { ...edit, before: known ? known.before : edit.before, standing });
    }
    const rest = this.open.filter(({ call }) => !calls.has(call));
    this.open.splice(0, Infinity, ...rest);
    const changed = [...files.values()].filter(
      ({ before, after, standing }) => standing === 'mixed' || before !== after,
    );
    if (changed.length === 0) return undefined;
    const turn = crypto.randomUUID();
    this.turns.set(turn, changed);
    this.bound();
    return { turn, files: changed.map(({ label }) => label) };
  }

  /** What the turn has changed, as long as that is known. */
  of(turn: string): readonly ChangedFile[] | undefined {
    return this.turns.get(turn);
  }

  /** Notes what has become of some of the files of a turn. */
  note(turn: string, changed: readonly ChangedFile[]): void {
    const byUri = new Map(changed.map((file) => [file.uri, file]));
    const files = this.turns.get(turn);
    if (files)
      this.turns.set(
        turn,
        files.map((file) => byUri.get(file.uri) ?? file),
      );
  }

  /** Where the turn's changes stand; nothing when they are no longer known. */
  stateOf(turn: string): ChangesState | undefined {
    const files = this.turns.get(turn);
    if (!files) return undefined;
    const undone = files.filter(({ standing }) => standing === 'undone').length;
    return undone === 0 ? { status: 'made' } : { status: 'undone', left: files.length - undone };
  }

  private bound(): void {
    const size = (files: readonly ChangedFile[]): number =>
      files.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + after.length, 0);
    let total = [...this.turns.values()].reduce((sum, files) => sum + size(files), 0);
    for (const [turn, files] of this.turns) {
      // The newest stays, whatever its size.
      if (total <= this.kept || this.turns.size === 1) return;
      this.turns.delete(turn);
      total -= size(files);
    }
  }
}
