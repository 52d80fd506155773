/**
 * One chat: which conversation it shows, and the views that show it. The views hold no state of their own, so they
 * cannot disagree. A conversation whose turn runs goes on when another one is shown.
 */
import { t } from '@vscode/l10n';
import { OpenConversation, type TurnInput, type Transcript } from '../../agent/index.ts';
import type { Attachment } from '../../protocol/index.ts';
import { ChatClients, type SessionState } from './clients.ts';
import type { ChatClient, ChatHost } from './chatHost.ts';
import { ChatSession } from './chatSession.ts';
import type { UserRequests } from './userRequests.ts';

export class ChatController {
  private readonly host: ChatHost;
  /** The views that are open. */
  readonly clients = new ChatClients();
  /** The conversation that is shown; nothing until somebody wants to know. */
  private session: ChatSession | undefined;
  /** Those that nobody sees, and that have a turn or messages that wait. */
  private readonly background = new Set<ChatSession>();

  constructor(host: ChatHost) {
    this.host = host;
  }

  /** Lets a chat take part. It gets nothing until it says `ready`. Returns how to leave. */
  attach(client: ChatClient): () => void {
    return this.clients.add(client);
  }

  /** Answers `ready`: everything the chat needs to draw itself. Increments go on from there. */
  sendSnapshot(client: ChatClient): void {
    this.clients.snapshot(this.current.open, this.sessionState(), [client]);
    this.clients.ready(client);
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
  begin(fetch: (signal: AbortSignal) => Promise<TurnInput>): Promise<string | undefined> {
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
    const parted = current.open.branchAt(item, text, this.host.newId(), this.conversationHost);
    if (!parted) return;
    this.showSession(this.createSession(parted.open));
    this.current.startTurnWith(parted.input);
  }

  /** Asks once more for the answer that the item is a part of. */
  regenerate(item: string): void {
    const { items } = this.shown;
    const place = items.findIndex(({ id }) => id === item);
    const asked = items.slice(0, place + 1).findLast(({ kind }) => kind === 'user');
    if (asked) this.resend(asked.id);
  }

  /** Makes calls in the conversation that is shown, of which the model is not told. */
  runManualCalls(calls: Parameters<ChatSession['runManualCalls']>[0]): void {
    this.current.runManualCalls(calls);
  }

  /** Cancels the turn that is shown, with all its calls. */
  stop(): void {
    this.current.stop();
  }

  /** Starts an empty conversation. A turn that runs goes on in its own. */
  newChat(): void {
    this.showSession(this.createSession(OpenConversation.begin(this.host.newId(), this.conversationHost)));
  }

  /**
   * Shows a conversation that was kept, or that goes on unseen.
   * @throws Error that says why it cannot be shown.
   */
  openSaved(id: string): void {
    if (id === this.current.id) return;
    const unseen = this.sessions.find((session) => session.id === id);
    if (unseen) return this.showSession(unseen);
    const kept = this.host.storage?.read(id);
    if (!kept) throw new Error(t('The conversation no longer exists.'));
    this.showSession(this.createSession(OpenConversation.restore(kept, this.conversationHost)));
  }

  /** Ends a conversation that is to be deleted; if it is shown, an empty one takes its place. */
  async endDeleted(id: string): Promise<void> {
    const session = this.sessions.find((each) => each.id === id);
    await session?.end();
    if (session === this.session) this.newChat();
    else if (session) this.closeSession(session);
  }

  /** To be called when the model or the servers have changed. */
  statusChanged(): void {
    this.session?.statusChanged();
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
  get asks(): UserRequests {
    return this.current.userRequests;
  }

  /** Whether a turn runs in the conversation that is shown. */
  get isRunning(): boolean {
    return this.session?.isRunning === true;
  }

  /** The conversations that are open here: the one that is shown, and those that go on unseen. */
  get sessions(): readonly ChatSession[] {
    return [this.current, ...this.background];
  }

  /** Ends a chat whose tab was closed, with its turns. The conversations stay in the list. */
  async close(): Promise<void> {
    this.clients.clear();
    const sessions = [...(this.session ? [this.session] : []), ...this.background];
    await Promise.all(sessions.map((session) => session.end()));
    for (const session of sessions) this.closeSession(session);
  }

  /** Resolves when no turn runs any more. What turns still do is their end, and is not kept. */
  async dispose(): Promise<void> {
    const sessions = [...(this.session ? [this.session] : []), ...this.background];
    for (const session of sessions) session.freeze();
    await Promise.all(sessions.map((session) => session.end()));
    this.clients.clear();
  }

  private sessionState(): SessionState {
    const { status, queued: waiting } = this.current;
    return { offer: this.host.offer(), status, queue: waiting };
  }

  /** The conversation that is shown: at first the one that was shown before, if it is kept. */
  private get current(): ChatSession {
    if (!this.session) {
      this.session = this.createSession(firstConversation(this.host, this.conversationHost));
      this.host.storage?.show(this.session.id);
    }
    return this.session;
  }

  private showSession(next: ChatSession): void {
    const before = this.session;
    const { newest } = this.clients;
    if (before?.isRunning) this.background.add(before);
    else if (before) {
      // What waited to be said in the conversation that goes is left in its draft.
      if (newest) before.returnQueued(newest);
      before.userRequests.withdrawAll();
      before.open.settle();
    }
    this.background.delete(next);
    this.session = next;
    this.host.storage?.show(next.id, before?.isRunning ? undefined : before?.id);
    this.clients.snapshot(next.open, this.sessionState());
  }

  /** To be called when nothing goes on in a conversation that is shown no longer. */
  private closeSession(session: ChatSession): void {
    this.background.delete(session);
    session.open.settle();
    this.host.storage?.close(session.id);
  }

  private createSession(open: OpenConversation): ChatSession {
    const isShown = (): boolean => this.session === session;
    const session: ChatSession = new ChatSession(open, {
      chat: this.host,
      post: (message) => void (isShown() && this.clients.post(message)),
      composer: (sender) => (isShown() ? (sender ?? this.clients.newest) : undefined),
      onNeedsUser: () => (isShown() ? this.host.showChat() : this.host.notifier.onNeedsUser(session.id)),
      onTurnEnded: (answered, ms) => this.host.notifier.ended(session.id, answered, ms),
      onIdle: () => void (!isShown() && session.queued.length === 0 && this.closeSession(session)),
    });
    return session;
  }

  private get conversationHost(): Parameters<typeof OpenConversation.begin>[1] {
    return {
      target: this.host.storage?.target,
      show: (conversation, seq, patches) => {
        if (this.session?.id === conversation)
          this.clients.post({ type: 'patch', conversation, seq, patches });
      },
    };
  }
}

/** The conversation that was shown before, if it is kept and can be read; else an empty one. */
function firstConversation(
  { storage, newId }: Pick<ChatHost, 'storage' | 'newId'>,
  around: Parameters<typeof OpenConversation.begin>[1],
): OpenConversation {
  const id = storage?.lastShown();
  try {
    const kept = id === undefined ? undefined : storage?.read(id);
    // An empty one is not kept; it is the same one all the same, with the draft that belongs to it.
    return kept ? OpenConversation.restore(kept, around) : OpenConversation.begin(id ?? newId(), around);
  } catch {
    // Whoever writes hears why the store cannot be used; the window must have a chat all the same.
    return OpenConversation.begin(newId(), around);
  }
}
