import type {
  Conversation,
  JournalTarget,
  OnTurnEvent,
  TurnInput,
  TurnEnd,
  TurnEvent,
} from '../../agent/index.ts';
import type {
  ApprovalMode,
  Attachment,
  ChatStatus,
  CommandView,
  ForComposer,
  HostMessage,
  SavedConversation,
  Offer,
} from '../../protocol/index.ts';

import type { Observable } from '../../base/common/observable.ts';
import type { FileChanges, ObservedChanges } from '../builtInTools/fileChanges.ts';
import type { PendingCounts } from './pendingCounts.ts';
import type { UserRequests } from './userRequests.ts';

export interface ChatClient {
  post(message: HostMessage): void;
}

/**
 * The composer of one conversation. Content that is put there stays with it, whichever conversation the chat shows
 * meanwhile.
 */
export interface ComposerTarget {
  compose(content: ForComposer): void;
}

export interface ConversationStorage {
  readonly target: JournalTarget;
  lastShown(): string | undefined;
  show(id: string, instead?: string): void;
  close(id: string): void;
  onTurnEnded(conversation: Conversation, end: TurnEnd): void;
  /** @throws Error that says why it cannot be read. */
  read(id: string): SavedConversation | undefined;
}

export type ChatEvent =
  | { readonly kind: 'turnChanged' }
  /** Sent after the transcript has applied the event. */
  | { readonly kind: 'turnEvent'; readonly event: TurnEvent }
  | { readonly kind: 'needsUser'; readonly conversation: string }
  /** Sent unless the user stopped the turn, or another one follows. `ms` is its length. */
  | {
      readonly kind: 'turnEnded';
      readonly conversation: string;
      readonly answered: boolean;
      readonly ms: number;
    };

/** Follows the files of the workspace while a turn runs. Its methods never reject. */
export interface FollowedTurn {
  /**
   * Resolves when the files are saved as they were, or after some seconds. `call` is the id of the call that waits for
   * it.
   */
  saved(call?: string): Promise<void>;
  handle(event: TurnEvent): void;
  /** Resolves with the changes; undefined if they are not known. May be called only once. */
  end(): Promise<ObservedChanges | undefined>;
}

/** The part of a chat's status that does not come from its session. */
export type HostStatus = Omit<ChatStatus, 'turn' | 'usage' | 'context' | 'approvalMode'>;

export interface ChatCommands {
  views(conversation: string): Observable<readonly CommandView[]>;
  /** Returns what the model has to be told of commands that have ended, once. */
  takeNews(conversation: string): readonly string[];
}

export interface ChatHost {
  /** Runs a turn. Its last event is `turnEnd`. Rejects with a ModelError if there is no model. */
  runChatTurn(
    conversation: Conversation,
    signal: AbortSignal,
    asks: UserRequests,
    onEvent: OnTurnEvent,
    /** Must be awaited before a call that may change files, with the call's id. */
    beforeChange: (call: string) => Promise<void>,
    /** Adds what the user has sent for the next step. Resolves with whether that was anything. */
    steer: (signal: AbortSignal) => Promise<boolean>,
  ): Promise<void>;
  onEvent(event: ChatEvent): void;
  status(conversation: Conversation): Observable<HostStatus>;
  approvalMode?(conversation: string): ApprovalMode;
  offer(): Observable<Offer>;
  /** @throws Error with a message for the user. */
  expandMessage(
    text: string,
    attachments: readonly Attachment[],
    signal: AbortSignal,
    conversation: Conversation,
  ): Promise<TurnInput>;
  /** Saves conversations; without it, they are gone with the window. */
  readonly storage?: ConversationStorage;
  readonly changes?: Pick<FileChanges, 'close' | 'knows'>;
  /**
   * Called when the conversation `to` begins as `from` did. `items` are the ids of the user's messages that both have.
   */
  onBranch?(from: string, to: string, items: readonly string[]): void;
  /** The commands that a conversation runs. */
  readonly commands?: ChatCommands | undefined;
  followFiles?(conversation: string, item: string | undefined): FollowedTurn | undefined;
  readonly pendingApprovals?: Pick<PendingCounts, 'during'>;
  /** Opens a page outside of the editor; false if it was not opened. */
  openPage(url: string): PromiseLike<boolean>;
  newId(): string;
  now(): number;
  /** Milliseconds of a monotonic clock. */
  monotonic(): number;
}
