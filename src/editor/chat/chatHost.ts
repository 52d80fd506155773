import type {
  Conversation,
  JournalTarget,
  OnTurnEvent,
  TurnInput,
  TurnEnd,
  TurnEvent,
} from '../../agent/index.ts';
import type { Attachment, ChatStatus, HostMessage, SavedConversation, Offer } from '../../protocol/index.ts';

import type { FileChanges, ObservedChanges } from '../builtInTools/fileChanges.ts';
import type { PendingCounts } from './pendingCounts.ts';
import type { UserRequests } from './userRequests.ts';

/** One open chat: a view or a panel. */
export interface ChatClient {
  post(message: HostMessage): void;
}

export interface ConversationStorage {
  readonly target: JournalTarget;
  lastShown(): string | undefined;
  /** Saves which conversation is shown, and which one is closed for it. */
  show(id: string, instead?: string): void;
  close(id: string): void;
  onTurnEnded(conversation: Conversation, end: TurnEnd): void;
  /** @throws Error that says why it cannot be read. */
  read(id: string): SavedConversation | undefined;
}

/** Notifies the user of conversations that are not visible, one message at a time for each. */
export interface ChatNotifier {
  onNeedsUser(conversation: string): void;
  /** `ms` is the length of the turn. Not called for turns that the user stopped. */
  ended(conversation: string, answered: boolean, ms: number): void;
}

/** Follows the files of the workspace while a turn runs. Its methods never reject. */
export interface FollowedTurn {
  /** Resolves when the files are saved as they were, or after some seconds. */
  saved(): Promise<void>;
  handle(event: TurnEvent): void;
  /** undefined: not known. Called once. */
  end(): Promise<ObservedChanges | undefined>;
}

export interface ChatHost {
  /** The last event is `turnEnd`. Rejects with a ModelError if there is no model. */
  runTurn(
    conversation: Conversation,
    signal: AbortSignal,
    asks: UserRequests,
    onEvent: OnTurnEvent,
    /** To be awaited before a call that may change files. */
    beforeChange: () => Promise<void>,
  ): Promise<void>;
  /** Called after the event is shown. */
  onTurnEvent?(event: TurnEvent): void;
  status(): Omit<ChatStatus, 'turn' | 'usage' | 'context'>;
  offer(): Offer;
  /** @throws Error with a message for the user. */
  expandMessage(text: string, attachments: readonly Attachment[], signal: AbortSignal): Promise<TurnInput>;
  onTurnChanged(running: boolean): void;
  /** Undefined: conversations are gone with the window. */
  readonly storage?: ConversationStorage;
  readonly changes?: Pick<FileChanges, 'close' | 'knows'>;
  /** `item`: the user's message that the turn answers. */
  /** The conversation `to` begins as `from` did, with these messages of the user. */
  onBranch?(from: string, to: string, items: readonly string[]): void;
  followFiles?(conversation: string, item: string | undefined): FollowedTurn | undefined;
  /** Makes a chat visible unless one is, without focus. */
  showChat(): void;
  readonly notifier: ChatNotifier;
  readonly pendingApprovals?: Pick<PendingCounts, 'during'>;
  /** Opens a page outside of the editor; false if it was not opened. */
  openPage(url: string): PromiseLike<boolean>;
  newId(): string;
  now(): number;
  /** Milliseconds of a monotonic clock. */
  monotonic(): number;
}
