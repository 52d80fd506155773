/**
 * What files were before a turn changed them through the built-in tools, and what it left: in memory, and with the
 * conversation as far as it can be kept. Knows nothing of the editor.
 */
import type { ChangedFile, ChangesState, FileEdit, TurnChanges } from '../../protocol/index.ts';

/** Keeps what turns have changed beyond the window, as far as that can be. Nothing of it throws. */
export interface ChangeStorage {
  add(conversation: string, turn: string, files: readonly ChangedFile[]): void;
  /** Notes what has become of the files since. */
  replace(turn: string, files: readonly ChangedFile[]): void;
  /** The files, as long as they are kept. */
  of(turn: string): readonly ChangedFile[] | undefined;
  /** Whether they are kept. */
  has(turn: string): boolean;
}

/** Characters held in memory of all turns; the oldest turns go first. */
const HELD = 50_000_000;

export class FileChanges {
  /** Changes by the ids of the calls that made them, as long as their turns go on. */
  private readonly open: { readonly call: string; readonly edit: FileEdit }[] = [];
  private readonly turns = new Map<string, readonly ChangedFile[]>();
  private readonly keeper: (() => ChangeStorage) | undefined;
  private readonly held: number;

  /** Without a keeper it is gone with the window. `held`: how many characters are held in memory. */
  constructor(keeper?: () => ChangeStorage, held = HELD) {
    this.keeper = keeper;
    this.held = held;
  }

  add(call: string, edit: FileEdit): void {
    this.open.push({ call, edit });
  }

  /** The turn of that conversation that made these calls has ended. Gives what it has changed, if it has. */
  close(calls: ReadonlySet<string>, conversation: string): TurnChanges | undefined {
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
    this.hold(turn, changed);
    this.keeper?.().add(conversation, turn, changed);
    return { turn, files: changed.map(({ label }) => label) };
  }

  /** What the turn has changed, as long as that is known. */
  of(turn: string): readonly ChangedFile[] | undefined {
    const held = this.turns.get(turn);
    if (held) return held;
    const kept = this.keeper?.().of(turn);
    if (kept) this.hold(turn, kept);
    return kept;
  }

  /** Whether that is known. */
  knows(turn: string): boolean {
    return this.turns.has(turn) || this.keeper?.().has(turn) === true;
  }

  /** Notes what has become of some of the files of a turn. */
  note(turn: string, changed: readonly ChangedFile[]): void {
    const byUri = new Map(changed.map((file) => [file.uri, file]));
    const files = this.of(turn)?.map((file) => byUri.get(file.uri) ?? file);
    if (!files) return;
    this.turns.set(turn, files);
    this.keeper?.().replace(turn, files);
  }

  /** Where the turn's changes stand; nothing when they are no longer known. */
  stateOf(turn: string): ChangesState | undefined {
    const files = this.of(turn);
    if (!files) return undefined;
    const undone = files.filter(({ standing }) => standing === 'undone').length;
    return undone === 0 ? { status: 'made' } : { status: 'undone', left: files.length - undone };
  }

  private hold(turn: string, changed: readonly ChangedFile[]): void {
    this.turns.set(turn, changed);
    const size = (files: readonly ChangedFile[]): number =>
      files.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + after.length, 0);
    let total = [...this.turns.values()].reduce((sum, files) => sum + size(files), 0);
    for (const [oldest, files] of this.turns) {
      // The newest stays, whatever its size.
      if (total <= this.held || this.turns.size === 1) return;
      this.turns.delete(oldest);
      total -= size(files);
    }
  }
}
