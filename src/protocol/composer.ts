import * as v from 'valibot';
import { integer, type TypeOf } from './pageMessage.ts';

const position = v.pipe(integer, v.minValue(0));

/** A range as the editor counts it: from 0, and without the end. */
const textRange = v.object({
  startLine: position,
  startCharacter: position,
  endLine: position,
  endCharacter: position,
});
export type TextRange = TypeOf<typeof textRange>;

const common = {
  name: v.string(),
  /** Note on what the model did not get of the attachment. The host sets it when the message is sent. */
  note: v.exactOptional(v.string()),
  /** The content that was read looks as if it held a secret. The host sets it when the message is sent. */
  holdsSecret: v.exactOptional(v.literal(true)),
};

/**
 * An attachment is read when the message is sent, not when it is chosen. The host checks whether a `uri` may be read.
 */
export const attachment = v.variant('kind', [
  v.object({ kind: v.literal('resource'), ...common, server: v.string(), uri: v.string() }),
  v.object({ kind: v.picklist(['file', 'folder']), ...common, uri: v.string() }),
  v.object({ kind: v.picklist(['selection', 'symbol']), ...common, uri: v.string(), range: textRange }),
  /** Diagnostics of one file or folder, or of all if it has no `uri`. */
  v.object({ kind: v.literal('problems'), ...common, uri: v.exactOptional(v.string()) }),
  /** A server as an attachment: the model gets only the tools of attached servers. */
  v.object({ kind: v.literal('server'), ...common, server: v.string() }),
  /** Pasted or dropped data. The host has the bytes under the id; `thumbnail` is a data URL. */
  v.object({ kind: v.literal('data'), ...common, id: v.string(), thumbnail: v.exactOptional(v.string()) }),
]);
export type Attachment = TypeOf<typeof attachment>;

export const attachable = v.picklist(['file', 'selection', 'problems', 'resource']);
export type Attachable = TypeOf<typeof attachable>;

export type Suggestion =
  /** `detail` distinguishes suggestions of the same name. */
  | { readonly kind: 'attach'; readonly attachment: Attachment; readonly detail?: string | undefined }
  | { readonly kind: 'ask'; readonly what: Attachable; readonly label: string }
  | { readonly kind: 'toolSet'; readonly name: string; readonly detail: string };

export interface PendingMessage {
  readonly text: string;
  readonly attachments: readonly Attachment[];
}

export interface QueuedMessage extends PendingMessage {
  readonly id: string;
  /**
   * `queued`: the message goes after the turn. `next`: it goes before the next step of the running turn. `held`: the turn
   * failed or was stopped, so the user decides when to send it.
   */
  readonly state: 'queued' | 'next' | 'held';
}
