/** What goes with a message that is being written, what the composer suggests for it, and messages that wait. */
import * as v from 'valibot';
import { integer, type TypeOf } from './pageMessage.ts';

const position = v.pipe(integer, v.minValue(0));

/** A part of a text as the editor counts: lines and characters from 0, the end is not part of it. */
const textRange = v.object({
  startLine: position,
  startCharacter: position,
  endLine: position,
  endCharacter: position,
});
export type TextRange = TypeOf<typeof textRange>;

const common = {
  /** How people read it. */
  name: v.string(),
  /** What of it the model did not get. The host's, once the message is sent. */
  note: v.exactOptional(v.string()),
};

/**
 * Something that goes with a message. It is read when the message is sent, not when it is chosen. `uri` of what is
 * not a server's is the editor's, as text; the host checks whether it may be read.
 */
export const attachment = v.variant('kind', [
  v.object({ kind: v.literal('resource'), ...common, server: v.string(), uri: v.string() }),
  v.object({ kind: v.picklist(['file', 'folder']), ...common, uri: v.string() }),
  v.object({ kind: v.picklist(['selection', 'symbol']), ...common, uri: v.string(), range: textRange }),
  /** What the editor's language services complain of: in one file or folder, or everywhere. */
  v.object({ kind: v.literal('problems'), ...common, uri: v.exactOptional(v.string()) }),
  /** No content: the model gets the tools of this server only, or of those servers that are attached. */
  v.object({ kind: v.literal('server'), ...common, server: v.string() }),
  /** An image or a text that was pasted or dropped. The host holds the bytes under the id; `thumbnail` is a data URL. */
  v.object({ kind: v.literal('data'), ...common, id: v.string(), thumbnail: v.exactOptional(v.string()) }),
]);
export type Attachment = TypeOf<typeof attachment>;

/** What the user can attach by a dialog of the editor, or from it. */
export const attachable = v.picklist(['file', 'selection', 'problems', 'resource']);
export type Attachable = TypeOf<typeof attachable>;

/** A line of the list that `#` and `@` open. */
export type Suggestion =
  /** `detail` tells things of the same name apart. */
  | { readonly kind: 'attach'; readonly attachment: Attachment; readonly detail?: string }
  /** Opens a dialog of the editor. */
  | { readonly kind: 'ask'; readonly what: Attachable; readonly label: string };

/** What the user has written, and what goes with it. */
export interface PendingMessage {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

/** A message that is sent when the turn has ended. */
export interface QueuedMessage extends PendingMessage {
  readonly id: string;
  /** The turn did not end well, or was stopped: it waits for the user's word. */
  readonly held: boolean;
}
