/**
 * A conversation that is open: what the model reads, what the user sees, and how both are kept. Everything that
 * changes goes through here, so that it is written before it is shown.
 */
import { t } from '@vscode/l10n';
import type { Message } from '../../models/index.ts';
import type { SavedConversation, Patch, PendingMessage } from '../../protocol/index.ts';
import { Conversation, someCall } from '../conversation/conversation.ts';
import { dataMarks } from '../transcript/dataMarks.ts';
import { offersToContinue } from '../transcript/notices.ts';
import type { TurnInput } from '../prompts/promptExpansion.ts';
import { PatchStream } from '../transcript/patchStream.ts';
import { Transcript } from '../transcript/transcript.ts';
import { branch, withText } from './branch.ts';
import { Journal, type JournalTarget } from './journal.ts';
import { restore, type Restored } from './restore.ts';

/** What an open conversation needs of whoever shows it. */
export interface ConversationHost {
  /** Where it is kept; without it it is not. */
  readonly target?: JournalTarget | undefined;
  /** Hears each batch of patches after it was written. */
  readonly show: (conversation: string, seq: number, patches: readonly Patch[]) => void;
}

export class OpenConversation {
  readonly conversation: Conversation;
  readonly transcript: Transcript;
  readonly patches: PatchStream;
  /** The messages that waited for the end of a turn when the conversation was left. */
  readonly savedQueue: readonly PendingMessage[];
  private journal: Journal | undefined;
  /** The ids of the user's items by the indexes of the messages that they are. */
  private readonly userItems: Map<number, string>;

  /** What the model is to be told with the user's next words, by the item that it is about. */
  private readonly pendingNotes = new Map<string, string>();

  private constructor(
    { conversation, before, saved: written, userItems: said, queued: waited = [] }: Partial<Restored>,
    id: string,
    host: ConversationHost,
  ) {
    this.conversation = conversation ?? new Conversation(id, undefined, someCall());
    this.userItems = new Map(said);
    this.savedQueue = waited;
    this.patches = new PatchStream((seq, patches) => {
      this.journal?.save(patches);
      host.show(this.conversation.id, seq, patches);
    });
    this.transcript = new Transcript((patch) => this.patches.push(patch), before);
    this.conversation.marks = () => dataMarks(this.transcript.items);
    this.journal =
      host.target && new Journal(this.conversation, this.transcript, this.userItems, host.target, written);
  }

  /** An empty one. */
  static begin(id: string, host: ConversationHost): OpenConversation {
    return new OpenConversation({}, id, host);
  }

  /** One that was kept. What its window left under way is written as interrupted. */
  static restore(kept: SavedConversation, host: ConversationHost): OpenConversation {
    const open = new OpenConversation(restore(kept), kept.id, host);
    open.journal?.setRunning(false);
    open.journal?.settle();
    return open;
  }

  get id(): string {
    return this.conversation.id;
  }

  /** Adds what the user said, to what is shown and to what the model reads. */
  add({ content: said, messages, onlyServers }: TurnInput): void {
    this.transcript.clearNotices();
    this.conversation.onlyServers = onlyServers;
    const item = this.transcript.addUser(said);
    for (const message of messages) {
      this.userItems.set(this.conversation.messages.length, item);
      this.conversation.append(this.withNotes(message));
    }
  }

  /**
   * Makes the conversation ready for the turn that goes on after a stop, a limit or a failure. `false`, and nothing
   * changes, if no notice offers that any more: the second of two quick clicks may come when the turn that the first
   * one began has ended.
   */
  resume(): boolean {
    const { messages, onlyServers } = this.conversation;
    if (messages.length === 0 || !this.transcript.items.some(offersToContinue)) return false;
    const text = t('Continue.');
    // A model does not answer its own words: after a cut answer somebody has to ask. The servers that the turn was
    // restricted to stand with what is said, which is how they are kept.
    if (messages.at(-1)?.role === 'assistant')
      this.add({
        content: {
          text,
          ...(onlyServers && {
            attachments: onlyServers.map((server) => ({ kind: 'server', server, name: server })),
          }),
        },
        messages: [{ role: 'user', text }],
        ...(onlyServers && { onlyServers }),
      });
    else this.transcript.clearNotices();
    return true;
  }

  /** Has the model told that with the user's next words, and nothing else about the same item. */
  addNote(about: string, text: string): void {
    this.pendingNotes.set(about, text);
  }

  private withNotes(message: Message): Message {
    if (message.role !== 'user' || this.pendingNotes.size === 0) return message;
    const text = [...this.pendingNotes.values(), message.text].join('\n\n');
    this.pendingNotes.clear();
    return { ...message, text };
  }

  /** To be called at the beginning and at the end of a turn. */
  setRunning(isRunning: boolean): void {
    this.journal?.setRunning(isRunning);
    if (!isRunning) this.settle();
  }

  /** Writes which messages wait for the end of the turn. */
  saveQueue(messages: readonly PendingMessage[]): void {
    this.journal?.setQueued(messages);
  }

  /** Shows and writes all there is, in its final form. */
  settle(): void {
    this.patches.flush();
    this.journal?.settle();
  }

  /** Writes what there is, and from then on nothing: what still happens is the end of the window, not of the turn. */
  freeze(): void {
    this.patches.flush();
    this.journal = undefined;
  }

  /**
   * Another conversation that goes on from just before what the user said there, and what that was, or is to be with
   * `text`. Undefined: it is no item of the user, or nobody knows any more where in the conversation it is.
   */
  branchAt(
    item: string,
    text: string | undefined,
    id: string,
    host: ConversationHost,
  ): { readonly open: OpenConversation; readonly input: TurnInput } | undefined {
    const branched = branch(this, this.userItems, item, id);
    if (!branched) return undefined;
    const input = text === undefined ? branched.input : withText(branched.input, text);
    const open = new OpenConversation(branched.restored, id, host);
    for (const [about, news] of this.pendingNotes) if (open.transcript.item(about)) open.addNote(about, news);
    return { open, input };
  }
}
