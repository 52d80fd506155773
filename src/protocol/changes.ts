/** The author of a change to a file during a turn, as far as is known. */
export type ChangeSource =
  /** `title` is the tool's title for the user. Only tools of servers have a `server`. */
  | { readonly kind: 'tool'; readonly title: string; readonly server?: string | undefined }
  | { readonly kind: 'command' }
  /** The user, or another program. */
  | { readonly kind: 'outside' };

/** The encoding ISO 8859-1 has a character for each byte, so any bytes are written back as they were read. */
export const BYTEWISE = 'iso88591';

/** The form in which a text with line feeds is written to its file. */
export interface TextForm {
  /** Encoding as in `TextDocument.encoding`, which also says whether there is a byte order mark. */
  readonly encoding: string;
  /** Letters as returned by `lineEndsOf`. */
  readonly lineEnds: string;
}

/** A change of one file. Texts have line feeds, whatever the file has. */
export interface FileEdit {
  readonly uri: string;
  readonly label: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  /** Undefined for a deleted file. */
  readonly after: string | undefined;
  /** Absent for a new file, and in data of earlier versions. */
  readonly beforeForm?: TextForm | undefined;
  readonly afterForm?: TextForm | undefined;
  /** Paths of folders that were made for the file. Undo removes those that are empty again. */
  readonly madeFolders?: readonly string[] | undefined;
}

export interface ChangedFile extends FileEdit {
  /**
   * `kept` was accepted by the user, `mixed` was changed by others in between, `unkept` is too large, binary, or has a
   * secret.
   */
  readonly standing: 'made' | 'undone' | 'kept' | 'mixed' | 'unkept';
  /** Authors of the change. Data of earlier versions has none: only the built-in tools changed files then. */
  readonly by?: readonly ChangeSource[] | undefined;
  readonly change?: FileChangeKind | undefined;
}

export type FileChangeKind = 'created' | 'deleted' | 'edited';

export interface ChangedFileView {
  readonly label: string;
  readonly change: FileChangeKind;
  readonly standing: ChangedFile['standing'];
  readonly by: readonly ChangeSource[];
  /** Number of lines; absent if the texts are not available or too long to compare. */
  readonly added?: number | undefined;
  readonly removed?: number | undefined;
}

/** The earlier contents of the files are no longer saved, so nothing can be undone. */
interface Past {
  readonly status: 'past';
  /** All changes were undone before. */
  readonly wasUndone: boolean;
}

export type ChangesState =
  /** The files are as the turn left them, as far as is known. */
  | { readonly status: 'made' }
  /** The files are as before the turn, except for `left` of them. */
  | { readonly status: 'undone'; readonly left: number }
  | Past;

export interface TurnChanges {
  /** The key under which the host has the contents. */
  readonly turn: string;
  readonly files: readonly string[];
  /** Views of the first of these files, in the same order. */
  readonly views?: readonly ChangedFileView[] | undefined;
  /**
   * The first files that could not be compared, so changes to them are not listed. Empty if their names are not known,
   * absent if all files were compared.
   */
  readonly notCompared?: readonly string[] | undefined;
}

export function pastOf(state: ChangesState): Past {
  if (state.status === 'past') return state;
  return { status: 'past', wasUndone: state.status === 'undone' && state.left === 0 };
}
