/** What the chat controller needs of the rest, and the chats that take part. */
import type { Conversation, JournalTarget, TurnInput, TurnEnd, TurnEvent } from '../../agent/index.ts';
import type { Attachment, ChatStatus, HostMessage, SavedConversation, Offer } from '../../protocol/index.ts';

import type { FileChanges } from '../builtInTools/fileChanges.ts';
import type { PendingCounts } from './pendingCounts.ts';
import type { UserRequests } from './userRequests.ts';

/** One open chat: a view or a panel. */
export interface ChatClient {
  post(message: HostMessage): void;
}

/** Where conversations are kept. */
export interface ConversationStorage {
  readonly target: JournalTarget;
  /** The conversation to begin with, if there is one. */
  lastShown(): string | undefined;
  /** Notes which conversation is shown now, and which one is open no longer in its place. */
  show(id: string, instead?: string): void;
  /** Notes that it is open no longer. */
  close(id: string): void;
  /** A turn of this conversation has ended so. */
  onTurnEnded(conversation: Conversation, end: TurnEnd): void;
  /** Everything that is kept of it. @throws Error that says why it cannot be read. */
  read(id: string): SavedConversation | undefined;
}

/** Tells the user about conversations that they do not see, one message at a time for each. */
export interface ChatNotifier {
  /** The conversation needs the user. */
  onNeedsUser(conversation: string): void;
  /** Its turn of `ms` ended, with an answer or without one. Not called for turns that the user stopped. */
  ended(conversation: string, answered: boolean, ms: number): void;
}

/** What the controller needs of the rest. */
export interface ChatHost {
  /** Starts a turn on the conversation; the last event is `turnEnd`. @throws ModelError if there is no model. */
  runTurn(
    conversation: Conversation,
    signal: AbortSignal,
    asks: UserRequests,
  ): AsyncIterable<TurnEvent> | Promise<AsyncIterable<TurnEvent>>;
  /** Called with each event of each turn, after it is shown. */
  onTurnEvent?(event: TurnEvent): void;
  /** The parts of the status that do not come from the conversation. */
  status(): Omit<ChatStatus, 'turn' | 'usage' | 'context'>;
  /** What servers offer to whoever writes a message. */
  offer(): Offer;
  /** Reads what is attached. @throws Error with what the user is to be told. */
  expandMessage(text: string, attachments: readonly Attachment[], signal: AbortSignal): Promise<TurnInput>;
  onTurnChanged(running: boolean): void;
  /** Nothing: conversations are gone with the window. */
  readonly storage?: ConversationStorage;
  /** What turns have changed. Nothing: it is not known. */
  readonly changes?: Pick<FileChanges, 'close' | 'knows'>;
  /** Makes a chat visible unless one is, without taking the keyboard. */
  showChat(): void;
  readonly notifier: ChatNotifier;
  /** Counts the calls that wait for the user's word, by conversation. */
  readonly pendingApprovals?: Pick<PendingCounts, 'during'>;
  /** Opens a page outside of the editor; says whether that happened. */
  openPage(url: string): PromiseLike<boolean>;
  /** A unique id for a conversation. */
  newId(): string;
  /** Milliseconds since the epoch. */
  now(): number;
  /** The time in ms by a clock that only goes forward: how long something takes. */
  monotonic(): number;
}
