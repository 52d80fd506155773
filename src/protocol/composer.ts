/** What goes with a message that is being written, what the composer suggests for it, and messages that wait. */

/** A part of a text as the editor counts: lines and characters from 0, the end is not part of it. */
export interface TextRange {
  readonly startLine: number;
  readonly startCharacter: number;
  readonly endLine: number;
  readonly endCharacter: number;
}

/**
 * Something that goes with a message. It is read when the message is sent, not when it is chosen. `uri` of what is
 * not a server's is the editor's, as text; the host checks whether it may be read.
 */
export type Attachment = {
  /** How people read it. */
  readonly name: string;
  /** What of it the model did not get. The host's, once the message is sent. */
  readonly note?: string;
} & (
  | { readonly kind: 'resource'; readonly server: string; readonly uri: string }
  | { readonly kind: 'file' | 'folder'; readonly uri: string }
  | { readonly kind: 'selection' | 'symbol'; readonly uri: string; readonly range: TextRange }
  /** What the editor's language services complain of: in one file or folder, or everywhere. */
  | { readonly kind: 'problems'; readonly uri?: string }
  /** No content: the model gets the tools of this server only, or of those servers that are attached. */
  | { readonly kind: 'server'; readonly server: string }
  /** An image or a text that was pasted or dropped. The host holds the bytes under the id; `thumbnail` is a data URL. */
  | { readonly kind: 'data'; readonly id: string; readonly thumbnail?: string }
);

/** What the user can attach by a dialog of the editor, or from it. */
export type Attachable = 'file' | 'selection' | 'problems' | 'resource';

/** A line of the list that `#` and `@` open. */
export type Suggestion =
  /** `detail` tells things of the same name apart. */
  | { readonly kind: 'attach'; readonly attachment: Attachment; readonly detail?: string }
  /** Opens a dialog of the editor. */
  | { readonly kind: 'ask'; readonly what: Attachable; readonly label: string };

/** What the user has written, and what goes with it. */
export interface WaitingMessage {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** A message that is sent when the turn has ended. */
export interface QueuedMessage extends WaitingMessage {
  readonly id: string;
  /** The turn did not end well, or was stopped: it waits for the user's word. */
  readonly held: boolean;
}
