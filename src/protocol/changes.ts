/** Who changed a file during a turn, as far as is known. */
export type ChangeSource =
  /** `title` is the tool's, for the user; `server` is absent for tools that are no server's. */
  | { readonly kind: 'tool'; readonly title: string; readonly server?: string }
  | { readonly kind: 'command' }
  /** The user, or another program. */
  | { readonly kind: 'outside' };

/** ISO 8859-1 has a character for each byte, so that what is read with it is written as it was, whatever it is. */
export const BYTEWISE = 'iso88591';

/** How a text with line feeds becomes the bytes of its file. */
export interface TextForm {
  /** As `TextDocument.encoding` names it; it also says whether there is a byte order mark. */
  readonly encoding: string;
  /** As `lineEndsOf` gives them. */
  readonly lineEnds: string;
}

/** Texts have line feeds, whatever the file has. */
export interface FileEdit {
  readonly uri: string;
  readonly label: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  /** Undefined for a deleted file. */
  readonly after: string | undefined;
  /** Absent where there was no file, and in what earlier versions saved. */
  readonly beforeForm?: TextForm | undefined;
  readonly afterForm?: TextForm | undefined;
}

export interface ChangedFile extends FileEdit {
  /** `kept`: accepted. `mixed`: changed by others in between. `unkept`: too large, binary, or with a secret. */
  readonly standing: 'made' | 'undone' | 'kept' | 'mixed' | 'unkept';
  /** Absent in what earlier versions saved: the built-in tools. */
  readonly by?: readonly ChangeSource[];
  readonly change?: FileChangeKind;
}

export type FileChangeKind = 'created' | 'deleted' | 'edited';

export interface ChangedFileView {
  readonly label: string;
  readonly change: FileChangeKind;
  readonly standing: ChangedFile['standing'];
  readonly by: readonly ChangeSource[];
  /** In lines; absent where the texts are not available or too long to compare. */
  readonly added?: number;
  readonly removed?: number;
}

/** What the files were is no longer known: nothing can be undone. */
interface Past {
  readonly status: 'past';
  /** Whether all of them were undone. */
  readonly wasUndone: boolean;
}

export type ChangesState =
  /** The files are as the turn left them, as far as is known. */
  | { readonly status: 'made' }
  /** All but `left` files are what they were before the turn. */
  | { readonly status: 'undone'; readonly left: number }
  | Past;

export interface TurnChanges {
  /** The key under which the host has the contents. */
  readonly turn: string;
  readonly files: readonly string[];
  /** Of the first of these files, in their order. */
  readonly views?: readonly ChangedFileView[] | undefined;
  /** The first that could not be compared: changes there are not listed. Empty: no names are known. Absent: all were. */
  readonly notCompared?: readonly string[];
}

export function pastOf(state: ChangesState): Past {
  if (state.status === 'past') return state;
  return { status: 'past', wasUndone: state.status === 'undone' && state.left === 0 };
}
