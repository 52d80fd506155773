/**
 * A conversation that is open: what the model reads, what the user sees, and how both are kept. Everything that
 * changes goes through here, so that it is written before it is shown.
 */
import { t } from '@vscode/l10n';
import type { Message } from '../../models/index.ts';
import type { KeptConversation, Patch, WaitingMessage } from '../../protocol/index.ts';
import { Conversation, someCall } from '../conversation/conversation.ts';
import { dataMarks } from '../transcript/dataMarks.ts';
import { offersToGoOn } from '../transcript/notices.ts';
import type { Opening } from '../prompts/promptExpansion.ts';
import { PatchStream } from '../transcript/patchStream.ts';
import { Transcript } from '../transcript/transcript.ts';
import { branch, inOtherWords } from './branch.ts';
import { Journal, type JournalTarget } from './journal.ts';
import { restore, type Restored } from './restore.ts';

/** What an open conversation needs of whoever shows it. */
export interface Surroundings {
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
  readonly waited: readonly WaitingMessage[];
  private journal: Journal | undefined;
  /** The ids of the user's items by the indexes of the messages that they are. */
  private readonly said: Map<number, string>;

  /** What the model is to be told with the user's next words, by the item that it is about. */
  private readonly news = new Map<string, string>();

  private constructor(
    { conversation, before, written, said, waited = [] }: Partial<Restored>,
    id: string,
    around: Surroundings,
  ) {
    this.conversation = conversation ?? new Conversation(id, undefined, someCall());
    this.said = new Map(said);
    this.waited = waited;
    this.patches = new PatchStream((seq, patches) => {
      this.journal?.note(patches);
      around.show(this.conversation.id, seq, patches);
    });
    this.transcript = new Transcript((patch) => this.patches.push(patch), before);
    this.conversation.marks = () => dataMarks(this.transcript.items);
    this.journal =
      around.target && new Journal(this.conversation, this.transcript, this.said, around.target, written);
  }

  /** An empty one. */
  static begin(id: string, around: Surroundings): OpenConversation {
    return new OpenConversation({}, id, around);
  }

  /** One that was kept. What its window left under way is written as interrupted. */
  static restore(kept: KeptConversation, around: Surroundings): OpenConversation {
    const open = new OpenConversation(restore(kept), kept.id, around);
    open.journal?.running(false);
    open.journal?.settle();
    return open;
  }

  get id(): string {
    return this.conversation.id;
  }

  /** Adds what the user said, to what is shown and to what the model reads. */
  add({ said, messages, onlyServers }: Opening): void {
    this.transcript.clearNotices();
    this.conversation.onlyServers = onlyServers;
    const item = this.transcript.addUser(said);
    for (const message of messages) {
      this.said.set(this.conversation.messages.length, item);
      this.conversation.append(this.withNews(message));
    }
  }

  /**
   * Makes the conversation ready for the turn that goes on after a stop, a limit or a failure. `false`, and nothing
   * changes, if no notice offers that any more: the second of two quick clicks may come when the turn that the first
   * one began has ended.
   */
  goOn(): boolean {
    const { messages, onlyServers } = this.conversation;
    if (messages.length === 0 || !this.transcript.items.some(offersToGoOn)) return false;
    const text = t('Continue.');
    // A model does not answer its own words: after a cut answer somebody has to ask. The servers that the turn was
    // restricted to stand with what is said, which is how they are kept.
    if (messages.at(-1)?.role === 'assistant')
      this.add({
        said: {
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
  tellModel(about: string, text: string): void {
    this.news.set(about, text);
  }

  private withNews(message: Message): Message {
    if (message.role !== 'user' || this.news.size === 0) return message;
    const text = [...this.news.values(), message.text].join('\n\n');
    this.news.clear();
    return { ...message, text };
  }

  /** To be called at the beginning and at the end of a turn. */
  running(isRunning: boolean): void {
    this.journal?.running(isRunning);
    if (!isRunning) this.settle();
  }

  /** Writes which messages wait for the end of the turn. */
  keepWaiting(messages: readonly WaitingMessage[]): void {
    this.journal?.waits(messages);
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
    around: Surroundings,
  ): { readonly open: OpenConversation; readonly opening: Opening } | undefined {
    const parted = branch(this, this.said, item, id);
    if (!parted) return undefined;
    const opening = text === undefined ? parted.opening : inOtherWords(parted.opening, text);
    const open = new OpenConversation(parted.restored, id, around);
    for (const [about, news] of this.news) if (open.transcript.item(about)) open.tellModel(about, news);
    return { open, opening };
  }
}
