/** Conversations as they are stored (features.md, D6). Messages of the model are the agent's: any JSON here. */
import type { ContentPart } from './content.ts';
import type { Patch } from './messages.ts';
import type { Item, Usage } from './transcript.ts';

/** Of a result it has the call only: its content is stored apart. */
export interface SavedMessage {
  readonly message: unknown;
  /** The user's item that the message is, or belongs to, for editing it. */
  readonly item?: string;
}

export interface SavedResult {
  readonly callId: string;
  readonly content: readonly ContentPart[];
}

/** Without `item` it was removed. */
export interface SavedItem {
  readonly id: string;
  readonly item?: Item;
}

export type SavedFact = readonly [name: string, value: unknown];

/** What has changed since the last save. Saved whole or not at all. */
export interface ConversationChange {
  readonly patches: readonly Patch[];
  /** Whole items, with all patches applied. */
  readonly settled?: readonly SavedItem[];
  readonly messages: readonly SavedMessage[];
  readonly results: readonly SavedResult[];
  readonly facts: readonly SavedFact[];
  /** The conversation that this one is a branch of. Its results are not stored again. */
  readonly parent?: string;
}

export interface SavedConversation {
  readonly id: string;
  readonly items: readonly Item[];
  readonly patches: readonly Patch[];
  readonly messages: readonly SavedMessage[];
  readonly results: readonly SavedResult[];
  readonly facts: readonly SavedFact[];
}

/** A title of the user's stays. */
export type TitledBy = 'text' | 'model' | 'user';

export interface ConversationRow {
  readonly id: string;
  readonly title: string;
  readonly titledBy: TitledBy;
  /** The URI of the workspace that it was begun in, or empty. */
  readonly workspace: string;
  readonly changedAt: number;
  readonly isBranch: boolean;
  /** It is not deleted by age. */
  readonly isPinned: boolean;
  readonly isUnread: boolean;
  readonly isElsewhere: boolean;
  /** One line of the newest message; empty where it has no text. */
  readonly lastWords: string;
  readonly model?: string;
  readonly usage?: Usage;
  /** The text around the match; absent where only the title matches. */
  readonly excerpt?: string;
}
