/** One chat in any number of views, which have no state. A turn goes on when another conversation is shown. */
import { t } from '@vscode/l10n';
import { OpenConversation, type Conversation, type TurnInput, type Transcript } from '../../agent/index.ts';
import type { Disposable } from '../../base/common/event.ts';
import { follow, type Observable } from '../../base/common/observable.ts';
import type { Attachment, Offer, SavedConversation } from '../../protocol/index.ts';
import { ChatClients, type SessionState } from './clients.ts';
import type { ChatClient, ChatHost, ComposerTarget } from './chatHost.ts';
import { ChatSession } from './chatSession.ts';
import type { UserRequests } from './userRequests.ts';

export class ChatController {
  private readonly host: ChatHost;
  readonly clients = new ChatClients();
  private session: ChatSession | undefined;
  private readonly background = new Set<ChatSession>();
  private offered: Observable<Offer> | undefined;
  private following: Disposable | undefined;

  constructor(host: ChatHost) {
    this.host = host;
  }

  attach(client: ChatClient): () => void {
    return this.clients.addClient(client);
  }

  sendSnapshot(client: ChatClient): void {
    this.clients.snapshot(this.current.open, this.sessionState(), [client]);
    this.clients.ready(client);
  }

  sendEarlier(client: ChatClient, before: string, through?: string): void {
    this.clients.earlier(this.current.open, client, before, through);
  }

  send(text: string, from?: ChatClient, attachments: readonly Attachment[] = [], now?: boolean): void {
    this.current.send(text, from, attachments, now);
  }

  unqueue(id: string, how: 'edit' | 'remove' | 'ask', from: ChatClient): void {
    this.current.unqueue(id, how, this.composer(from));
  }

  begin(fetch: (signal: AbortSignal) => Promise<TurnInput>): Promise<string | undefined> {
    return this.current.begin(fetch);
  }

  resume(): void {
    this.current.resume();
  }

  /**
   * Sends a user message again, as `text` if given and with more attachments, in a new branch with all that came before
   * it.
   */
  resend(item: string, text?: string, added: readonly Attachment[] = []): void {
    if (this.current.isRunning || text?.trim() === '') return;
    const input = this.branchAt(item, text);
    if (input) this.current.sendAgain(input, added);
  }

  /** Shows a new branch with all that came before a user message, which returns to the composer. */
  goBackTo(item: string): void {
    if (this.current.isRunning) return;
    const input = this.branchAt(item, undefined);
    if (!input) return;
    this.current.open.settle();
    const { text, attachments } = input.content;
    this.composer().compose({ text, attachments });
  }

  regenerate(item: string): void {
    const { items } = this.shown;
    const place = items.findIndex(({ id }) => id === item);
    const asked = items.slice(0, place + 1).findLast(({ kind }) => kind === 'user');
    if (asked) this.resend(asked.id);
  }

  runManualCalls(calls: Parameters<ChatSession['runManualCalls']>[0]): void {
    this.current.runManualCalls(calls);
  }

  runWork(work: Parameters<ChatSession['runWork']>[0]): void {
    this.current.runWork(work);
  }

  stop(): void {
    this.current.stop();
  }

  /** Shows a new conversation. A running turn goes on in its own. */
  newChat(): void {
    this.showSession(this.createSession(OpenConversation.begin(this.host.newId(), this.conversationHost)));
  }

  /**
   * Shows a saved conversation. `elsewhere` is one that another window has written, which is shown read-only.
   * @throws Error that says why it cannot be shown
   */
  openSaved(id: string, elsewhere?: SavedConversation): void {
    const known = this.sessions.find((session) => session.id === id);
    if (known && !known.isReadOnly) return known === this.session ? undefined : this.showSession(known);
    const kept = elsewhere ?? this.host.storage?.read(id);
    if (!kept) throw new Error(t('The conversation no longer exists.'));
    const { show, target } = this.conversationHost;
    const open = OpenConversation.restore(kept, elsewhere ? { show } : { show, target });
    this.showSession(this.createSession(open, elsewhere !== undefined));
  }

  get isReadOnly(): boolean {
    return this.current.isReadOnly;
  }

  /** Ends a conversation before it is deleted; if it is shown, an empty one takes its place. */
  async endDeleted(id: string): Promise<void> {
    const session = this.sessions.find((each) => each.id === id);
    await session?.end();
    if (session === this.session) this.newChat();
    else if (session) this.closeSession(session);
  }

  /**
   * Chooses the tool set of the conversation that is shown: '' for all tools, undefined for the set of the workspace.
   */
  useToolSet(name: string | undefined): void {
    this.current.open.useToolSet(name);
  }

  get effort(): string | undefined {
    return this.current.open.conversation.effort;
  }

  useEffort(effort: string): void {
    this.current.open.useEffort(effort);
  }

  approvalModeChanged(): void {
    for (const session of this.sessions) session.approvalModeChanged();
  }

  get shown(): Transcript {
    return this.current.open.transcript;
  }

  get shownConversation(): OpenConversation {
    return this.current.open;
  }

  /** The conversation that is shown; undefined if none is shown yet. */
  get openConversation(): Conversation | undefined {
    return this.session?.open.conversation;
  }

  get shownId(): string {
    return this.current.id;
  }

  /** Returns the composer of the conversation that is shown now. */
  composer(client?: ChatClient): ComposerTarget {
    return this.clients.composer(this.shownId, client);
  }

  get asks(): UserRequests {
    return this.current.userRequests;
  }

  get isRunning(): boolean {
    return this.session?.isRunning === true;
  }

  get sessions(): readonly ChatSession[] {
    return [this.current, ...this.background];
  }

  /** Ends a chat whose tab was closed. The conversations stay in the list. */
  async close(): Promise<void> {
    this.clients.clear();
    const sessions = [...(this.session ? [this.session] : []), ...this.background];
    await Promise.all(sessions.map((session) => session.end()));
    for (const session of sessions) this.closeSession(session);
    this.following?.dispose();
  }

  /** Resolves when no turn runs. What turns do while they end is not saved. */
  async dispose(): Promise<void> {
    const sessions = [...(this.session ? [this.session] : []), ...this.background];
    for (const session of sessions) session.freeze();
    await Promise.all(sessions.map((session) => session.end()));
    for (const session of sessions) session.dispose();
    this.following?.dispose();
    this.clients.clear();
  }

  private branchAt(item: string, text: string | undefined): TurnInput | undefined {
    const { open } = this.current;
    const parted = open.branchAt(item, text, this.host.newId(), this.conversationHost);
    if (!parted) return undefined;
    const before = parted.open.transcript.items.flatMap(({ kind, id }) => (kind === 'user' ? [id] : []));
    this.host.onBranch?.(open.id, parted.open.id, before);
    this.showSession(this.createSession(parted.open));
    return parted.input;
  }

  private sessionState(): SessionState {
    const { status, commands, queued: waiting } = this.current;
    return { offer: this.offer, status, commands, queue: waiting };
  }

  /** The offer is followed only from when it is first shown: before that, no page has one that could be old. */
  private get offer(): Offer {
    if (!this.offered) {
      this.offered = this.host.offer();
      this.following = follow(this.offered, (offer) => this.clients.offer(offer));
    }
    return this.offered.get();
  }

  private get current(): ChatSession {
    if (!this.session) {
      this.session = this.createSession(firstConversation(this.host, this.conversationHost));
      this.host.storage?.show(this.session.id);
    }
    return this.session;
  }

  private showSession(next: ChatSession): void {
    const before = this.session;
    if (before?.isRunning) this.background.add(before);
    else if (before) {
      // The queue of a conversation that is left returns to its draft.
      if (this.clients.newest) before.returnQueued(this.clients.composer(before.id));
      before.userRequests.withdrawAll();
      before.open.settle();
      before.dispose();
    }
    this.background.delete(next);
    this.session = next;
    this.host.storage?.show(next.id, before?.isRunning ? undefined : before?.id);
    this.clients.snapshot(next.open, this.sessionState());
  }

  private closeSession(session: ChatSession): void {
    this.background.delete(session);
    session.open.settle();
    session.dispose();
    this.host.storage?.close(session.id);
  }

  private createSession(open: OpenConversation, isReadOnly?: boolean): ChatSession {
    const isShown = (): boolean => this.session === session;
    const session: ChatSession = new ChatSession(
      open,
      {
        chat: this.host,
        post: (message) => void (isShown() && this.clients.post(message)),
        composer: (sender) =>
          isShown() && (sender ?? this.clients.newest) ? this.clients.composer(open.id, sender) : undefined,
        onNeedsUser: () => this.host.onEvent({ kind: 'needsUser', conversation: open.id }),
        onTurnEnded: (answered, ms) =>
          this.host.onEvent({ kind: 'turnEnded', conversation: open.id, answered, ms }),
        onIdle: () => void (!isShown() && session.queued.length === 0 && this.closeSession(session)),
      },
      isReadOnly,
    );
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

/** Returns the conversation that was shown before, if it can be read; otherwise an empty one. */
function firstConversation(
  { storage, newId }: Pick<ChatHost, 'storage' | 'newId'>,
  around: Parameters<typeof OpenConversation.begin>[1],
): OpenConversation {
  const id = storage?.lastShown();
  try {
    const kept = id === undefined ? undefined : storage?.read(id);
    // An empty conversation is not saved, but its draft is.
    return kept ? OpenConversation.restore(kept, around) : OpenConversation.begin(id ?? newId(), around);
  } catch {
    // The first message reports why the store cannot be used; the window must have a chat all the same.
    return OpenConversation.begin(newId(), around);
  }
}
