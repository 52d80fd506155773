/**
 * Conversations as they are kept (features.md, D6). The store writes and reads them; what the messages to models
 * mean is the agent's business, so here they are any JSON.
 */
import type { ContentPart } from './content.ts';
import type { Patch } from './messages.ts';
import type { Item } from './transcript.ts';

/** A message to or from the model. Of a result only the call is in it: its content is kept apart. */
export interface SavedMessage {
  readonly message: unknown;
  /** The item of the user that the message is, or belongs to: it can be said again in other words. */
  readonly item?: string;
}

/** The whole result of a call. */
export interface SavedResult {
  readonly callId: string;
  readonly content: readonly ContentPart[];
}

/** An item as it stands now; without `item` it is gone. */
export interface SavedItem {
  readonly id: string;
  readonly item?: Item;
}

/** A piece of knowledge about a conversation: usage, what the model gets in other words. */
export type SavedFact = readonly [name: string, value: unknown];

/** What has happened in a conversation since it was written last. Written whole or not at all. */
export interface ConversationChange {
  /** What the chats are about to be told. */
  readonly patches: readonly Patch[];
  /** Items whole: all patches so far, those in this change too, are in them. */
  readonly settled?: readonly SavedItem[];
  readonly messages: readonly SavedMessage[];
  readonly results: readonly SavedResult[];
  readonly facts: readonly SavedFact[];
  /** The conversation that a new one goes on from. Results that it has are not written once more. */
  readonly parent?: string;
}

/** Everything that is kept of a conversation. `patches` are to be applied to `items`. */
export interface SavedConversation {
  readonly id: string;
  readonly items: readonly Item[];
  readonly patches: readonly Patch[];
  readonly messages: readonly SavedMessage[];
  readonly results: readonly SavedResult[];
  readonly facts: readonly SavedFact[];
}

/** Who gave a conversation its title; the user's stays. */
export type TitledBy = 'text' | 'model' | 'user';

/** A conversation as a list shows it. */
export interface ConversationRow {
  readonly id: string;
  readonly title: string;
  readonly titledBy: TitledBy;
  /** The workspace that it was begun in: its URI, or empty. */
  readonly workspace: string;
  /** In ms since the epoch. */
  readonly changedAt: number;
  /** It went on from another conversation. */
  readonly isBranch: boolean;
  /** It stays whatever its age. */
  readonly isPinned: boolean;
  /** What was searched for, with some words around it; absent where only the title has it. */
  readonly excerpt?: string;
}
