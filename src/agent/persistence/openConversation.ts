/**
 * Joins what the model reads and what the user sees of a conversation. Each change goes through here, to be saved
 * before it is shown.
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
import { restore, windowGone, type RestoredConversation } from './restore.ts';

export interface ConversationHost {
  /** Storage of the conversation; absent if this window does not save it. */
  readonly target?: JournalTarget | undefined;
  readonly show: (conversation: string, seq: number, patches: readonly Patch[]) => void;
}

export class OpenConversation {
  readonly conversation: Conversation;
  readonly transcript: Transcript;
  readonly patches: PatchStream;
  readonly savedQueue: readonly PendingMessage[];
  private journal: Journal | undefined;
  private isRunning = false;
  private readonly userItems: Map<number, string>;

  /** Notes for the model, which it gets with the user's next message, by the item that they are about. */
  private readonly pendingNotes = new Map<string, string>();

  private constructor(
    { start, before, saved: written, userItems: said, queued: waited = [] }: Partial<RestoredConversation>,
    id: string,
    host: ConversationHost,
  ) {
    this.userItems = new Map(said);
    this.savedQueue = waited;
    this.patches = new PatchStream((seq, patches) => {
      this.journal?.save(patches);
      host.show(id, seq, patches);
    });
    this.transcript = new Transcript((patch) => this.patches.push(patch), before);
    this.conversation = new Conversation(id, {
      start,
      firstCall: someCall(),
      marks: () => dataMarks(this.transcript.items),
      onSpent: (usage) => {
        this.transcript.spend(usage);
        // While a turn runs, the usage is saved with what follows.
        if (!this.isRunning) this.settle();
      },
    });
    this.journal =
      host.target && new Journal(this.conversation, this.transcript, this.userItems, host.target, written);
  }

  static begin(id: string, host: ConversationHost): OpenConversation {
    return new OpenConversation({}, id, host);
  }

  /**
   * Restores a saved conversation. What was running is saved as interrupted, unless this window does not save the
   * conversation: then it may still run in another one.
   */
  static restore(kept: SavedConversation, host: ConversationHost): OpenConversation {
    const open = new OpenConversation(restore(kept, host.target && windowGone), kept.id, host);
    open.journal?.setRunning(false);
    open.journal?.settle();
    return open;
  }

  get id(): string {
    return this.conversation.id;
  }

  /** Adds the message that a turn answers. */
  add(input: TurnInput): void {
    this.transcript.endNotices();
    this.conversation.restrictTo(input.onlyServers);
    this.append(input);
  }

  /** Adds a message while a turn runs. The turn keeps its servers unless the message names others. */
  addInTurn(input: TurnInput): void {
    if (input.onlyServers) this.conversation.restrictTo(input.onlyServers);
    this.append(input);
  }

  private append({ content: said, messages, instructions }: TurnInput): void {
    const item = this.transcript.addUser(said);
    for (const isSkill of [true, undefined]) {
      const files = (instructions ?? []).filter((each) => each.isSkill === isSkill);
      if (files.length > 0) this.transcript.addInstructions({ files, isNested: true });
    }
    for (const message of messages) {
      this.userItems.set(this.conversation.messages.length, item);
      this.conversation.append(this.withNotes(message));
    }
  }

  /**
   * Prepares the conversation for going on. Returns false if no notice offers that, as after the second of two quick
   * clicks.
   */
  resume(): boolean {
    const { messages, onlyServers } = this.conversation;
    if (messages.length === 0 || !this.transcript.items.some(offersToContinue)) return false;
    const text = t('Continue.');
    // A model does not answer its own text, so the user asks. The restriction to servers is saved with the message.
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
    else this.transcript.endNotices();
    return true;
  }

  /** Id of the message that the newest turn answers. */
  get lastUserItem(): string | undefined {
    return this.transcript.items.findLast(({ kind }) => kind === 'user')?.id;
  }

  addNote(about: string, text: string): void {
    this.pendingNotes.set(about, text);
  }

  private withNotes(message: Message): Message {
    if (message.role !== 'user' || this.pendingNotes.size === 0) return message;
    const text = [...this.pendingNotes.values(), message.text].join('\n\n');
    this.pendingNotes.clear();
    return { ...message, text };
  }

  setRunning(isRunning: boolean): void {
    this.isRunning = isRunning;
    this.journal?.setRunning(isRunning);
    if (!isRunning) this.settle();
  }

  useToolSet(name: string | undefined): void {
    this.conversation.chooseToolSet(name);
    this.journal?.settle();
  }

  useEffort(effort: string): void {
    this.conversation.chooseEffort(effort);
    this.journal?.settle();
  }

  saveQueue(messages: readonly PendingMessage[]): void {
    this.journal?.setQueued(messages);
  }

  settle(): void {
    this.patches.flush();
    this.journal?.settle();
  }

  /** Stops saving, because what follows is the end of the window and not of the turn. */
  freeze(): void {
    this.patches.flush();
    this.journal = undefined;
  }

  /**
   * Opens a new conversation that ends before that message, and returns it with the message, or with `text` in its
   * place. Returns undefined if the place of the message is unknown.
   */
  branchAt(
    item: string,
    text: string | undefined,
    id: string,
    host: ConversationHost,
  ): { readonly open: OpenConversation; readonly input: TurnInput } | undefined {
    const branched = branch(this, this.userItems, item);
    if (!branched) return undefined;
    const input = text === undefined ? branched.input : withText(branched.input, text);
    const open = new OpenConversation(branched.restored, id, host);
    for (const [about, news] of this.pendingNotes) if (open.transcript.item(about)) open.addNote(about, news);
    return { open, input };
  }
}
