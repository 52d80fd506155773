/** The files that a turn has changed through the built-in tools, and what became of that. */

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
  /**
   * `mixed`: between the turn's changes others have changed it, too, which nobody can take apart. `unkept`: its texts
   * were gone with the window, being too large or holding a secret.
   */
  readonly standing: 'made' | 'undone' | 'mixed' | 'unkept';
}

/** What the files were is no longer known: nothing can be done about them here. */
interface Past {
  readonly status: 'past';
  readonly wasUndone: boolean;
}

/** Where the changes stand. */
export type ChangesState =
  /** The files are as the turn left them, as far as Patchbay knows. They can be undone. */
  | { readonly status: 'made' }
  /** The files are what they were, but for so many that were left alone. They can be made again. */
  | { readonly status: 'undone'; readonly left: number }
  | Past;

/** What a turn has changed. */
export interface TurnChanges {
  /** Under which the host knows what the files were. */
  readonly turn: string;
  /** The files, by the paths that results name them by. */
  readonly files: readonly string[];
}

/** The state when nobody knows any more what the files were. */
export function pastOf(state: ChangesState): Past {
  return state.status === 'past' ? state : { status: 'past', wasUndone: state.status === 'undone' };
}
