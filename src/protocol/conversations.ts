/**
 * Conversations as they are stored (features.md, D6). The format of the model's messages belongs to the agent: here
 * they are any JSON.
 */
import type { ContentPart } from './content.ts';
import type { Patch } from './messages.ts';
import type { Item, Usage } from './transcript.ts';

/** A stored message. A tool message has only the call's id here, because results are stored apart. */
export interface SavedMessage {
  readonly message: unknown;
  /** Id of the user's transcript item to which the message belongs, for editing it. */
  readonly item?: string | undefined;
}

export interface SavedResult {
  readonly callId: string;
  readonly content: readonly ContentPart[];
}

/** A transcript item; without `item` it was removed. */
export interface SavedItem {
  readonly id: string;
  readonly item?: Item | undefined;
}

export type SavedFact = readonly [name: string, value: unknown];

/** The changes since the last save. They are saved as a whole or not at all. */
export interface ConversationChange {
  readonly patches: readonly Patch[];
  /** Whole transcript items, with all patches applied. */
  readonly settled?: readonly SavedItem[] | undefined;
  readonly messages: readonly SavedMessage[];
  readonly results: readonly SavedResult[];
  readonly facts: readonly SavedFact[];
  /** Id of the conversation of which this one is a branch. Its results are not stored again. */
  readonly parent?: string | undefined;
}

export interface SavedConversation {
  readonly id: string;
  readonly items: readonly Item[];
  readonly patches: readonly Patch[];
  readonly messages: readonly SavedMessage[];
  readonly results: readonly SavedResult[];
  readonly facts: readonly SavedFact[];
}

/** Source of a title. One of the user's is never replaced. */
export type TitledBy = 'text' | 'model' | 'user';

export interface ConversationRow {
  readonly id: string;
  readonly title: string;
  readonly titledBy: TitledBy;
  /** URI of the workspace in which the conversation began, or empty. */
  readonly workspace: string;
  readonly changedAt: number;
  readonly isBranch: boolean;
  /** A pinned conversation is not deleted by age. */
  readonly isPinned: boolean;
  readonly isUnread: boolean;
  readonly isElsewhere: boolean;
  /** One line of the newest message; empty if it has no text. */
  readonly lastWords: string;
  readonly model?: string | undefined;
  readonly usage?: Usage | undefined;
  /** Text around the match; absent if only the title matches. */
  readonly excerpt?: string | undefined;
}
