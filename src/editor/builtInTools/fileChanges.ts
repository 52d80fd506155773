/** Keeps what turns changed in files: in memory, and with the conversation as far as it can be saved. */
import {
  BYTEWISE,
  type ChangedFile,
  type ChangesState,
  type ChangeSource,
  type FileChangeKind,
  type FileEdit,
  type TextForm,
  type TurnChanges,
} from '../../protocol/index.ts';
import { changeKindOf, viewsOf } from './changeViews.ts';

export interface ChangeStorage {
  saveTurn(conversation: string, turn: string, files: readonly ChangedFile[]): void;
  replace(turn: string, files: readonly ChangedFile[]): void;
  of(turn: string): readonly ChangedFile[] | undefined;
  has(turn: string): boolean;
}

/** Changes of a turn that a comparison of snapshots before and after it has found. */
export interface ObservedChanges {
  readonly files: readonly ChangedFile[];
  /** Returns whether both snapshots have looked at the file. */
  covers(uri: string): boolean;
  /** Files that could not be compared, as in `TurnChanges`; absent if no call could have changed them. */
  readonly notCompared?: readonly string[];
}

/** An edit of a call. `change` is set where the texts of the file are not known, because it is too large or no text. */
export interface NotedEdit extends FileEdit {
  readonly change?: FileChangeKind | undefined;
}

/** Most characters of all turns that are held in memory; the oldest turns are dropped first. */
const HELD = 50_000_000;

export class FileChanges {
  /** Changes by the calls of turns that still run. */
  private readonly open: { readonly call: string; readonly edit: NotedEdit; readonly by?: ChangeSource }[] =
    [];
  private readonly turns = new Map<string, readonly ChangedFile[]>();
  private readonly keeper: (() => ChangeStorage) | undefined;
  private readonly held: number;
  private readonly isThere: (uri: string) => boolean;

  /**
   * `keeper` saves the changes; without it, they are gone with the window. `held` is the most characters in memory.
   * `isThere` tells whether a file exists.
   */
  constructor(keeper?: () => ChangeStorage, held = HELD, isThere: (uri: string) => boolean = () => true) {
    this.keeper = keeper;
    this.held = held;
    this.isThere = isThere;
  }

  /** Notes an edit that a call has made. `by` is the tool, if it is to be named. */
  addEdit(call: string, edit: NotedEdit, by?: ChangeSource): void {
    this.open.push({ call, edit, ...(by && { by }) });
  }

  /** Called when the turn with these calls has ended. Returns its changes, if there are any. */
  close(
    calls: ReadonlySet<string>,
    conversation: string,
    observed?: ObservedChanges,
  ): TurnChanges | undefined {
    const own = this.takeEdits(calls);
    const found = observed?.files.map((file) => withOwn(file, own.get(file.uri))) ?? [];
    const rest = [...own.values()]
      .filter(({ uri }) => observed?.covers(uri) !== true)
      .map((file) => this.asItIs(file));
    const changed = [...found, ...rest.filter(isChanged)];
    const notCompared = observed?.notCompared;
    if (changed.length === 0 && !notCompared) return undefined;
    const turn = crypto.randomUUID();
    this.hold(turn, changed);
    this.keeper?.().saveTurn(conversation, turn, changed);
    return {
      turn,
      files: changed.map(({ label }) => label),
      views: viewsOf(changed),
      ...(notCompared && { notCompared }),
    };
  }

  of(turn: string): readonly ChangedFile[] | undefined {
    const held = this.turns.get(turn);
    if (held) return held;
    const kept = this.keeper?.().of(turn);
    if (kept) this.hold(turn, kept);
    return kept;
  }

  knows(turn: string): boolean {
    return this.turns.has(turn) || this.keeper?.().has(turn) === true;
  }

  recordUndo(turn: string, changed: readonly ChangedFile[]): void {
    const byUri = new Map(changed.map((file) => [file.uri, file]));
    const files = this.of(turn)?.map((file) => byUri.get(file.uri) ?? file);
    if (!files) return;
    this.turns.set(turn, files);
    this.keeper?.().replace(turn, files);
  }

  stateOf(turn: string): ChangesState | undefined {
    const files = this.of(turn);
    if (!files) return undefined;
    const undone = files.filter(({ standing }) => standing === 'undone').length;
    return undone === 0 ? { status: 'made' } : { status: 'undone', left: files.length - undone };
  }

  /** A command may have deleted what an edit made. The turn's changes are what is there at its end. */
  private asItIs(file: ChangedFile): ChangedFile {
    const isGone = changeKindOf(file) !== 'deleted' && !this.isThere(file.uri);
    if (!isGone) return file;
    if (file.standing === 'unkept') return { ...file, change: joinedChange(changeKindOf(file), 'deleted') };
    return { ...file, after: undefined, afterForm: undefined };
  }

  /** Removes the edits of these calls, and returns them joined to one change for each file, by URI. */
  private takeEdits(calls: ReadonlySet<string>): Map<string, ChangedFile> {
    const files = new Map<string, ChangedFile>();
    for (const { call, edit, by } of this.open) {
      if (!calls.has(call)) continue;
      const known = files.get(edit.uri);
      const standing = standingAfter(known, edit);
      const sources = [...(known?.by ?? []), ...(by ? [by] : [])];
      files.set(edit.uri, {
        ...edit,
        ...(known && { before: known.before, beforeForm: known.beforeForm }),
        madeFolders: joinedFolders(known, edit),
        ...(standing === 'unkept' && withoutTexts(known, edit)),
        standing,
        ...(sources.length > 0 && { by: distinct(sources) }),
      });
    }
    const rest = this.open.filter(({ call }) => !calls.has(call));
    this.open.splice(0, Infinity, ...rest);
    return files;
  }

  private hold(turn: string, changed: readonly ChangedFile[]): void {
    this.turns.set(turn, changed);
    const size = (files: readonly ChangedFile[]): number =>
      files.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0);
    let total = [...this.turns.values()].reduce((sum, files) => sum + size(files), 0);
    for (const [oldest, files] of this.turns) {
      // The newest stays, whatever its size.
      if (total <= this.held || this.turns.size === 1) return;
      this.turns.delete(oldest);
      total -= size(files);
    }
  }
}

function isChanged({ standing, change, before, after }: ChangedFile): boolean {
  if (standing === 'unkept') return change !== undefined;
  if (before === undefined && after === undefined) return false;
  return standing === 'mixed' || before !== after;
}

function standingAfter(known: ChangedFile | undefined, edit: NotedEdit): ChangedFile['standing'] {
  if (edit.change !== undefined || known?.standing === 'unkept') return 'unkept';
  return known && known.after !== edit.before ? 'mixed' : (known?.standing ?? 'made');
}

function withoutTexts(
  known: ChangedFile | undefined,
  edit: NotedEdit,
): Pick<ChangedFile, 'before' | 'after' | 'change'> {
  const last = changeKindOf(edit);
  return {
    before: undefined,
    after: undefined,
    change: known ? joinedChange(changeKindOf(known), last) : last,
  };
}

/** Returns undefined for a file that was neither there before nor is there now. */
function joinedChange(first: FileChangeKind, last: FileChangeKind): FileChangeKind | undefined {
  if (first === 'created') return last === 'deleted' ? undefined : 'created';
  return last === 'deleted' ? 'deleted' : 'edited';
}

/** Returns a file as the snapshots saw it, because they see every change, with the sources that the calls know. */
function withOwn(file: ChangedFile, own: ChangedFile | undefined): ChangedFile {
  if (!own) return file;
  const isSame = own.before === file.before && own.after === file.after;
  const isUnkept = own.standing === 'unkept' && changeKindOf(own) === changeKindOf(file);
  const isOwnAlone = isSame && (own.standing === 'made' || isUnkept);
  const others = isOwnAlone ? [] : (file.by ?? []);
  return { ...file, madeFolders: own.madeFolders, by: distinct([...(own.by ?? []), ...others]) };
}

function joinedFolders(known: FileEdit | undefined, edit: FileEdit): readonly string[] | undefined {
  const folders = [...new Set([...(known?.madeFolders ?? []), ...(edit.madeFolders ?? [])])];
  return folders.length > 0 ? folders : undefined;
}

function distinct(sources: readonly ChangeSource[]): ChangeSource[] {
  return [...new Map(sources.map((source) => [JSON.stringify(source), source])).values()];
}

/** Most characters that are saved, before and after together, for one file and for one turn. */
const MOST = { file: 1_000_000, turn: 10_000_000 } as const;

/**
 * Marks files that are too large or hold a secret as `unkept`, because they could not be restored whole. Returns
 * undefined if these are all of them.
 */
export function saveableChanges(
  files: readonly ChangedFile[],
  redact: (text: string) => string,
): readonly ChangedFile[] | undefined {
  let total = 0;
  const hasSecret = (text: string, form: TextForm | undefined): boolean =>
    readings(text, form).some((reading) => redact(reading) !== reading);
  const kept = files.map((file): ChangedFile => {
    const { before = '', after = '' } = file;
    const size = before.length + after.length;
    const isKept =
      size <= MOST.file &&
      total + size <= MOST.turn &&
      !hasSecret(before, file.beforeForm) &&
      !hasSecret(after, file.afterForm);
    if (isKept) total += size;
    if (isKept) return file;
    const { uri, label, by } = file;
    const change = changeKindOf(file);
    return { uri, label, before: undefined, after: undefined, standing: 'unkept', change, ...(by && { by }) };
  });
  return kept.some(({ standing }) => standing !== 'unkept') ? kept : undefined;
}

/** Returns the texts that may hold a secret: one that was read byte by byte may be UTF-8 in most of its parts. */
function readings(text: string, form: TextForm | undefined): readonly string[] {
  return form?.encoding === BYTEWISE ? [text, Buffer.from(text, 'latin1').toString('utf8')] : [text];
}
