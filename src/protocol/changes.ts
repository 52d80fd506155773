/** Texts have line feeds, whatever the file has. */
export interface FileEdit {
  readonly uri: string;
  readonly label: string;
  /** Undefined for a new file. */
  readonly before: string | undefined;
  readonly after: string;
}

export interface ChangedFile extends FileEdit {
  /**
   * `mixed`: changed by others in between. `unkept`: the texts were lost with the window (too large, or with a secret).
   */
  readonly standing: 'made' | 'undone' | 'mixed' | 'unkept';
}

/** What the files were is no longer known: nothing can be undone. */
interface Past {
  readonly status: 'past';
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
}

export function pastOf(state: ChangesState): Past {
  return state.status === 'past' ? state : { status: 'past', wasUndone: state.status === 'undone' };
}
