/**
 * One chat: which conversation it shows, and the views that show it. The views hold no state of their own, so they
 * cannot disagree. A conversation whose turn runs goes on when another one is shown.
 */
import { t } from '@vscode/l10n';
import { OpenConversation, type Opening, type Transcript } from '../../agent/index.ts';
import type { Attachment } from '../../protocol/index.ts';
import { ChatClients, type Around } from './clients.ts';
import type { ChatClient, ChatHost } from './chatHost.ts';
import { firstConversation } from './firstConversation.ts';
import { Talk } from './chatSession.ts';
import type { UserAsks } from './userRequests.ts';

export class ChatController {
  private readonly host: ChatHost;
  /** The views that are open. */
  readonly clients = new ChatClients();
  /** The conversation that is shown; nothing until somebody wants to know. */
  private talk: Talk | undefined;
  /** Those that nobody sees, and that have a turn or messages that wait. */
  private readonly unseen = new Set<Talk>();

  constructor(host: ChatHost) {
    this.host = host;
  }

  /** Lets a chat take part. It gets nothing until it says `ready`. Returns how to leave. */
  attach(client: ChatClient): () => void {
    return this.clients.add(client);
  }

  /** Answers `ready`: everything the chat needs to draw itself. Increments go on from there. */
  sendSnapshot(client: ChatClient): void {
    this.clients.snapshot(this.current.open, this.around(), [client]);
  }

  /** To be called when servers have changed: tells the chats what is offered now, if it is something else. */
  offerChanged(): void {
    this.clients.offer(this.host.offer());
  }

  /** Sends the items that stand before the item `before`: the nearest ones, or at least all from `through` on. */
  sendEarlier(client: ChatClient, before: string, through?: string): void {
    this.clients.earlier(this.current.open, client, before, through);
  }

  /** Sends the user's message, or has it wait for the end of the turn. */
  send(text: string, from?: ChatClient, attachments: readonly Attachment[] = []): void {
    this.current.send(text, from, attachments);
  }

  /** Takes a message out of the queue, into the composer of the chat that asks, away, or to be asked next. */
  unqueue(id: string, how: 'edit' | 'remove' | 'ask', from: ChatClient): void {
    this.current.unqueue(id, how, from);
  }

  /** Begins a turn with what `fetch` brings. Resolves when it has begun, or with why it has not. */
  begin(fetch: (signal: AbortSignal) => Promise<Opening>): Promise<string | undefined> {
    return this.current.begin(fetch);
  }

  /** Goes on after a stop, a limit or a failure, from where the conversation is. */
  resume(): void {
    this.current.resume();
  }

  /**
   * Says again what the user said in that item, in these words if there are any, in a conversation of its own that
   * has all that came before. What came after it stays in the conversation that was.
   */
  resend(item: string, text?: string): void {
    const { current } = this;
    if (current.isRunning || text?.trim() === '') return;
    const parted = current.open.branchAt(item, text, this.host.newId(), this.surroundings);
    if (!parted) return;
    this.present(this.talkIn(parted.open));
    this.current.say(parted.opening);
  }

  /** Asks once more for the answer that the item is a part of. */
  regenerate(item: string): void {
    const { items } = this.shown;
    const place = items.findIndex(({ id }) => id === item);
    const asked = items.slice(0, place + 1).findLast(({ kind }) => kind === 'user');
    if (asked) this.resend(asked.id);
  }

  /** Makes calls in the conversation that is shown, of which the model is not told. */
  runAside(calls: Parameters<Talk['runAside']>[0]): void {
    this.current.runAside(calls);
  }

  /** Cancels the turn that is shown, with all its calls. */
  stop(): void {
    this.current.stop();
  }

  /** Starts an empty conversation. A turn that runs goes on in its own. */
  newChat(): void {
    this.present(this.talkIn(OpenConversation.begin(this.host.newId(), this.surroundings)));
  }

  /**
   * Shows a conversation that was kept, or that goes on unseen.
   * @throws Error that says why it cannot be shown.
   */
  openKept(id: string): void {
    if (id === this.current.id) return;
    const unseen = this.talks.find((talk) => talk.id === id);
    if (unseen) return this.present(unseen);
    const kept = this.host.keeping?.read(id);
    if (!kept) throw new Error(t('The conversation is no longer there.'));
    this.present(this.talkIn(OpenConversation.restore(kept, this.surroundings)));
  }

  /** Ends a conversation that is to be deleted; if it is shown, an empty one takes its place. */
  async abandon(id: string): Promise<void> {
    const talk = this.talks.find((each) => each.id === id);
    await talk?.end();
    if (talk === this.talk) this.newChat();
    else if (talk) this.leave(talk);
  }

  /** To be called when the model or the servers have changed. */
  statusChanged(): void {
    this.talk?.statusChanged();
  }

  /** The transcript, for whoever shows parts of it elsewhere. */
  get shown(): Transcript {
    return this.current.open.transcript;
  }

  /** The conversation that is shown, for whoever does something about it. */
  get shownConversation(): OpenConversation {
    return this.current.open;
  }

  /** The id of the conversation that is shown. */
  get shownId(): string {
    return this.current.id;
  }

  /** What the user is asked in the conversation that is shown. */
  get asks(): UserAsks {
    return this.current.asks;
  }

  /** Whether a turn runs in the conversation that is shown. */
  get isRunning(): boolean {
    return this.talk?.isRunning === true;
  }

  /** The conversations that are open here: the one that is shown, and those that go on unseen. */
  get talks(): readonly Talk[] {
    return [this.current, ...this.unseen];
  }

  /** Ends a chat whose tab was closed, with its turns. The conversations stay in the list. */
  async close(): Promise<void> {
    this.clients.clear();
    const talks = [...(this.talk ? [this.talk] : []), ...this.unseen];
    await Promise.all(talks.map((talk) => talk.end()));
    for (const talk of talks) this.leave(talk);
  }

  /** Resolves when no turn runs any more. What turns still do is their end, and is not kept. */
  async dispose(): Promise<void> {
    const talks = [...(this.talk ? [this.talk] : []), ...this.unseen];
    for (const talk of talks) talk.freeze();
    await Promise.all(talks.map((talk) => talk.end()));
    this.clients.clear();
  }

  private around(): Around {
    const { status, waiting } = this.current;
    return { offer: this.host.offer(), status, queue: waiting };
  }

  /** The conversation that is shown: at first the one that was shown before, if it is kept. */
  private get current(): Talk {
    if (!this.talk) {
      this.talk = this.talkIn(firstConversation(this.host, this.surroundings));
      this.host.keeping?.show(this.talk.id);
    }
    return this.talk;
  }

  private present(next: Talk): void {
    const before = this.talk;
    const { newest } = this.clients;
    if (before?.isRunning) this.unseen.add(before);
    else if (before) {
      // What waited to be said in the conversation that goes is left in its draft.
      if (newest) before.giveBack(newest);
      before.asks.withdrawAll();
      before.open.settle();
    }
    this.unseen.delete(next);
    this.talk = next;
    this.host.keeping?.show(next.id, before?.isRunning ? undefined : before?.id);
    this.clients.snapshot(next.open, this.around());
  }

  /** To be called when nothing goes on in a conversation that is shown no longer. */
  private leave(talk: Talk): void {
    this.unseen.delete(talk);
    talk.open.settle();
    this.host.keeping?.leave(talk.id);
  }

  private talkIn(open: OpenConversation): Talk {
    const isShown = (): boolean => this.talk === talk;
    const talk: Talk = new Talk(open, {
      chat: this.host,
      tell: (message) => void (isShown() && this.clients.tell(message)),
      composer: (sender) => (isShown() ? (sender ?? this.clients.newest) : undefined),
      needsUser: () => (isShown() ? this.host.showChat() : this.host.notifier.asks(talk.id)),
      ended: (answered, ms) => this.host.notifier.ended(talk.id, answered, ms),
      rests: () => void (!isShown() && talk.waiting.length === 0 && this.leave(talk)),
    });
    return talk;
  }

  private get surroundings(): Parameters<typeof OpenConversation.begin>[1] {
    return {
      target: this.host.keeping?.target,
      show: (conversation, seq, patches) => {
        if (this.talk?.id === conversation) this.clients.tell({ type: 'patch', conversation, seq, patches });
      },
    };
  }
}
